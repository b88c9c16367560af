// Topics of broadcasts (docs/interface/communication.md#topics).
import * as z from 'zod';
import { auditFields } from '../../../../shared/directory/record/fields.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalBoolean } from '../../../../shared/http/lenient.ts';
import { wholeListQuery, wholeListSchema } from '../../committees/whole-list.ts';

const Topic = z
  .strictObject({ id: z.uuid(), name: z.string().meta({ example: 'Legislation' }), ...auditFields })
  .meta({ id: 'MailTopic', description: 'A topic of broadcasts, which people may refuse.' });
const TopicRequest = z
  .object({
    name: z.string().trim().min(1).max(100).meta({ example: 'Legislation' }),
    isActive: optionalBoolean().meta({ description: 'false: no new broadcast is about it. Default: true.' }),
  })
  .meta({ id: 'MailTopicRequest' });
export type MailTopicInput = z.output<typeof TopicRequest>;

const shared = { area: 'crm', tags: ['Communication'] } as const;
const reading = { ...shared, access: { permission: 'crm.communication.read', token: 'required' } } as const;
const writing = { ...shared, access: { permission: 'crm.communication.write', token: 'required' } } as const;
const byId = z.object({ topicId: z.guid().meta({ description: 'The id of the topic.' }) });
const topic = { description: 'The topic.', body: Topic };

export const listMailTopics = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/MailTopics',
  summary: 'List topics of broadcasts',
  description: 'By name.',
  query: wholeListQuery({}),
  responses: {
    200: { description: 'A page of topics.', body: wholeListSchema(Topic).meta({ id: 'MailTopicPage' }) },
  },
  budget: { roundTrips: 2, readUnits: 5 },
  example: { query: { pageSize: 10 } },
});

export const createMailTopic = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/MailTopics',
  summary: 'Create a topic of broadcasts',
  body: TopicRequest,
  responses: { 201: { ...topic, headers: { Location: 'The URL of the topic.' } } },
  refuses: ['ALREADY_EXISTS'],
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 8 },
  example: { body: { name: 'Job offers' } },
});

export const getMailTopic = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/MailTopics/{topicId}',
  summary: 'Get a topic of broadcasts',
  params: byId,
  responses: { 200: topic },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 2, readUnits: 5 },
  example: { params: { topicId: '{{mailTopicId}}' } },
});

export const updateMailTopic = endpoint({
  ...writing,
  method: 'PUT',
  path: '/api/v1/MailTopics/{topicId}',
  summary: 'Update a topic of broadcasts',
  description:
    'Replaces all fields: what is not sent gets its default. Who refused it still does under another name.',
  params: byId,
  body: TopicRequest,
  responses: { 200: topic },
  refuses: ['RESOURCE_NOT_FOUND', 'ALREADY_EXISTS'],
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 10 },
  example: { params: { topicId: '{{mailTopicId}}' }, body: { name: 'Legislation and hearings' } },
});
