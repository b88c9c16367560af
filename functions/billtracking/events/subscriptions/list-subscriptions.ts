// POST /api/1.0/bill/event/subscription/list

import { lambda } from '../../../../shared/http/lambda.ts';
import { foldForSort } from '../../../../shared/lists/fold-for-sort.ts';
import { takePage } from '../../../../shared/lists/page.ts';
import { sortsAscending } from '../../../../shared/lists/query.ts';
import { sortByValue } from '../../../../shared/lists/sort.ts';
import { allSubscriptions } from '../../../../shared/subscriptions/store.ts';
import { isOfDoor, type SubscriptionItem } from '../../../../shared/subscriptions/subscription.ts';
import { pageReply, toPageRequest } from '../../envelopes.ts';
import { listSubscriptions } from './contract.ts';
import { presentSubscription, seesAddress } from './present.ts';

export const handler = lambda(listSubscriptions, async ({ body, tenant, now, ...viewer }) => {
  const { text, channelTypes, statuses, sortBy } = body;
  const words = foldForSort(text ?? '');
  const matchesFilter = ({ name, channel, status }: SubscriptionItem): boolean =>
    foldForSort(name).includes(words) &&
    (!channelTypes?.length || channelTypes.includes(channel.type)) &&
    (!statuses?.length || statuses.includes(status));
  const getValue = (subscription: SubscriptionItem): string =>
    sortBy === 'name' ? foldForSort(subscription.name) : subscription[sortBy];
  const found = (await allSubscriptions(tenant)).filter(
    (subscription) => isOfDoor(subscription, 'billtracking') && matchesFilter(subscription),
  );
  const sorted = sortByValue(found, getValue, sortsAscending(body, true) ? 'asc' : 'desc');
  const page = takePage(sorted, toPageRequest(body)).map((subscription) =>
    presentSubscription(subscription, now, seesAddress(viewer, subscription), viewer.caller),
  );
  return pageReply(page, body, found.length);
});
