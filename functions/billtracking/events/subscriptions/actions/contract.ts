// What is done with a subscription: paused, resumed, tested, given a new secret.
import * as z from 'zod';
import { endpoint } from '../../../../../shared/http/endpoint.ts';
import { integerWithDefault } from '../../../../../shared/http/lenient.ts';
import { successEnvelope } from '../../../envelopes.ts';
import { Subscription, SubscriptionWithCredentials } from '../schemas.ts';
import { SECRET_OVERLAP_HOURS } from '../subscription.ts';

const shared = {
  area: 'billtracking',
  method: 'POST',
  tags: ['Bill Events & Calendar'],
  params: z.object({ id: z.guid().toLowerCase() }),
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: { permission: 'billtracking.subscriptions.write', token: 'tenant' },
  budget: { roundTrips: 5, readUnits: 8, writeUnits: 16 },
  example: { params: { id: '{{subscriptionId}}' } },
} as const;
const path = '/api/1.0/bill/event/subscription/{id}';
const subscriptionResponse = {
  200: { description: 'The subscription as it is now.', body: successEnvelope(Subscription) },
};

export const pauseSubscription = endpoint({
  ...shared,
  path: `${path}/pause`,
  summary: 'Pause a subscription',
  description:
    'Nothing is sent until it is resumed. What changes meanwhile is not told; a replay tells it. A calendar feed, which is fetched rather than sent, goes on being served: calendar programs drop a feed that they do not find. To end one, remove the subscription or give it a new address.',
  responses: subscriptionResponse,
});

export const resumeSubscription = endpoint({
  ...shared,
  path: `${path}/resume`,
  summary: 'Resume a subscription',
  description:
    'Of one that was paused or disabled. What waited to be sent goes out; what changed meanwhile is told by a replay. Where its mail goes to an address that has not agreed, or that unsubscribed, the address is asked first: it is `unconfirmed` until then.',
  responses: subscriptionResponse,
});

export const testSubscription = endpoint({
  ...shared,
  path: `${path}/test`,
  summary: 'Send a test',
  description:
    'To the webhook, by mail, or on the push channel. A calendar feed is fetched: open its address.',
  responses: {
    200: {
      description: 'It is on its way; the deliveries tell what became of it.',
      body: successEnvelope(z.strictObject({ deliveryId: z.string() })),
    },
  },
});

export const rotateSubscriptionSecret = endpoint({
  ...shared,
  path: `${path}/secret/rotate`,
  summary: 'Give a webhook a new secret, or a feed a new address',
  description:
    'Told in this reply alone. Webhooks are signed with the old secret beside the new one for some hours more; the old address of a feed ends at once.',
  body: z
    .object({
      overlapHours: integerWithDefault(SECRET_OVERLAP_HOURS, 0, 168).meta({
        description: `For how long the old secret signs too; ${SECRET_OVERLAP_HOURS} hours unless told.`,
      }),
    })
    .meta({ id: 'SecretRotation' }),
  responses: {
    200: {
      description: 'The subscription, with what is told once.',
      body: successEnvelope(SubscriptionWithCredentials),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'SERVICE_BUSY'],
  example: { params: { id: '{{webhookSubscriptionId}}' }, body: { overlapHours: 24 } },
});
