// Webhooks: changes of the tenant's records by topic, signed and retried (docs/interface/crm.md#webhooks).
import * as z from 'zod';
import { findTopicError, maxTopics } from '../../../shared/change-feed/topics.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { optionalOrBlank } from '../../../shared/http/lenient.ts';
import { findWebhookUrlError } from '../../../shared/webhooks/target.ts';
import { wholeListQuery, wholeListSchema } from '../committees/whole-list.ts';
import { Webhook, WebhookWithSecret } from './schemas.ts';

const Topic = z
  .string()
  .trim()
  .max(150)
  .refine((topic) => findTopicError(topic) === undefined, {
    error: ({ input }) => findTopicError(String(input)) ?? '',
  })
  .meta({ example: 'people' });
const Url = z
  .string()
  .trim()
  .max(2048)
  .refine((url) => findWebhookUrlError(url) === undefined, {
    error: ({ input }) => `url ${findWebhookUrlError(String(input))}.`,
  })
  .meta({ description: 'A public https address.', example: 'https://hooks.example.org/rostrum' });

const WebhookRequest = z
  .object({
    name: z
      .string()
      .trim()
      .min(1)
      .max(120)
      .regex(/^\P{Cc}*$/u, 'text without control characters')
      .meta({ example: 'Membership sync' }),
    url: Url,
    topics: optionalOrBlank(z.array(Topic).min(1).max(maxTopics)).meta({
      description:
        'What it follows, as in `GET /api/v1/Changes`: `people`, `registrations`, `committee/{id}`. By default everything that the caller may read. Each topic needs the permission to read its records.',
    }),
  })
  .meta({ id: 'WebhookRequest' });
export type WebhookInput = z.output<typeof WebhookRequest>;

const shared = { area: 'crm', tags: ['Webhooks'] } as const;
const reading = { ...shared, access: { permission: 'crm.webhooks.read', token: 'required' } } as const;
const writing = { ...shared, access: { permission: 'crm.webhooks.write', token: 'required' } } as const;
const topicAccess = {
  permission: 'crm.webhooks.write',
  token: 'required',
  some: 'crm.people.read',
} as const;
const path = '/api/v1/Webhooks/{webhookId}';
const params = z.object({
  webhookId: z.guid().toLowerCase().meta({ description: 'The id of the webhook.' }),
});
const webhook = { description: 'The webhook.', body: Webhook };
const example = { params: { webhookId: '{{webhookId}}' } };

export const listWebhooks = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/Webhooks',
  summary: 'List webhooks',
  description: 'By name.',
  query: wholeListQuery({}),
  responses: {
    200: { description: 'A page of webhooks.', body: wholeListSchema(Webhook).meta({ id: 'WebhookPage' }) },
  },
  budget: { roundTrips: 2, readUnits: 8 },
  example: { query: { pageSize: 10 } },
});

export const createWebhook = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Webhooks',
  summary: 'Create a webhook',
  description:
    'Sends every change of its topics from now on, as the CloudEvents record that `GET /api/v1/Changes` and the push channel have, with the same id. Messages are signed as Standard Webhooks specifies and retried for three days. Only changes of records that the caller may read are sent, for as long as the caller may.',
  body: WebhookRequest,
  responses: {
    201: {
      description: 'The webhook with its secret, which is returned only once.',
      body: WebhookWithSecret,
      headers: { Location: 'The URL of the webhook.' },
    },
  },
  refuses: ['CONFLICT', 'PERMISSION_DENIED', 'SERVICE_BUSY'],
  access: topicAccess,
  budget: { roundTrips: 5, readUnits: 8, writeUnits: 14 },
  example: {
    body: { name: 'Membership sync', url: 'https://hooks.example.org/rostrum', topics: ['people'] },
  },
});

export const getWebhook = endpoint({
  ...reading,
  method: 'GET',
  path,
  summary: 'Get a webhook',
  params,
  responses: { 200: webhook },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 2, readUnits: 5 },
  example,
});

export const updateWebhook = endpoint({
  ...shared,
  method: 'PUT',
  path,
  summary: 'Update a webhook',
  description:
    'Replaces name, address and topics. Whoever adds topics or changes the address must be able to read the records of all topics, and from then on gets what they may read.',
  params,
  body: WebhookRequest,
  responses: { 200: webhook },
  refuses: ['RESOURCE_NOT_FOUND', 'PERMISSION_DENIED'],
  access: topicAccess,
  budget: { roundTrips: 4, readUnits: 8, writeUnits: 6 },
  example: {
    ...example,
    body: {
      name: 'Membership sync',
      url: 'https://hooks.example.org/rostrum',
      topics: ['people'],
    },
  },
});

export const deleteWebhook = endpoint({
  ...writing,
  method: 'DELETE',
  path,
  summary: 'Delete a webhook',
  description: 'Nothing more is sent.',
  params,
  responses: { 204: { description: 'It was deleted.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 8, writeUnits: 12 },
  example: { params: { webhookId: '{{spareWebhookId}}' } },
});
