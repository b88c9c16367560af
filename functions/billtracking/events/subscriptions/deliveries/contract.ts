// Deliveries of subscriptions: what was sent, what failed, and sending it again.
import * as z from 'zod';
import { endpoint } from '../../../../../shared/http/endpoint.ts';
import { integerWithDefault, optionalOrBlank } from '../../../../../shared/http/lenient.ts';
import { deliveryStates } from '../../../../../shared/subscriptions/delivery.ts';
import { moment } from '../../../../../shared/time/moment-schemas.ts';
import { successEnvelope } from '../../../envelopes.ts';

const Delivery = z
  .strictObject({
    id: z.string().meta({ description: 'The id of the change in the change feed.' }),
    state: z.enum(deliveryStates),
    type: z.string().meta({ example: 'calendar-event.updated' }),
    message: z.record(z.string(), z.unknown()).meta({ description: 'The message that was or will be sent.' }),
    attempts: z.array(
      z.strictObject({
        at: z.iso.datetime(),
        status: z.int().optional().meta({ description: 'The status code of the response.' }),
        error: z.string().optional().meta({ description: 'Why there was no response.' }),
        response: z.string().optional().meta({ description: 'The beginning of the response body.' }),
        retryAfterSeconds: z
          .int()
          .optional()
          .meta({ description: 'The delay that the receiver requested (Retry-After).' }),
        milliseconds: z.int(),
      }),
    ),
    nextTryAt: z.iso.datetime().optional(),
    deliveredDate: z.iso.datetime().optional(),
    createdDate: z.iso.datetime(),
  })
  .meta({ id: 'EventDelivery' });

const shared = { area: 'billtracking', tags: ['Bill Events & Calendar'] } as const;
const id = z.guid().toLowerCase();
const path = '/api/1.0/bill/event/subscription/{id}';
const writeAccess = { permission: 'billtracking.subscriptions.write', token: 'tenant' } as const;
const deliveryId = z.string().regex(/^[\w-]{1,100}$/, 'the id of a delivery');

export const listDeliveries = endpoint({
  ...shared,
  method: 'GET',
  path: `${path}/deliveries`,
  summary: 'List the deliveries of a subscription',
  description:
    'The newest first. A digest is one delivery. Deliveries are stored for 30 days, dead letters for 90. With `after`, lists what is new since that delivery, by the time of the changes: a delivery made late, after a failure or by a replay, is listed at the time of its change, and the push channel announces it.',
  params: z.object({ id }),
  query: z.object({
    state: optionalOrBlank(z.enum(deliveryStates)),
    limit: integerWithDefault(20, 1, 100),
    cursor: z.string().min(1).max(2000).optional().meta({ description: 'The `next` of the previous page.' }),
    after: deliveryId.optional().meta({
      description:
        'The id of a delivery: lists those after it, the oldest first. Continue with the last id of the response.',
    }),
  }),
  responses: {
    200: {
      description: 'A page of deliveries, with the cursor of the next.',
      body: successEnvelope(
        z
          .strictObject({ deliveries: z.array(Delivery), next: z.string().optional() })
          .meta({ id: 'EventDeliveries' }),
      ),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: { permission: 'billtracking.subscriptions.read', token: 'as writing' },
  also: ['crm.people.read'],
  budget: { roundTrips: 4, readUnits: 10, writeUnits: 2 },
  example: { params: { id: '{{webhookSubscriptionId}}' } },
});

export const getDelivery = endpoint({
  ...shared,
  method: 'GET',
  path: `${path}/deliveries/{deliveryId}`,
  summary: 'Get a delivery',
  description:
    'The push channel announces deliveries by `event-notices` events, whose subject is `{id}/deliveries/{deliveryId}`.',
  params: z.object({ id, deliveryId }),
  responses: { 200: { description: 'The delivery.', body: successEnvelope(Delivery) } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: { permission: 'billtracking.subscriptions.read', token: 'as writing' },
  also: ['crm.people.read'],
  budget: { roundTrips: 4, readUnits: 7, writeUnits: 2 },
  example: { params: { id: '{{webhookSubscriptionId}}', deliveryId: '{{deadDeliveryId}}' } },
});

export const retryDelivery = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/deliveries/{deliveryId}/retry`,
  summary: 'Retry a dead letter',
  description:
    'Queues the delivery again with all its attempts, after what is already queued for the same event or bill, and with the current state of that record. It is sent within a minute, or when a paused subscription is resumed. 409 while the subscription is disabled: resume it first.',
  params: z.object({ id, deliveryId }),
  responses: { 200: { description: 'The updated delivery.', body: successEnvelope(Delivery) } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  ifMatch: 'ignored',
  access: writeAccess,
  also: ['crm.people.read'],
  budget: { roundTrips: 8, readUnits: 14, writeUnits: 12 },
  example: { params: { id: '{{webhookSubscriptionId}}', deliveryId: '{{deadDeliveryId}}' } },
});

export const replaySubscription = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/replay`,
  summary: 'Replay changes to a subscription',
  description:
    'Delivers every matching change since a point, whether it was delivered before or not, also from before the subscription was created. Changes of one event or bill keep their order; changes of different ones may come in any order. Each message has the current state of the event or bill and the message id it had before. The replay begins within a minute.',
  params: z.object({ id }),
  body: z
    .object({
      from: z
        .union([moment, z.iso.date(), z.string().regex(/^\d{13}-\d{1,60}$/)], {
          error:
            'it must be a past moment such as 2026-01-12T00:00:00Z, a day such as 2026-01-12, or the id of a change',
        })
        .meta({
          description: 'A past moment, a day in the time zone of the tenant, or the id of the first change.',
          example: '2026-01-12T00:00:00Z',
        }),
    })
    .meta({ id: 'ReplayRequest' }),
  responses: {
    200: {
      description: 'The replay was scheduled.',
      body: successEnvelope(z.strictObject({ subscriptionId: id, from: z.string() })),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  ifMatch: 'ignored',
  access: writeAccess,
  budget: { roundTrips: 5, readUnits: 8, writeUnits: 9 },
  example: { params: { id: '{{subscriptionId}}' }, body: { from: '2026-01-12T00:00:00Z' } },
});
