// Operations on a subscription: pause, resume, test, rotate its secret.
import * as z from 'zod';
import { endpoint } from '../../../../../shared/http/endpoint.ts';
import { overlapHours } from '../../../../../shared/subscriptions/secret-overlap.ts';
import { successEnvelope } from '../../../envelopes.ts';
import { Subscription, SubscriptionWithCredentials } from '../schemas.ts';

const shared = {
  area: 'billtracking',
  method: 'POST',
  tags: ['Bill Events & Calendar'],
  params: z.object({ id: z.guid().toLowerCase() }),
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: { permission: 'billtracking.subscriptions.write', token: 'tenant' },
  budget: { roundTrips: 5, readUnits: 8, writeUnits: 28 },
  example: { params: { id: '{{subscriptionId}}' } },
} as const;
const path = '/api/1.0/bill/event/subscription/{id}';
const subscriptionResponse = {
  200: { description: 'The updated subscription.', body: successEnvelope(Subscription) },
};

export const pauseSubscription = endpoint({
  ...shared,
  path: `${path}/pause`,
  summary: 'Pause a subscription',
  description:
    'Nothing is sent until the subscription is resumed. Changes made meanwhile are delivered only by a replay. A calendar feed is still served while paused, because calendar programs drop a feed that they cannot fetch; to end it, delete the subscription or rotate its address.',
  responses: subscriptionResponse,
});

export const resumeSubscription = endpoint({
  ...shared,
  path: `${path}/resume`,
  summary: 'Resume a subscription',
  description:
    'Resumes a paused or disabled subscription. Queued deliveries are sent; changes made meanwhile are delivered only by a replay. If its mail address has not agreed, or has unsubscribed, the subscription is `unconfirmed` until the address confirms.',
  responses: subscriptionResponse,
});

export const testSubscription = endpoint({
  ...shared,
  path: `${path}/test`,
  ifMatch: 'ignored',
  summary: 'Test a subscription',
  description:
    'Sends a test message to the webhook, by mail, or on the push channel. To test a calendar feed, open its address.',
  responses: {
    200: {
      description: 'The test was queued; read its outcome among the deliveries.',
      body: successEnvelope(z.strictObject({ deliveryId: z.string() })),
    },
  },
});

export const rotateSubscriptionSecret = endpoint({
  ...shared,
  path: `${path}/secret/rotate`,
  summary: 'Rotate the secret of a webhook, or the address of a calendar feed',
  description:
    'The new secret or address is returned in this response only. Webhooks are also signed with the previous secret for some hours; the previous address of a feed stops working at once.',
  body: z.object({ overlapHours }).meta({ id: 'SecretRotation' }),
  responses: {
    200: {
      description: 'The subscription with its new credentials, which are returned only once.',
      body: successEnvelope(SubscriptionWithCredentials),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'PERMISSION_DENIED', 'SERVICE_BUSY'],
  access: { ...shared.access, some: 'crm.people.read' },
  example: { params: { id: '{{webhookSubscriptionId}}' }, body: { overlapHours: 24 } },
});
