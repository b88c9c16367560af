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
  const wanted = foldForSort(text ?? '');
  const fits = ({ name, channel, status }: SubscriptionItem): boolean =>
    foldForSort(name).includes(wanted) &&
    (!channelTypes?.length || channelTypes.includes(channel.type)) &&
    (!statuses?.length || statuses.includes(status));
  const placeOf = (one: SubscriptionItem): string =>
    `${sortBy === 'name' ? foldForSort(one.name) : one[sortBy]}#${one.id}`;
  const direction = sortsAscending(body, true) ? 1 : -1;
  const found = (await allSubscriptions(tenant))
    .filter(fits)
    .map((one) => ({ one, place: placeOf(one) }))
    .sort((a, b) => (a.place < b.place ? -direction : direction));
  const first = (pageNumber - 1) * pageSize;
  const shown = found.slice(first, first + pageSize).map(({ one }) => presentSubscription(one, now));
  return pageReply(shown, body, found.length);
});
