// POST /api/1.0/bill/event/save
import type { TenantStore } from '../../../shared/data/store.ts';
import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { write } from '../../../shared/http/reply.ts';
import { committeesByNumber } from '../../../shared/legislature/committee-numbers.ts';
import { sessionById } from '../../../shared/legislature/sessions/sessions.ts';
import { rowsById } from '../bills/record/store.ts';
import { successReply } from '../envelopes.ts';
import { saveCalendarEvent } from './contract.ts';
import { type EventReferences, parseEvent } from './event-input.ts';
import { presentEventDetails } from './present.ts';
import { applyEventContent } from './record/calendar-event.ts';
import { loadBillNumbers, toNoticeAuthor } from './record/notices.ts';
import { buildBillEntryChanges, buildCalendarChanges, eventById, writeEvent } from './record/store.ts';
import type { CalendarEventInput } from './schemas.ts';

async function loadReferences(
  tenant: TenantStore,
  { sessionId, committeeIds, billIds }: CalendarEventInput,
): Promise<EventReferences> {
  const [session, committees, bills] = await Promise.all([
    sessionId ? sessionById(tenant, sessionId) : undefined,
    committeesByNumber(tenant, [...new Set(committeeIds)]),
    rowsById(tenant, [...new Set(billIds)]),
  ]);
  return { session, committees, bills };
}

export const handler = lambda(saveCalendarEvent, async ({ body, tenant, now, newId, ifMatch, caller }) => {
  const [before, references] = await Promise.all([
    body.id === undefined ? undefined : eventById(tenant, body.id, { consistent: true }),
    loadReferences(tenant, body),
  ]);
  if (body.id !== undefined && !before) throw notFound('calendar event', body.id);
  const content = parseEvent(body, before, references, now);
  const after = applyEventContent(before?.id ?? newId(), before, content, now);
  const bills = await rowsById(tenant, after.billIds);
  const change = { before, after };
  const notice = {
    author: toNoticeAuthor(caller),
    now,
    billNumbers: await loadBillNumbers(tenant, [change]),
  };
  const { additions, removals } = buildBillEntryChanges(tenant, change);
  const changes = [
    ...writeEvent(tenant, change, { ifMatch, notice }),
    ...additions,
    ...removals,
    ...(await buildCalendarChanges(tenant, [change])),
  ];
  const message = before ? 'The event was updated.' : 'The event was added to the calendar.';
  return write(changes, successReply(presentEventDetails(after, bills), message, { version: after.version }));
});
