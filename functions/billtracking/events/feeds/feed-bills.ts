// Loads the bills that the searches of a feed found.
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { SubscriptionItem } from '../../../../shared/subscriptions/subscription.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import { legislatureDay } from '../../bills/legislature-day.ts';
import { billsById } from '../../bills/record/store.ts';
import { latestMatches, searchesById } from '../../searches/store.ts';
import { matchesFoundBill } from '../subscriptions/matching.ts';
import type { FeedBill } from './calendar-file.ts';

const DAYS_BACK = 60;
/** A calendar shows no more of a search: one that finds hundreds of bills is too wide for a calendar. */
const MAX_BILLS_PER_SEARCH = 100;
/** So many searches are shown in one calendar. */
const MAX_SEARCHES = 20;

/**
 * The bills that the searches of a subscription found in the last 60 days, the latest first. One query per search, and
 * one round trip per hundred bills.
 * @param today YYYY-MM-DD
 */
export async function loadFeedBills(
  tenant: TenantStore,
  { filter, what }: Pick<SubscriptionItem, 'filter' | 'what'>,
  today: string,
): Promise<readonly FeedBill[]> {
  const searches = await searchesById(tenant, (what.searches ?? []).slice(0, MAX_SEARCHES));
  const since = addDays(today, -DAYS_BACK);
  const found = await Promise.all(
    searches.map(({ id }) => latestMatches(tenant, id, since, MAX_BILLS_PER_SEARCH)),
  );
  const matches = found.flat();
  const bills = await billsById(tenant, [...new Set(matches.map(({ billId }) => billId))]);
  return matches.flatMap(({ id, billId, searchId, createdDate }): FeedBill[] => {
    const bill = bills.find((each) => each.id === billId);
    if (!bill || !matchesFoundBill(filter, bill)) return [];
    const searchName = searches.find((search) => search.id === searchId)?.name ?? '';
    return [
      {
        id: `bill-match-${id}`,
        day: legislatureDay(bill, new Date(createdDate)),
        foundAt: createdDate,
        title: `New bill: ${bill.billNumber} ${bill.title}`,
        description: [`Found by the search ${searchName}`, bill.sessionName, bill.status].join('\n'),
        url: bill.sources[0]?.url,
      },
    ];
  });
}
