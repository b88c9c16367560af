// A calendar event as callers see it, with what the tenant makes of its bills just now.
import type { TenantStore } from '../../../shared/data/store.ts';
import { omitUndefined } from '../../../shared/directory/omit-undefined.ts';
import { federal, stateById } from '../../../shared/legislature/states.ts';
import type { BillRow } from '../bills/bill-row.ts';
import { rowsById } from '../bills/store.ts';
import type { CalendarEvent } from './calendar-event.ts';
import { toLocalTimes } from './event-times.ts';

/** A bill of an agenda. */
const presentBill = ({ id, billNumber, title, trackingStatus, position }: BillRow) => ({
  id: Number(id),
  billNumber,
  title,
  trackingStatus,
  position,
});

/** An event with the rows of its bills. */
export function presentEvent(event: CalendarEvent, bills: readonly BillRow[]) {
  const { id, abbreviation, name } = stateById(event.stateId) ?? federal;
  return {
    id: event.id,
    title: event.title,
    eventType: event.eventType,
    status: event.status,
    state: { id, abbreviation, name },
    committees: event.committees,
    timeZone: event.timeZone,
    isAllDay: event.isAllDay,
    ...toLocalTimes(event),
    bills: bills.map(presentBill),
    sequence: event.sequence,
    createdDate: event.createdDate,
    modifiedDate: event.modifiedDate,
    ...omitUndefined({
      sourceType: event.sourceType,
      sessionId: event.sessionId,
      chamber: event.chamber,
      location: event.location,
      description: event.description,
      startsAt: event.startsAt,
      endsAt: event.endsAt,
      sourceUrl: event.sourceUrl,
    }),
  };
}

/** Some events with their bills, in one round trip per hundred bills: about half a read unit for each. */
export async function presentEvents(tenant: TenantStore, events: readonly CalendarEvent[]) {
  const ids = [...new Set(events.flatMap(({ billIds }) => billIds))];
  const rows = new Map((await rowsById(tenant, ids)).map((row) => [row.id, row]));
  return events.map((event) =>
    presentEvent(
      event,
      event.billIds.flatMap((id) => rows.get(id) ?? []),
    ),
  );
}
