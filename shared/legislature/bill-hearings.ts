// The hearings of a bill, for other areas than bill tracking, which has the records.
import type { Key, Partition, TenantStore } from '../data/store.ts';
import type { EventType } from './event-types.ts';
import { type EventEnd, isOver } from './is-over.ts';

/** What is read of a bill here. */
export interface BillFacts {
  readonly id: string;
  readonly billNumber: string;
  readonly status: string;
  /** DECIDED once it became law, was vetoed or failed. */
  readonly stage?: string | undefined;
}

/** What is read of a calendar event here. */
export interface HearingFacts extends EventEnd {
  readonly id: string;
  readonly title: string;
  readonly eventType: EventType;
  readonly status: string;
  readonly startDate: string;
  readonly billIds: readonly string[];
}

/** The entry of an event under a bill that it concerns, or used to. */
export interface BillEvent {
  readonly type: 'bill-event';
  readonly eventId: string;
}

export const billRecordKey = <B extends BillFacts>(tenant: TenantStore, id: string | number): Key<B> =>
  tenant.key(`BILL#${id}`, 'BILL');
export const calendarEventKey = <E extends HearingFacts>(tenant: TenantStore, id: string): Key<E> =>
  tenant.key(`CALENDAR-EVENT#${id}`, 'EVENT');
const entriesName = (billId: string | number): string => `BILL-EVENTS#${billId}`;
/** The entries of the events of a bill. */
export const billEvents = (tenant: TenantStore, billId: string | number): Partition<BillEvent> =>
  tenant.partition(entriesName(billId));
export const billEventKey = (tenant: TenantStore, billId: string, eventId: string): Key<BillEvent> =>
  tenant.key(entriesName(billId), eventId);

/** The bill, as it was last written. One read. */
export const findBill = (tenant: TenantStore, id: string): Promise<BillFacts | undefined> =>
  tenant.get(billRecordKey<BillFacts>(tenant, id), { consistent: true });

/** The hearings of a bill that are scheduled and not over, as they were last written. A query, then a read unit for each event. */
export async function listComingHearings(
  tenant: TenantStore,
  billId: string,
  now: Date,
): Promise<HearingFacts[]> {
  const entries = await tenant.queryAll(billEvents(tenant, billId), { consistent: true });
  const events = await tenant.getMany(
    entries.map(({ eventId }) => calendarEventKey<HearingFacts>(tenant, eventId)),
    { consistent: true },
  );
  // An entry is written before the event and removed after it, so the event itself decides.
  return events
    .filter((event) => event !== undefined)
    .filter(
      (event) =>
        event.eventType === 'HEARING' &&
        event.status === 'SCHEDULED' &&
        event.billIds.includes(billId) &&
        !isOver(event, now),
    );
}
