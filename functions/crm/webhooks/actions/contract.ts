// Operations on a webhook: pause, resume, test, a new secret.
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { overlapHours } from '../../../../shared/subscriptions/secret-overlap.ts';
import { Webhook, WebhookWithSecret } from '../schemas.ts';

const shared = {
  area: 'crm',
  method: 'POST',
  tags: ['Webhooks'],
  params: z.object({
    webhookId: z.guid().toLowerCase().meta({ description: 'The id of the webhook.' }),
  }),
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: { permission: 'crm.webhooks.write', token: 'required' },
  budget: { roundTrips: 5, readUnits: 8, writeUnits: 9 },
  example: { params: { webhookId: '{{webhookId}}' } },
} as const;
const path = '/api/v1/Webhooks/{webhookId}';
const responses = { 200: { description: 'The updated webhook.', body: Webhook } };

export const pauseWebhook = endpoint({
  ...shared,
  path: `${path}/Pause`,
  summary: 'Pause a webhook',
  description: 'Nothing is sent until it is resumed. Changes made meanwhile are sent only by a replay.',
  responses,
});

export const resumeWebhook = endpoint({
  ...shared,
  path: `${path}/Resume`,
  summary: 'Resume a webhook',
  description:
    'Resumes a paused or disabled webhook. Queued messages are sent; changes made meanwhile are sent only by a replay.',
  responses,
});

export const testWebhook = endpoint({
  ...shared,
  path: `${path}/Test`,
  ifMatch: 'ignored',
  summary: 'Test a webhook',
  description: 'Sends a message of the type `subscription.test`.',
  responses: {
    200: {
      description: 'The test was queued; read its outcome among the deliveries.',
      body: z.strictObject({ deliveryId: z.string() }).meta({ id: 'WebhookTest' }),
    },
  },
});

export const rotateWebhookSecret = endpoint({
  ...shared,
  path: `${path}/Secret`,
  summary: 'Give a webhook a new secret',
  description:
    'The new secret is returned in this response only. Messages are also signed with the previous one for some hours. Whoever takes a new secret must be able to read the records of all topics, as whoever changes the address.',
  body: z.object({ overlapHours }).meta({ id: 'WebhookSecretRequest' }),
  responses: {
    200: {
      description: 'The webhook with its secret, which is returned only once.',
      body: WebhookWithSecret,
    },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'PERMISSION_DENIED', 'SERVICE_BUSY'],
  access: { ...shared.access, some: 'crm.people.read' },
  example: { params: { webhookId: '{{spareWebhookId}}' }, body: { overlapHours: 24 } },
});
