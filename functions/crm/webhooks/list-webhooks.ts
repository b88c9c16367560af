// GET /api/v1/Webhooks
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { allSubscriptions } from '../../../shared/subscriptions/store.ts';
import { isOfDoor } from '../../../shared/subscriptions/subscription.ts';
import { takeWholeListPage } from '../committees/whole-list.ts';
import { compareNames } from '../lists/compare-names.ts';
import { listWebhooks } from './contract.ts';
import { presentWebhook } from './webhook.ts';

export const handler = lambda(listWebhooks, async ({ tenant, query, receivedAt }) => {
  const webhooks = (await allSubscriptions(tenant)).filter((subscription) => isOfDoor(subscription, 'crm'));
  const presented = webhooks
    .toSorted(compareNames)
    .map((webhook) => presentWebhook(webhook, tenant.code, receivedAt));
  return ok(takeWholeListPage(presented, query));
});
