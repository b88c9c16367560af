// Data feeds: legislation that is read from its provider on a schedule (docs/interface/billtracking.md#data-feeds).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { integerWithDefault } from '../../../shared/http/lenient.ts';
import { successEnvelope } from '../envelopes.ts';
import { MAX_FEEDS } from './record/feed.ts';
import { Feed, FeedRefusalPage, FeedRequest, FeedRunPage, FeedUpdateRequest } from './schemas.ts';

const shared = {
  area: 'billtracking',
  tags: ['Data Synchronization'],
  access: { permission: 'billtracking.feeds.write', token: 'required' },
} as const;
const id = z
  .guid()
  .transform((text) => text.toLowerCase())
  .meta({ description: 'The id of the data feed.' });
const byId = z.object({ id });
const one = { description: 'The data feed.', body: successEnvelope(Feed) } as const;
const example = { params: { id: '{{dataFeedId}}' } } as const;
const page = {
  limit: integerWithDefault(20, 1, 100).meta({ description: 'Entries per page, 1 to 100.' }),
  cursor: z.string().min(1).max(2000).optional().meta({ description: 'The `next` of the previous page.' }),
};

export const createDataFeed = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/datafeed',
  summary: 'Create a data feed',
  description: `The feed waits for the next time of its schedule; run it to read it at once. At most ${MAX_FEEDS} feeds.`,
  body: FeedRequest,
  responses: { 201: { ...one, headers: { Location: 'The URL of the data feed.' } } },
  refuses: ['CONFLICT'],
  budget: { roundTrips: 12, readUnits: 13, writeUnits: 13 },
  example: {
    body: {
      name: 'Washington, every morning',
      provider: 'OPEN_STATES_API',
      stateIds: [53],
      sessions: ['2025-2026'],
      schedule: { frequency: 'daily', hour: 5 },
      key: 'a-key-of-open-states',
    },
  },
});

export const listDataFeeds = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/1.0/datafeed',
  summary: 'List data feeds',
  description: 'All of them, the oldest first, each with its last run.',
  responses: {
    200: { description: 'The data feeds.', body: successEnvelope(z.array(Feed)) },
  },
  budget: { roundTrips: 14, readUnits: 29, writeUnits: 2 },
  example: {},
});

export const getDataFeed = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/1.0/datafeed/{id}',
  summary: 'Get a data feed',
  params: byId,
  responses: { 200: one },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 12, readUnits: 13, writeUnits: 2 },
  example,
});

export const updateDataFeed = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/1.0/datafeed/{id}',
  summary: 'Update a data feed',
  description:
    'Its provider stays. A run that is under way ends with what it began with. Send the ETag as If-Match to prevent lost updates.',
  params: byId,
  body: FeedUpdateRequest,
  responses: { 200: one },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 13, readUnits: 15, writeUnits: 8 },
  example: { ...example, body: { isPaused: true } },
});

export const deleteDataFeed = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/1.0/datafeed/{id}',
  summary: 'Delete a data feed',
  description: 'With its key and its log. What it imported stays.',
  params: byId,
  responses: { 204: { description: 'It is deleted.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 13, readUnits: 13, writeUnits: 13 },
  example,
});

export const runDataFeed = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/datafeed/{id}/run',
  summary: 'Run a data feed',
  description:
    'Reads it within a minute, also when it is paused. When a run is under way, it is that one; a run that waits for the provider goes on waiting.',
  params: byId,
  responses: { 202: { ...one, description: 'The data feed, whose run is under way.' } },
  refuses: ['RESOURCE_NOT_FOUND'],
  ifMatch: 'ignored',
  budget: { roundTrips: 13, readUnits: 13, writeUnits: 9 },
  example,
});

export const listDataFeedRuns = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/1.0/datafeed/{id}/runs',
  summary: 'List the runs of a data feed',
  description: 'The latest first. Runs are stored for 180 days.',
  params: byId,
  query: z.object(page),
  responses: {
    200: { description: 'A page of runs, with the cursor of the next.', body: successEnvelope(FeedRunPage) },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 10, writeUnits: 2 },
  example,
});

export const listDataFeedRefusals = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/1.0/datafeed/{id}/runs/{runId}/refusals',
  summary: 'List the refusals of a run of a data feed',
  description:
    'Rows that were refused, and values that were left out of rows that were taken, each with the reason. A refused row is read again when the provider changes it.',
  params: z.object({ id, runId: z.guid().meta({ description: 'The id of the run.' }) }),
  query: z.object({ cursor: page.cursor }),
  responses: {
    200: {
      description: 'A page of refusals, with the cursor of the next.',
      body: successEnvelope(FeedRefusalPage),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 60, writeUnits: 2 },
  example: { params: { id: '{{dataFeedId}}', runId: '{{dataFeedRunId}}' } },
});
