// Subscriptions of members to themselves: by mail to their own address, or as a calendar feed
// (docs/interface/billtracking.md#own-subscriptions).
import * as z from 'zod';
import { endpoint } from '../../../../../shared/http/endpoint.ts';
import { successEnvelope } from '../../../envelopes.ts';
import { CreateSubscriptionRequest } from '../contract.ts';
import { Subscription, SubscriptionWithCredentials } from '../schemas.ts';

const shared = { area: 'billtracking', tags: ['Bill Events & Calendar'] } as const;
const access = { permission: 'billtracking.subscriptions.own', token: 'required' } as const;
const path = '/api/1.0/bill/event/own-subscriptions';

export const subscribeOneself = endpoint({
  ...shared,
  method: 'POST',
  path,
  summary: 'Subscribe oneself',
  description:
    'As subscribe, for members: by mail to the own address, or as a calendar feed. Webhooks, push and topics are for staff. A user has 20 subscriptions at most.',
  body: CreateSubscriptionRequest,
  responses: {
    200: {
      description: 'The subscription; the address of a feed is returned only once.',
      body: successEnvelope(SubscriptionWithCredentials),
    },
  },
  refuses: ['CONFLICT'],
  access,
  budget: { roundTrips: 8, readUnits: 60, writeUnits: 9 },
  example: {
    body: { name: 'Hearings on our bills', filter: { trackedOnly: true }, channel: { type: 'calendar' } },
  },
});

export const listOwnSubscriptions = endpoint({
  ...shared,
  method: 'GET',
  path,
  summary: 'List the own subscriptions',
  responses: {
    200: {
      description: 'The subscriptions that the caller made, the latest first.',
      body: successEnvelope(z.array(Subscription)),
    },
  },
  access,
  budget: { roundTrips: 4, readUnits: 30, writeUnits: 2 },
  example: {},
});

export const deleteOwnSubscription = endpoint({
  ...shared,
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Delete an own subscription',
  description: 'Nothing more is sent, and the address of its calendar feed stops working.',
  params: z.object({ id: z.guid().toLowerCase() }),
  responses: {
    200: { description: 'The subscription was deleted.', body: successEnvelope(z.literal(true)) },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  ifMatch: 'ignored',
  access,
  budget: { roundTrips: 5, readUnits: 6, writeUnits: 14 },
  example: { params: { id: '{{ownSubscriptionId}}' } },
});
