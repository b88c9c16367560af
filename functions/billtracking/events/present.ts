// Presents calendar events with the bills of their agendas, as the tenant tracks them now.
import type { TenantStore } from '../../../shared/data/store.ts';
import { omitUndefined } from '../../../shared/directory/omit-undefined.ts';
import { federal, stateById } from '../../../shared/legislature/states.ts';
import type { BillRow } from '../bills/bill-row.ts';
import { rowsById } from '../bills/store.ts';
import type { CalendarEvent } from './calendar-event.ts';
import { toLocalTimes } from './event-times.ts';

const presentBill = ({ id, billNumber, title, trackingStatus, position }: BillRow) => ({
  id: Number(id),
  billNumber,
  title,
  trackingStatus,
  position,
});

/** @param bills the rows of the event's bills */
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

/** Reads the bills of some events and presents them: one round trip per hundred bills, half a read unit for each. */
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
