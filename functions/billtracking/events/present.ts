// Presents calendar events with the bills of their agendas, as the tenant tracks them now.
import { pick } from '../../../shared/data/pick.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { federal, stateById } from '../../../shared/legislature/states.ts';
import type { BillRow } from '../bills/bill-row.ts';
import { rowsById } from '../bills/store.ts';
import type { CalendarEvent } from './calendar-event.ts';
import { toLocalTimes } from './event-times.ts';

const presentBill = (bill: BillRow) => ({
  id: Number(bill.id),
  ...pick(bill, ['billNumber', 'title', 'trackingStatus', 'position']),
});

/**
 * An event as every reader sees it: in lists, in its details, and in messages to subscribers.
 * @param bills the rows of the event's bills
 */
export function presentEvent(event: CalendarEvent, bills: readonly BillRow[]) {
  const { id, abbreviation, name } = stateById(event.stateId) ?? federal;
  return {
    ...pick(event, ['id', 'title', 'eventType', 'status', 'stateId', 'keyDate']),
    state: { id, abbreviation, name },
    ...pick(event, ['committees', 'timeZone', 'isAllDay']),
    ...toLocalTimes(event),
    bills: bills.map(presentBill),
    billIds: event.billIds.map(Number),
    ...pick(event, ['sequence', 'createdDate', 'modifiedDate']),
    ...pick(event, ['sourceType', 'sessionId', 'chamber', 'location', 'description']),
    ...pick(event, ['startsAt', 'endsAt', 'sourceUrl']),
  };
}

/** The event with what only its details have: the papers that its source publishes. */
export const presentEventDetails = (event: CalendarEvent, bills: readonly BillRow[]) => ({
  ...presentEvent(event, bills),
  ...pick(event, ['documents', 'witnesses']),
});

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
