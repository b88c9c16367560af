// The timer of a draft that waits: it looks at the bill or the committee when that changed, on the day on which a seat becomes
// vacant, once a day in any case, and at the end of the wait.

import { subjectKey, type TenantItem, tenantKey } from '../../../../shared/auth/records.ts';
import { loadSubjectPermissions } from '../../../../shared/auth/subject-permissions.ts';
import type { BroadcastItem } from '../../../../shared/broadcasts/broadcast.ts';
import type { SendWhen } from '../../../../shared/broadcasts/send-when.ts';
import { findBroadcast, saveBroadcast } from '../../../../shared/broadcasts/store.ts';
import { removeWait, setWaitTimer } from '../../../../shared/change-feed/awaited-changes.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { recordId } from '../../../../shared/directory/record-id.ts';
import { Failure } from '../../../../shared/errors/failure.ts';
import { putMail } from '../../../../shared/mail/outbox.ts';
import type { TimerRule } from '../../../../shared/schedule/run-due-timers.ts';
import { findUserEmail } from '../../../../shared/subscriptions/find-user-email.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import { resolveLocalTime } from '../../../../shared/time/local-time.ts';
import { startSending } from '../start-sending.ts';
import { stopWaiting } from '../waiting/stop-waiting.ts';
import { look } from './look.ts';

const DAY = 24 * 3600_000;

/** A draft that waits, when its timer is due. */
interface Waiting {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly item: BroadcastItem;
  readonly sendWhen: SendWhen;
  /** By the tenant's clock. */
  readonly now: Date;
  /** Real time. */
  readonly real: Date;
  readonly newId: () => string;
}

const startOfDay = (day: string, { settings }: Waiting): Date =>
  new Date(resolveLocalTime(`${day}T00:00`, settings.timeZone).instant);

/** The end of the last day on which it waits or is ready. */
const getExpiry = (waiting: Waiting): Date => startOfDay(addDays(waiting.sendWhen.expiresOn), waiting);

const change = (
  { item, sendWhen, now }: Waiting,
  fields: Partial<BroadcastItem> & { readonly sendWhen?: SendWhen },
): BroadcastItem => ({
  ...{ ...item, sendWhen, ...fields },
  ...{ version: item.version + 1, modifiedDate: now.toISOString() },
});

/** The mail to the user who has the draft wait; none for a client, or where no address is known. */
async function noticeAuthor(
  { tenant, item, sendWhen, real }: Waiting,
  subject: string,
  lines: readonly string[],
): Promise<Change[]> {
  const user = await tenant.get(subjectKey(tenant, sendWhen.setBy));
  const to = user?.kind === 'user' && !user.disabled ? await findUserEmail(tenant, user) : undefined;
  if (to === undefined) return [];
  const id = recordId(tenant.code, 'broadcast-wait', `${item.id} ${item.version}`);
  return [putMail(tenant, id, { to, subject, text: `${lines.join('\n\n')}\n` }, real)];
}

/** It is a draft again, which says why. */
async function end(waiting: Waiting, ended: Omit<NonNullable<SendWhen['ended']>, 'date'>): Promise<Change[]> {
  const { tenant, item, sendWhen, now } = waiting;
  const after = change(waiting, {
    ...{ status: 'draft', sendWhen: { ...sendWhen, ended: { ...ended, date: now.toISOString() } } },
  });
  const notice = await noticeAuthor(waiting, `${item.name} no longer waits`, [
    ended.detail,
    `The broadcast "${item.name}" was not sent. It is a draft again.`,
  ]);
  return [saveBroadcast(tenant, item, after), ...stopWaiting(tenant, item), ...notice];
}

/** It is ready: a person releases it. */
async function makeReady(waiting: Waiting, sendWhen: SendWhen): Promise<Change[]> {
  const { tenant, item } = waiting;
  const after = change(waiting, { status: 'ready', sendWhen });
  const notice = await noticeAuthor(waiting, `${item.name} is ready to be sent`, [
    sendWhen.happened?.what ?? '',
    `The broadcast "${item.name}" has waited for it. It is sent once a person releases it, until ${sendWhen.expiresOn}.`,
    ...(sendWhen.heldBack === undefined
      ? []
      : [`It should have been sent without a release. ${sendWhen.heldBack}`]),
  ]);
  return [
    saveBroadcast(tenant, item, after),
    ...removeWait(tenant, item.id),
    setWaitTimer(tenant, item.id, getExpiry(waiting)),
    ...notice,
  ];
}

/** Sends it in the name of who has it wait. Where that cannot be it needs a release, and says why. */
async function send(waiting: Waiting, sendWhen: SendWhen): Promise<Change[]> {
  const { tenant, settings, item, now, real, newId } = waiting;
  const { setBy, scope } = sendWhen;
  const [permissions] = await loadSubjectPermissions(tenant, [{ subject: setBy, scope }]);
  if (!permissions?.has('crm.communication.send'))
    return makeReady(waiting, { ...sendWhen, heldBack: 'Who set it up may no longer send broadcasts.' });
  try {
    const context = { tenant, settings, now, receivedAt: real, newId };
    const { changes } = await startSending(context, { ...item, sendWhen }, { sentBy: setBy });
    return [...changes];
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error;
    return makeReady(waiting, { ...sendWhen, heldBack: error.message });
  }
}

/** Waits on, until the next look. What is over by now may come again, and is the event then. */
function waitOn(waiting: Waiting, known: readonly string[], nextDay: string | undefined): Change[] {
  const { tenant, item, sendWhen, now } = waiting;
  const next = [
    new Date(now.getTime() + DAY),
    getExpiry(waiting),
    ...(nextDay === undefined ? [] : [startOfDay(nextDay, waiting)]),
  ].sort((a, b) => a.getTime() - b.getTime());
  return [
    setWaitTimer(tenant, item.id, next[0] ?? now),
    ...(known.length === sendWhen.known.length
      ? []
      : [saveBroadcast(tenant, item, change(waiting, { sendWhen: { ...sendWhen, known } }))]),
  ];
}

/** @param real the real time at which the run began */
export const waitTimerRule =
  (real: Date): TimerRule =>
  async (tenant, { subject }, now, newId) => {
    const [item, settings] = await Promise.all([
      findBroadcast(tenant, subject),
      tenant.get(tenantKey(tenant)),
    ]);
    const sendWhen = item?.sendWhen;
    if (!item || !sendWhen || !settings || (item.status !== 'waiting' && item.status !== 'ready')) return [];
    const waiting: Waiting = { tenant, settings, item, sendWhen, now, real, newId };
    const isExpired = now >= getExpiry(waiting);
    const expired = {
      reason: 'expired' as const,
      detail: `${sendWhen.expiresOn} was the last day on which it waited.`,
    };
    if (item.status === 'ready')
      return isExpired ? end(waiting, expired) : [setWaitTimer(tenant, item.id, getExpiry(waiting))];
    const { found, over, nextDay } = await look(waiting, sendWhen);
    const event = found.find(({ id }) => !sendWhen.known.includes(id));
    if (isExpired) return end(waiting, expired);
    if (event) {
      const happened = { recordId: event.id, what: event.what, date: now.toISOString() };
      const { withoutRelease } = sendWhen;
      return (withoutRelease ? send : makeReady)(waiting, { ...sendWhen, happened });
    }
    const [last] = over;
    if (last) return end(waiting, { reason: last.reason, detail: last.detail });
    const left = new Set(found.map(({ id }) => id));
    return waitOn(
      waiting,
      sendWhen.known.filter((id) => left.has(id)),
      nextDay,
    );
  };
