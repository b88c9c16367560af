// Deliveries of webhooks: what was sent, what failed, and sending it again.
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { integerWithDefault, optionalOrBlank } from '../../../../shared/http/lenient.ts';
import { deliveryStates } from '../../../../shared/subscriptions/delivery.ts';
import { moment } from '../../../../shared/time/moment-schemas.ts';
import { WebhookDelivery } from '../schemas.ts';

const shared = { area: 'crm', tags: ['Webhooks'] } as const;
const reading = { ...shared, access: { permission: 'crm.webhooks.read', token: 'required' } } as const;
const writing = { ...shared, access: { permission: 'crm.webhooks.write', token: 'required' } } as const;
const webhookId = z.guid().toLowerCase().meta({ description: 'The id of the webhook.' });
const params = z.object({ webhookId });
const delivery = z.object({
  webhookId,
  deliveryId: z
    .string()
    .regex(/^[\w-]{1,100}$/, 'the id of a delivery')
    .meta({ description: 'The id of the delivery.' }),
});
const path = '/api/v1/Webhooks/{webhookId}';
const example = { params: { webhookId: '{{webhookId}}', deliveryId: '{{deadWebhookDeliveryId}}' } };

export const listWebhookDeliveries = endpoint({
  ...reading,
  also: ['crm.people.read'],
  method: 'GET',
  path: `${path}/Deliveries`,
  summary: 'List the deliveries of a webhook',
  description:
    'The newest first; those of records that the caller may read. Deliveries are stored for 30 days, dead letters for 90.',
  params,
  query: z.object({
    state: optionalOrBlank(z.enum(deliveryStates)).meta({ description: 'Only deliveries in this state.' }),
    pageSize: integerWithDefault(20, 1, 100).meta({ description: 'Entries per page, 1 to 100.' }),
    cursor: z
      .string()
      .min(1)
      .max(2000)
      .optional()
      .meta({ description: 'The `nextCursor` of the previous page.' }),
  }),
  responses: {
    200: {
      description: 'A page of deliveries, with the cursor of the next.',
      body: z
        .strictObject({ data: z.array(WebhookDelivery), nextCursor: z.string().nullable() })
        .meta({ id: 'WebhookDeliveryPage' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 3, readUnits: 10 },
  example: { params: { webhookId: '{{webhookId}}' } },
});

export const getWebhookDelivery = endpoint({
  ...reading,
  also: ['crm.people.read'],
  method: 'GET',
  path: `${path}/Deliveries/{deliveryId}`,
  summary: 'Get a delivery of a webhook',
  params: delivery,
  responses: { 200: { description: 'The delivery.', body: WebhookDelivery } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 3, readUnits: 6 },
  example,
});

export const retryWebhookDelivery = endpoint({
  ...writing,
  also: ['crm.people.read'],
  method: 'POST',
  path: `${path}/Deliveries/{deliveryId}/Retry`,
  ifMatch: 'ignored',
  summary: 'Retry a dead letter of a webhook',
  description:
    'Queues the message again with all its attempts, after what is queued for the same record. It is sent within a minute, or when a paused webhook is resumed. 409 while the webhook is disabled: resume it first.',
  params: delivery,
  responses: { 200: { description: 'The updated delivery.', body: WebhookDelivery } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 6, readUnits: 10, writeUnits: 10 },
  example,
});

export const replayWebhook = endpoint({
  ...writing,
  method: 'POST',
  path: `${path}/Replay`,
  ifMatch: 'ignored',
  summary: 'Send changes to a webhook again',
  description:
    'Sends every change of its topics since a point, whether it was sent before or not, also from before the webhook was created, with the message id it had before. Changes of one record keep their order. The replay begins within a minute.',
  params,
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
    .meta({ id: 'WebhookReplayRequest' }),
  responses: {
    200: {
      description: 'The replay was scheduled.',
      body: z.strictObject({ webhookId: z.uuid(), from: z.string() }).meta({ id: 'WebhookReplay' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 5, readUnits: 8, writeUnits: 8 },
  example: { params: { webhookId: '{{webhookId}}' }, body: { from: '2026-01-12T00:00:00Z' } },
});
