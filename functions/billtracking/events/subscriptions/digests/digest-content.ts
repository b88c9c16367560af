// Loads the content of a digest from its queues: the events and bills that still match, in their current state.
import type { TenantStore } from '../../../../../shared/data/store.ts';
import type { BillItem } from '../../../bills/bill.ts';
import { billsById, rowsById } from '../../../bills/store.ts';
import type { CalendarEvent } from '../../calendar-event.ts';
import { eventsById } from '../../store.ts';
import type { SubjectQueueItem } from '../deliveries/subject-queue.ts';
import { matchesBill, matchesEvent } from '../matching.ts';
import type { SubscriptionFilter } from '../subscription.ts';
import type { DigestEntry } from './digest-mail.ts';

const selectSubjectIds = (queues: readonly SubjectQueueItem[], kind: string): string[] =>
  queues.flatMap(({ subject }) => (subject.startsWith(`${kind}#`) ? [subject.slice(kind.length + 1)] : []));

/** Everything that changed according to a queue. */
function buildDigestEntry<R>(record: R, queue: SubjectQueueItem): DigestEntry<R> {
  return {
    record,
    isNew: queue.waiting.some(({ type }) => type.endsWith('.created')),
    fields: [...new Set(queue.waiting.flatMap(({ fields }) => fields))],
  };
}

/**
 * The content of some queues, without bills archived since and events that no longer match. At most four round trips.
 */
export async function loadDigestContent(
  tenant: TenantStore,
  filter: SubscriptionFilter,
  queues: readonly SubjectQueueItem[],
): Promise<{
  readonly events: readonly DigestEntry<CalendarEvent>[];
  readonly bills: readonly DigestEntry<BillItem>[];
}> {
  const queuesBySubject = new Map(queues.map((queue) => [queue.subject, queue]));
  const [events, bills] = await Promise.all([
    eventsById(tenant, selectSubjectIds(queues, 'calendar-event')),
    billsById(tenant, selectSubjectIds(queues, 'bill')),
  ]);
  const rows = await rowsById(tenant, [...new Set(events.flatMap(({ billIds }) => billIds))]);
  const listBills = ({ billIds }: CalendarEvent) => rows.filter(({ id }) => billIds.includes(id));
  return {
    events: events.flatMap((event) => {
      const queue = queuesBySubject.get(`calendar-event#${event.id}`);
      return queue && matchesEvent(filter, event, listBills(event)) ? [buildDigestEntry(event, queue)] : [];
    }),
    bills: bills.flatMap((bill) => {
      const queue = queuesBySubject.get(`bill#${bill.id}`);
      return queue && matchesBill(filter, bill) ? [buildDigestEntry(bill, queue)] : [];
    }),
  };
}
