// The timer of a draft that waits: it looks at the bill or the committee when that changed, on the day on which a seat becomes
// vacant, once a day in any case, and at the end of the wait.

import { loadSubjectPermissions } from '../../../../../shared/auth/access/subject-permissions.ts';
import { subjectKey, type TenantItem, tenantKey } from '../../../../../shared/auth/accounts/records.ts';
import type { BroadcastItem } from '../../../../../shared/broadcasts/broadcast.ts';
import type { SendWhen } from '../../../../../shared/broadcasts/send-when.ts';
import { findBroadcast, saveBroadcast } from '../../../../../shared/broadcasts/store.ts';
import { setWaitTimer } from '../../../../../shared/change-feed/awaited-changes.ts';
import type { Change } from '../../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { recordId } from '../../../../../shared/directory/record/record-id.ts';
import { Failure } from '../../../../../shared/errors/failure.ts';
import { putMail } from '../../../../../shared/mail/outbox.ts';
import type { TimerRule } from '../../../../../shared/schedule/run-due-timers.ts';
import { findUserEmail } from '../../../../../shared/subscriptions/find-user-email.ts';
import { addDays } from '../../../../../shared/time/calendar-day.ts';
import { resolveLocalTime } from '../../../../../shared/time/local-time.ts';
import { startSending } from '../start-sending.ts';
import { stopWaiting } from '../waiting/stop-waiting.ts';
import { findEvent, type Look, look } from './look.ts';

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

/** The next look without any change before: a day later, or on a day on which something begins or ends. */
function getNextLook(waiting: Waiting, nextDay?: string): Date {
  const next = [
    new Date(waiting.now.getTime() + DAY),
    getExpiry(waiting),
    ...(nextDay === undefined ? [] : [startOfDay(nextDay, waiting)]),
  ].sort((a, b) => a.getTime() - b.getTime());
  return next[0] ?? waiting.now;
}

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
  return [saveBroadcast(tenant, item, after), setWaitTimer(tenant, item.id, getNextLook(waiting)), ...notice];
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
  const { tenant, item, sendWhen } = waiting;
  return [
    setWaitTimer(tenant, item.id, getNextLook(waiting, nextDay)),
    ...(known.length === sendWhen.known.length
      ? []
      : [saveBroadcast(tenant, item, change(waiting, { sendWhen: { ...sendWhen, known } }))]),
  ];
}

/** The events of a look that a draft knows and that are still there: what is over by now may come again, and is the event then. */
function listKnown({ found }: Look, { known }: SendWhen): string[] {
  const left = new Set(found.map(({ id }) => id));
  return known.filter((id) => left.has(id));
}

/** Its event is over or was cancelled before a person has released it: it waits for another one. */
async function waitAgain(waiting: Waiting, seen: Look): Promise<Change[]> {
  const { tenant, item, sendWhen } = waiting;
  const { happened, heldBack: _heldBack, ...rest } = sendWhen;
  const after = change(waiting, {
    status: 'waiting',
    sendWhen: { ...rest, known: listKnown(seen, sendWhen) },
  });
  const notice = await noticeAuthor(waiting, `${item.name} waits again`, [
    `This is no longer so: ${happened?.what ?? ''}`,
    `The broadcast "${item.name}" was ready and not sent. It waits for another event, until ${sendWhen.expiresOn}.`,
  ]);
  return [
    saveBroadcast(tenant, item, after),
    setWaitTimer(tenant, item.id, getNextLook(waiting, seen.nextDay)),
    ...notice,
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
    if (isExpired) return end(waiting, expired);
    const seen = await look(waiting, sendWhen);
    const event = findEvent(seen, sendWhen);
    if (event && event.what === sendWhen.happened?.what)
      return [setWaitTimer(tenant, item.id, getNextLook(waiting))];
    if (event) {
      const happened = { recordId: event.id, what: event.what, date: now.toISOString() };
      const isReady = item.status === 'ready';
      return (sendWhen.withoutRelease && !isReady ? send : makeReady)(waiting, { ...sendWhen, happened });
    }
    const [last] = seen.over;
    if (last) return end(waiting, { reason: last.reason, detail: last.detail });
    return item.status === 'ready'
      ? waitAgain(waiting, seen)
      : waitOn(waiting, listKnown(seen, sendWhen), seen.nextDay);
  };
