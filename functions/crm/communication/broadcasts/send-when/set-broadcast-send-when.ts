// PUT /api/v1/Broadcasts/{id}/SendWhen
import type { Caller } from '../../../../../shared/auth/access/access.ts';
import { assertMay } from '../../../../../shared/broadcasts/broadcast.ts';
import { getSubject, type SendWhen } from '../../../../../shared/broadcasts/send-when.ts';
import { requireBroadcast, saveBroadcast } from '../../../../../shared/broadcasts/store.ts';
import { insertWait, replaceWait, setWaitTimer } from '../../../../../shared/change-feed/awaited-changes.ts';
import { conflict, permissionDenied, throwIfInvalid } from '../../../../../shared/errors/failure.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../../shared/http/reply.ts';
import { addMonths } from '../../../../../shared/time/calendar-day.ts';
import { toLocalDate } from '../../../../../shared/time/local-date.ts';
import { omitUndefined } from '../../../../../shared/values/omit-undefined.ts';
import { loadAndPresent } from '../present.ts';
import type { SendWhenInput } from '../waiting/schemas.ts';
import { setBroadcastSendWhen } from './contract.ts';
import { type Look, look } from './look.ts';

/** The longest wait. */
export const MAX_WAIT_YEARS = 2;

/** The first look after the request: what changed while it was being decided is seen then. */
const FIRST_LOOK = 120_000;

/** Whether the caller may read what the draft waits for; a record that they may not read is unknown. */
const mayRead = ({ event }: SendWhenInput, { permissions }: Caller): boolean =>
  permissions.has(event === 'bill-hearing' ? 'billtracking.bills.read' : 'crm.committees.read');

/** What a caller finds who may not read the record. */
const unreadable = (isOfBill: boolean): Look => ({
  found: [],
  over: [
    {
      reason: 'subject-gone',
      detail: `The ${isOfBill ? 'bill' : 'committee'} does not exist.`,
      of: isOfBill ? 'billId' : 'committeeId',
    },
  ],
});

/** @throws Failure 409 for a day that is over, or too late */
function assertIsToCome(expiresOn: string, today: string): void {
  const latest = addMonths(today, { years: MAX_WAIT_YEARS });
  if (expiresOn < today || expiresOn > latest)
    throw conflict(`expiresOn must be between ${today} and ${latest}, but was ${expiresOn}.`, 'expiresOn');
}

export const handler = lambda(setBroadcastSendWhen, async (context) => {
  const { tenant, settings, caller, params, body, now, ifMatch } = context;
  if (body.withoutRelease && !caller.permissions.has('crm.communication.send'))
    throw permissionDenied('crm.communication.send');
  const before = await requireBroadcast(tenant, params.id);
  assertMay('wait', before);
  const today = toLocalDate(settings.timeZone, now);
  const expiresOn = body.expiresOn ?? addMonths(today, { years: 1 });
  const isOfBill = body.event === 'bill-hearing';
  const subject = isOfBill
    ? { billId: String(body.billId) }
    : omitUndefined({ committeeId: body.committeeId ?? undefined, positionId: body.positionId ?? undefined });
  const { found, over } = mayRead(body, caller) ? await look(context, subject) : unreadable(isOfBill);
  throwIfInvalid(
    over
      .filter(({ reason }) => reason === 'subject-gone')
      .map(({ detail, of }) => ({
        ...{ code: 'UNKNOWN_VALUE' as const, message: `${detail} Send the id of one that is there.` },
        target: of,
      })),
  );
  const [last] = over;
  if (last) throw conflict(`${last.detail} No hearing of it is to come.`);
  assertIsToCome(expiresOn, today);
  const sendWhen: SendWhen = {
    ...{ event: body.event, ...subject, expiresOn, setBy: caller.subject, setDate: now.toISOString() },
    ...(body.withoutRelease && { withoutRelease: true }),
    ...(caller.kind !== 'anonymous' && omitUndefined({ scope: caller.claims.scope })),
    known: found.map(({ id }) => id),
  };
  const after = {
    ...before,
    ...({ status: 'waiting', sendWhen } as const),
    ...{ version: before.version + 1, modifiedDate: now.toISOString() },
  };
  const timer = setWaitTimer(tenant, before.id, new Date(now.getTime() + FIRST_LOOK));
  return write(
    [
      saveBroadcast(tenant, before, after, ifMatch),
      ...(before.status === 'waiting' || before.status === 'ready'
        ? [replaceWait(tenant, before.id, getSubject(subject))]
        : insertWait(tenant, before.id, getSubject(subject))),
      timer,
    ],
    ok(await loadAndPresent(tenant, after), { version: after.version, isComposed: true }),
  );
});
