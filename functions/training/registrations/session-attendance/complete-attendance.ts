// POST /api/v1/Classes/{id}/Attendance/Complete
import { conflict } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { openParts } from '../../../../shared/http/perform-parts.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { encodeCursor, readCursorPage } from '../../../../shared/lists/cursor.ts';
import { requireActiveCaller } from '../../access/acting-people.ts';
import { selectValidEntries } from '../../classes/record/attendance-rule.ts';
import { presentRefusal } from '../../refusal.ts';
import { formatMoment } from '../../time/format-moment.ts';
import { registrationListing, registrationSort } from '../record/registration.ts';
import { completeAttendance } from './contract.ts';
import { requireRegistrationOfClass, requireTaughtClass } from './load.ts';
import { applySessionAttendance } from './settle-attendance.ts';

/** So many registrations are looked at for one request. */
const perRequest = 100;

export const handler = lambda(completeAttendance, async (context) => {
  const { tenant, caller, params, body, now } = context;
  const [{ classWithSeats, rule }] = await Promise.all([
    requireTaughtClass(tenant, caller, params.id),
    requireActiveCaller(context),
  ]);
  const { item } = classWithSeats;
  if (!rule)
    throw conflict(
      `${item.sectionName} has no attendance rule; set one, or record the attendance of each person.`,
    );
  if (item.isCancelled) throw conflict(`${item.sectionName} is cancelled; attendance can't be recorded.`);
  if (now < new Date(item.endsAt))
    throw conflict(
      `${item.sectionName} ends on ${formatMoment(item.endsAt, item.timeZone)}; its attendance can be completed from then on.`,
    );
  const listing = registrationListing(tenant, item.id);
  const page = { pageSize: perRequest, cursor: body.cursor };
  const { items, next } = await readCursorPage(listing.name, page, registrationSort, (limit, from) =>
    tenant.queryAll(listing, { from, limit }),
  );
  const parts = await openParts(completeAttendance, context);
  const statuses: string[] = [];
  const refused: { registrationId: string; error: ReturnType<typeof presentRefusal> }[] = [];
  let rest = next;
  for (const [index, { id, status }] of items.entries()) {
    if (status !== 'Confirmed') continue;
    const outcome = await parts.perform(id, async () => {
      const attendedClass = await requireTaughtClass(tenant, caller, params.id);
      const before = await requireRegistrationOfClass(tenant, params.id, id);
      const { sessions } = attendedClass.classWithSeats.item;
      const known = selectValidEntries(sessions, before.sessionAttendance);
      const absent = sessions
        .filter((session) => !known.some(({ sessionId }) => sessionId === session.id))
        .map((session) => ({ sessionId: session.id, minutes: 0, method: 'list' as const }));
      const input = { before, ...attendedClass, entries: absent };
      const { after, changes } = await applySessionAttendance(context, input);
      return write(changes, ok({ status: after.status }));
    });
    if (outcome.state === 'pending') {
      const last = items[index - 1];
      rest = last ? encodeCursor(listing.name, registrationSort(last)) : body.cursor;
      break;
    }
    if (outcome.state === 'done') statuses.push(outcome.answer.status);
    else refused.push({ registrationId: id, error: presentRefusal(outcome.refusal) });
  }
  const count = (of: string): number => statuses.filter((status) => status === of).length;
  return write([], ok({ attended: count('Attended'), noShow: count('NoShow'), refused, next: rest }));
});
