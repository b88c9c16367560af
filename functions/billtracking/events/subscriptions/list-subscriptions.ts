// POST /api/1.0/bill/event/subscription/list
import { foldForSort } from '../../../../shared/directory/fold-for-sort.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { pageReply, sortsAscending } from '../../envelopes.ts';
import { listSubscriptions } from './contract.ts';
import { presentSubscription } from './present.ts';
import { allSubscriptions } from './store.ts';
import type { SubscriptionItem } from './subscription.ts';

export const handler = lambda(listSubscriptions, async ({ body, tenant, now }) => {
  const { text, channelTypes, statuses, sortBy, pageNumber, pageSize } = body;
  const words = foldForSort(text ?? '');
  const matchesFilter = ({ name, channel, status }: SubscriptionItem): boolean =>
    foldForSort(name).includes(words) &&
    (!channelTypes?.length || channelTypes.includes(channel.type)) &&
    (!statuses?.length || statuses.includes(status));
  const getSortKey = (subscription: SubscriptionItem): string =>
    `${sortBy === 'name' ? foldForSort(subscription.name) : subscription[sortBy]}#${subscription.id}`;
  const direction = sortsAscending(body, true) ? 1 : -1;
  const found = (await allSubscriptions(tenant))
    .filter(matchesFilter)
    .map((subscription) => ({ subscription, sortKey: getSortKey(subscription) }))
    .sort((a, b) => (a.sortKey < b.sortKey ? -direction : direction));
  const first = (pageNumber - 1) * pageSize;
  const page = found
    .slice(first, first + pageSize)
    .map(({ subscription }) => presentSubscription(subscription, now));
  return pageReply(page, body, found.length);
});
