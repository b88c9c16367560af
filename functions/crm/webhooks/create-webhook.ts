// POST /api/v1/Webhooks
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { auditSubscriptionChange } from '../../../shared/subscriptions/audit.ts';
import { toFollower } from '../../../shared/subscriptions/follower.ts';
import { insertSubscription } from '../../../shared/subscriptions/store.ts';
import { buildSubscription } from '../../../shared/subscriptions/subscription.ts';
import { createWebhook } from './contract.ts';
import { buildContent, issueSecret, presentWebhook, toCreator } from './webhook.ts';

export const handler = lambda(
  createWebhook,
  async ({ body, tenant, caller, now, receivedAt, ...context }) => {
    const content = buildContent(body, caller);
    const follower = toFollower(caller, content.what.topics);
    const built = buildSubscription(context.newId(), content, toCreator(caller), now);
    const { stored, secret } = await issueSecret({ tenant, ...context }, built, 0, receivedAt);
    const webhook = { ...built, ...stored, door: 'crm' as const, follower };
    return write(
      [
        ...insertSubscription(tenant, webhook),
        auditSubscriptionChange(tenant, { after: webhook }, { caller, now, ...context }),
      ],
      created(
        { ...presentWebhook(webhook, tenant.code, receivedAt), secret },
        context.url(`/api/v1/Webhooks/${webhook.id}`),
        { version: webhook.version },
      ),
    );
  },
);
