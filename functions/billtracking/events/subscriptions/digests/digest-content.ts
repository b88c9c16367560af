// Gathers what a digest tells from its lanes: events and bills as they are now, as far as they still fit.
import type { TenantStore } from '../../../../../shared/data/store.ts';
import type { BillItem } from '../../../bills/bill.ts';
import { billsById, rowsById } from '../../../bills/store.ts';
import type { CalendarEvent } from '../../calendar-event.ts';
import { eventsById } from '../../store.ts';
import type { SubjectQueueItem } from '../deliveries/subject-queue.ts';
import { matchesBill, matchesEvent } from '../matching.ts';
import type { SubscriptionFilter } from '../subscription.ts';
import type { DigestEntry } from './digest-mail.ts';

const selectSubjectIds = (lanes: readonly SubjectQueueItem[], kind: string): string[] =>
  lanes.flatMap(({ subject }) => (subject.startsWith(`${kind}#`) ? [subject.slice(kind.length + 1)] : []));

/** Everything that happened in a lane, together. */
function buildDigestEntry<R>(record: R, lane: SubjectQueueItem): DigestEntry<R> {
  return {
    record,
    isNew: lane.waiting.some(({ type }) => type.endsWith('.created')),
    fields: [...new Set(lane.waiting.flatMap(({ fields }) => fields))],
  };
}

/**
 * The news in some lanes. A bill that was archived since, and an event that no longer fits, are left out.
 * Four round trips at most.
 */
export async function loadDigestContent(
  tenant: TenantStore,
  filter: SubscriptionFilter,
  lanes: readonly SubjectQueueItem[],
): Promise<{
  readonly events: readonly DigestEntry<CalendarEvent>[];
  readonly bills: readonly DigestEntry<BillItem>[];
}> {
  const laneOf = new Map(lanes.map((lane) => [lane.subject, lane]));
  const [events, bills] = await Promise.all([
    eventsById(tenant, selectSubjectIds(lanes, 'calendar-event')),
    billsById(tenant, selectSubjectIds(lanes, 'bill')),
  ]);
  const rows = await rowsById(tenant, [...new Set(events.flatMap(({ billIds }) => billIds))]);
  const about = ({ billIds }: CalendarEvent) => rows.filter(({ id }) => billIds.includes(id));
  return {
    events: events.flatMap((event) => {
      const lane = laneOf.get(`calendar-event#${event.id}`);
      return lane && matchesEvent(filter, event, about(event)) ? [buildDigestEntry(event, lane)] : [];
    }),
    bills: bills.flatMap((bill) => {
      const lane = laneOf.get(`bill#${bill.id}`);
      return lane && matchesBill(filter, bill) ? [buildDigestEntry(bill, lane)] : [];
    }),
  };
}
