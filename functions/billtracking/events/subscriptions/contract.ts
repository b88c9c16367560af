// Subscriptions to calendar events and bills: webhook, mail, push, calendar feed
// (docs/interface/billtracking.md#subscriptions).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalBoolean, optionalText } from '../../../../shared/http/lenient.ts';
import { idList, pageEnvelope, pagingFields, successEnvelope } from '../../envelopes.ts';
import { eventTypes } from '../calendar-event.ts';
import { Subscription, SubscriptionWithCredentials } from './schemas.ts';
import { billChanges, channelTypes, digestFrequencies, subscriptionStatuses } from './subscription.ts';

const name = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .regex(/^\P{Cc}*$/u, 'text without control characters')
  .meta({ example: 'Hearings on our bills' });

const flagOr = (fallback: boolean) => optionalBoolean().transform((sent) => sent ?? fallback);
const blankToUndefined = (sent: unknown): unknown => (sent === '' || sent === null ? undefined : sent);
const enumList = <const V extends readonly [string, ...string[]]>(values: V) =>
  z.preprocess(blankToUndefined, z.array(z.enum(values)).max(50).optional()).optional();

const FilterInput = z.object({
  stateIds: idList().meta({ description: 'FIPS codes; 0 is the Congress of the United States.' }),
  committeeIds: idList(),
  eventTypes: enumList(eventTypes).meta({ description: 'Says nothing of bills.' }),
  billIds: idList(),
  trackedOnly: flagOr(false).meta({ description: 'Only events about a bill that the tenant follows.' }),
});
const ChangesInput = z.object({
  events: flagOr(true).meta({ description: 'Calendar events, new and changed. True unless told.' }),
  bills: enumList(billChanges).meta({
    description:
      'Changes of bills that are followed, or named by the filter: of their status or tracking status, of actions and roll calls, of the position. None unless told.',
  }),
});
const ChannelInput = z.object({
  type: z.enum(channelTypes),
  url: optionalText(2048).meta({ description: 'Of a webhook: a public https address.' }),
  email: optionalText(320).meta({
    description:
      'Of a mail: who it goes to; the caller unless told. Of a webhook: who is told when it is disabled. An address that is not the caller’s own is asked by one mail whether it agrees, and nothing else is sent there until it does.',
  }),
  digest: z
    .object({
      frequency: z.enum(digestFrequencies),
      hour: z.int().min(0).max(23).nullish().meta({ description: '7 unless told.' }),
      weekday: z.int().min(1).max(7).nullish().meta({ description: '1 (Monday) to 7; Monday unless told.' }),
      timeZone: optionalText(60).meta({ description: "The tenant's unless told." }),
    })
    .nullish()
    .meta({ description: 'Of a mail: when it goes out; daily unless told.' }),
});

const CreateSubscriptionRequest = z
  .object({ name, filter: FilterInput.nullish(), what: ChangesInput.nullish(), channel: ChannelInput })
  .meta({ id: 'EventSubscriptionRequest' });
export type CreateSubscriptionInput = z.output<typeof CreateSubscriptionRequest>;

const UpdateSubscriptionInput = z
  .object({
    name: name.nullish(),
    filter: FilterInput.nullish(),
    what: ChangesInput.nullish(),
    channel: ChannelInput.nullish().meta({ description: 'Of the same type as before.' }),
    status: z.enum(subscriptionStatuses).nullish().meta({
      description: 'May be sent as it is; it is changed by the operations pause and resume.',
    }),
  })
  .meta({ id: 'EventSubscriptionChange', description: 'A part that is sent replaces that part.' });
export type UpdateSubscriptionInput = z.output<typeof UpdateSubscriptionInput>;

export const sortFields = ['name', 'createdDate', 'modifiedDate', 'status'] as const;

const shared = { area: 'billtracking', tags: ['Bill Events & Calendar'] } as const;
const readAccess = { permission: 'billtracking.subscriptions.read', token: 'as writing' } as const;
const writeAccess = { permission: 'billtracking.subscriptions.write', token: 'tenant' } as const;
const path = '/api/1.0/bill/event/subscription/{id}';
const params = z.object({ id: z.guid().toLowerCase() });
const subscriptionResponse = (description: string) => ({
  200: { description, body: successEnvelope(Subscription) },
});
const example = { params: { id: '{{subscriptionId}}' } };
const budget = { roundTrips: 4, readUnits: 7, writeUnits: 12 };

export const subscribeToEvents = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/bill/event/subscribe',
  summary: 'Subscribe to events',
  description:
    'Tells what changes from now on. By `webhook`, signed as Standard Webhooks asks and tried again for three days; by `mail`, a digest; by `push`, on the push channel; by `calendar`, in a private iCalendar feed. The secret of a webhook and the address of a feed are told in this reply alone. A mail to another address than the caller’s own is `unconfirmed` until the address confirms by the link that it is mailed once, within 14 days; resuming it asks again. Of a push subscription each change is told as an `event-notices` event with the subject `{id}/deliveries/{deliveryId}`, and `GET /api/1.0/bill/event/subscription/{id}/deliveries/{deliveryId}` reads it.',
  body: CreateSubscriptionRequest,
  responses: {
    200: {
      description: 'The subscription, with what is told once.',
      body: successEnvelope(SubscriptionWithCredentials),
    },
  },
  refuses: ['CONFLICT', 'SERVICE_BUSY'],
  access: writeAccess,
  budget: { roundTrips: 5, readUnits: 12, writeUnits: 16 },
  example: {
    body: {
      name: 'Hearings on our bills',
      filter: { stateIds: [53], eventTypes: ['HEARING', 'VOTE'], trackedOnly: true },
      what: { events: true },
      channel: { type: 'calendar' },
    },
  },
});

export const listSubscriptions = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/bill/event/subscription/list',
  summary: 'List subscriptions',
  description: 'A tenant has hundreds at most: all are read, and a page is given.',
  body: z
    .object({
      ...pagingFields(sortFields, { isAscending: true }),
      text: optionalText(200).meta({ description: 'Part of the name.' }),
      channelTypes: enumList(channelTypes),
      statuses: enumList(subscriptionStatuses),
    })
    .meta({ id: 'EventSubscriptionFilter' }),
  repeatable: true,
  responses: { 200: { description: 'A page of subscriptions.', body: pageEnvelope(Subscription) } },
  access: readAccess,
  budget: { roundTrips: 3, readUnits: 8, writeUnits: 2 },
  example: { body: { pageNumber: 1, pageSize: 20, sortBy: 'name', isAscending: true } },
});

export const getSubscription = endpoint({
  ...shared,
  method: 'GET',
  path,
  summary: 'Get one subscription',
  params,
  responses: subscriptionResponse('The subscription.'),
  refuses: ['RESOURCE_NOT_FOUND'],
  access: readAccess,
  budget: { roundTrips: 3, readUnits: 5, writeUnits: 2 },
  example,
});

export const updateSubscription = endpoint({
  ...shared,
  method: 'PUT',
  path,
  summary: 'Change a subscription',
  description:
    'The type of its channel stays, and its status, which pause and resume change. Another address than the caller’s own is asked first, as it is of a new subscription. Send the ETag as If-Match so that nobody is overwritten.',
  params,
  body: UpdateSubscriptionInput,
  responses: subscriptionResponse('The subscription as it is now.'),
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 5, readUnits: 12, writeUnits: 14 },
  example: { ...example, body: { filter: { stateIds: [53], trackedOnly: true } } },
});

export const deleteSubscription = endpoint({
  ...shared,
  method: 'DELETE',
  path,
  summary: 'Remove a subscription',
  description: 'Nothing more is sent, and the address of a feed leads nowhere.',
  params,
  responses: { 200: { description: 'It is removed.', body: successEnvelope(z.literal(true)) } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: writeAccess,
  budget,
  example: { params: { id: '{{spareSubscriptionId}}' } },
});
