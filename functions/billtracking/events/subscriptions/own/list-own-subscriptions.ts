// GET /api/1.0/bill/event/own-subscriptions
import { lambda } from '../../../../../shared/http/lambda.ts';
import { sortByValue } from '../../../../../shared/lists/sort.ts';
import { allSubscriptions } from '../../../../../shared/subscriptions/store.ts';
import { successReply } from '../../../envelopes.ts';
import { presentSubscription } from '../present.ts';
import { listOwnSubscriptions } from './contract.ts';
import { isOwn } from './ownership.ts';

export const handler = lambda(listOwnSubscriptions, async ({ tenant, caller, now }) => {
  const own = (await allSubscriptions(tenant)).filter((subscription) => isOwn(caller, subscription));
  const latestFirst = sortByValue(own, ({ createdDate }) => createdDate, 'desc');
  return successReply(
    latestFirst.map((subscription) => presentSubscription(subscription, now, true, caller)),
    `${own.length} subscriptions`,
  );
});
