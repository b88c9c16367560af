// Loads the events of a feed: those of its days that match its filter.
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { SubscriptionItem } from '../../../../shared/subscriptions/subscription.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import { rowsById } from '../../bills/record/store.ts';
import { eventsInRange } from '../record/store.ts';
import { coversEvent } from '../subscriptions/matching.ts';
import type { FeedEvent } from './calendar-file.ts';

const DAYS_BACK = 60;
const DAYS_AHEAD = 400;

/**
 * The matching events around a day, by their first day.
 * @param today YYYY-MM-DD
 */
export async function loadFeedEvents(
  tenant: TenantStore,
  subscription: Pick<SubscriptionItem, 'filter' | 'what'>,
  today: string,
): Promise<readonly FeedEvent[]> {
  const { filter } = subscription;
  const events = await eventsInRange(tenant, {
    from: addDays(today, -DAYS_BACK),
    to: addDays(today, DAYS_AHEAD),
    ...(filter.stateIds.length > 0 && { stateIds: filter.stateIds }),
  });
  const rows = await rowsById(tenant, [...new Set(events.flatMap(({ billIds }) => billIds))]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return events.flatMap((event) => {
    const bills = event.billIds.flatMap((id) => byId.get(id) ?? []);
    return coversEvent(subscription, event, bills)
      ? [{ event, billNumbers: bills.map(({ billNumber }) => billNumber) }]
      : [];
  });
}
