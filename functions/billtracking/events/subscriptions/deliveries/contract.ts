// Deliveries of subscriptions: what was told, what failed, and telling it again.
import * as z from 'zod';
import { endpoint } from '../../../../../shared/http/endpoint.ts';
import { integerWithDefault } from '../../../../../shared/http/lenient.ts';
import { successEnvelope } from '../../../envelopes.ts';
import { deliveryStates } from './delivery.ts';

const Delivery = z
  .strictObject({
    id: z.string().meta({ description: 'The id of the change in the change feed.' }),
    state: z.enum(deliveryStates),
    type: z.string().meta({ example: 'calendar-event.updated' }),
    message: z.record(z.string(), z.unknown()).meta({ description: 'What was sent, or is to be.' }),
    attempts: z.array(
      z.strictObject({
        at: z.iso.datetime(),
        status: z.int().optional().meta({ description: 'What the receiver answered.' }),
        error: z.string().optional().meta({ description: 'Why there was no answer.' }),
        response: z.string().optional().meta({ description: 'How the answer begins.' }),
        retryAfterSeconds: z
          .int()
          .optional()
          .meta({ description: 'After how long the receiver wants the next try.' }),
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
const blankToUndefined = (sent: unknown): unknown => (sent === '' ? undefined : sent);

export const listDeliveries = endpoint({
  ...shared,
  method: 'GET',
  path: `${path}/deliveries`,
  summary: 'List the deliveries of a subscription',
  description:
    'The newest first; a page costs the same wherever it is. A digest is one delivery. They are kept for 30 days, dead letters for 90. With `after`, what is new since a delivery, by the time of the changes: one that is told late, after a failure or by a replay, stands at its own time, and the push channel names it.',
  params: z.object({ id }),
  query: z.object({
    state: z.preprocess(blankToUndefined, z.enum(deliveryStates).optional()).optional(),
    limit: integerWithDefault(20, 1, 100),
    cursor: z.string().min(1).max(2000).optional().meta({ description: 'The `next` of the page before.' }),
    after: deliveryId.optional().meta({
      description:
        'The id of a delivery: those that stand behind it, the oldest first. Read on with the last id that came.',
    }),
  }),
  responses: {
    200: {
      description: 'Some deliveries, and where to go on.',
      body: successEnvelope(
        z
          .strictObject({ deliveries: z.array(Delivery), next: z.string().optional() })
          .meta({ id: 'EventDeliveries' }),
      ),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: { permission: 'billtracking.subscriptions.read', token: 'as writing' },
  budget: { roundTrips: 4, readUnits: 10, writeUnits: 2 },
  example: { params: { id: '{{webhookSubscriptionId}}' } },
});

export const getDelivery = endpoint({
  ...shared,
  method: 'GET',
  path: `${path}/deliveries/{deliveryId}`,
  summary: 'Get one delivery',
  description:
    'What the push channel names: its `event-notices` events have `{id}/deliveries/{deliveryId}` as their subject.',
  params: z.object({ id, deliveryId }),
  responses: { 200: { description: 'The delivery.', body: successEnvelope(Delivery) } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: { permission: 'billtracking.subscriptions.read', token: 'as writing' },
  budget: { roundTrips: 4, readUnits: 7, writeUnits: 2 },
  example: { params: { id: '{{webhookSubscriptionId}}', deliveryId: '{{deadDeliveryId}}' } },
});

export const retryDelivery = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/deliveries/{deliveryId}/retry`,
  summary: 'Try a dead letter again',
  description:
    'It gets all its tries once more, behind what already waits of the same event or bill, and tells how that is now. It is sent within a minute.',
  params: z.object({ id, deliveryId }),
  responses: { 200: { description: 'The delivery as it is now.', body: successEnvelope(Delivery) } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 8, readUnits: 14, writeUnits: 24 },
  example: { params: { id: '{{webhookSubscriptionId}}', deliveryId: '{{deadDeliveryId}}' } },
});

export const replaySubscription = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/replay`,
  summary: 'Tell everything again from a point on',
  description:
    'Every change since then that fits, those of one event or bill in the order in which they happened and those of several in any, whether it was told before or not; also of the time before the subscription was made. Each message tells how the event or the bill is now, and has the id it had before. It begins within a minute.',
  params: z.object({ id }),
  body: z
    .object({
      from: z
        .union([z.iso.datetime({ offset: true }), z.iso.date(), z.string().regex(/^\d{13}-\d{1,60}$/)], {
          error:
            'it must be a moment such as 2026-01-12T00:00:00Z, a day such as 2026-01-12, or the id of a change',
        })
        .meta({
          description:
            'A moment that is not ahead, a day in the time zone of the tenant, or the id of a change to begin with.',
          example: '2026-01-12T00:00:00Z',
        }),
    })
    .meta({ id: 'ReplayRequest' }),
  responses: {
    200: {
      description: 'The replay is under way.',
      body: successEnvelope(z.strictObject({ subscriptionId: id, from: z.string() })),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 5, readUnits: 8, writeUnits: 14 },
  example: { params: { id: '{{subscriptionId}}' }, body: { from: '2026-01-12T00:00:00Z' } },
});
