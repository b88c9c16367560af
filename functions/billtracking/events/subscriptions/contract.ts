// Subscriptions to calendar events and bills: webhook, mail, push, calendar feed
// (docs/interface/billtracking.md#subscriptions).
import * as z from 'zod';
import { findTopicError, maxTopics } from '../../../../shared/change-feed/topics.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalBoolean, optionalOrBlank, optionalText } from '../../../../shared/http/lenient.ts';
import { eventTypes } from '../../../../shared/legislature/event-types.ts';
import {
  billChanges,
  billChangeTexts,
  channelTypes,
  defaultReminderDays,
  digestFrequencies,
  MAX_OFFICIALS,
  MAX_REMINDER_DAYS,
  MAX_REMINDERS,
  subscriptionStatuses,
} from '../../../../shared/subscriptions/subscription.ts';
import { idList, pageEnvelope, pagingFields, successEnvelope } from '../../envelopes.ts';
import { Subscription, SubscriptionWithCredentials } from './schemas.ts';

const name = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .regex(/^\P{Cc}*$/u, 'text without control characters')
  .meta({ example: 'Hearings on our bills' });

const flagOr = (fallback: boolean) =>
  optionalBoolean().transform(fallback ? (sent) => sent ?? true : (sent) => sent ?? false);
const enumList = <const V extends readonly [string, ...string[]]>(values: V) =>
  optionalOrBlank(z.array(z.enum(values)).max(50));

const Topic = z
  .string()
  .max(150)
  .refine((topic) => findTopicError(topic) === undefined, {
    error: ({ input }) => findTopicError(String(input)) ?? '',
  })
  .meta({ example: 'people' });

const FilterInput = z.object({
  stateIds: idList().meta({ description: 'FIPS codes; 0 is the Congress of the United States.' }),
  committeeIds: idList(),
  eventTypes: enumList(eventTypes).meta({ description: 'Does not apply to bills.' }),
  billIds: idList(),
  trackedOnly: flagOr(false).meta({ description: 'Only events about a bill that the tenant tracks.' }),
});
const ChangesInput = z.object({
  events: optionalBoolean().meta({
    description:
      'New and changed calendar events. True by default, unless topics, searches, officials, key dates or their reminders are sent.',
  }),
  bills: enumList(billChanges).meta({
    description: `Changes of bills that the tenant tracks or the filter names: ${Object.entries(
      billChangeTexts,
    )
      .map(([kind, text]) => `\`${kind}\` (${text})`)
      .join(', ')}. None by default.`,
  }),
  topics: optionalOrBlank(z.array(Topic).max(maxTopics)).meta({
    description:
      'Webhook: changes of any record of the tenant by topic, as in `GET /api/v1/Changes` of relationships: `people`, `registrations`, `committee/{id}`. Each needs the permission to read the records. A message names the record and its changed fields, and has no values; the filter does not apply.',
  }),
  keyDates: optionalBoolean().meta({
    description:
      'Key dates of the filter’s states (crossover, sine die, deadlines), also where trackedOnly or other conditions hold for events.',
  }),
  keyDateReminders: z
    .object({
      daysBefore: z
        .array(z.int().min(0).max(MAX_REMINDER_DAYS))
        .min(1)
        .max(MAX_REMINDERS)
        .nullish()
        .meta({
          description: `How many days before a key date; 0 is the day itself. ${defaultReminderDays.join(' and ')} by default.`,
        }),
    })
    .nullish()
    .meta({
      description:
        'Reminders before each key date of the filter’s states. In a calendar feed they are alarms of the entries.',
    }),
  officials: optionalOrBlank(z.array(z.guid().toLowerCase()).max(MAX_OFFICIALS)).meta({
    description:
      'Officials to follow, by the ids of their records: their votes, each with the position that the tenant held, bills that they sponsor or no longer sponsor, and committees that they join or leave. Of the filter, states, committees, bills and trackedOnly apply to the bills; they need not be tracked.',
  }),
  searches: optionalOrBlank(z.array(z.guid().toLowerCase()).max(200)).meta({
    description:
      'Bills that saved searches find, by the ids of the searches; a bill is reported once for each. Of the filter, stateIds and committeeIds apply.',
  }),
});
const ChannelInput = z.object({
  type: z.enum(channelTypes),
  url: optionalText(2048).meta({ description: 'Webhook: a public https address.' }),
  email: optionalText(320).meta({
    description:
      'Mail: the receiver; the caller by default. Webhook: who is notified when it is disabled. An address other than the caller’s own gets one mail asking it to confirm, and nothing else until it does.',
  }),
  digest: z
    .object({
      frequency: z.enum(digestFrequencies),
      hour: z.int().min(0).max(23).nullish().meta({ description: '7 by default.' }),
      weekday: z
        .int()
        .min(1)
        .max(7)
        .nullish()
        .meta({ description: '1 (Monday) to 7 (Sunday); Monday by default.' }),
      timeZone: optionalText(60).meta({ description: 'The time zone of the tenant by default.' }),
    })
    .nullish()
    .meta({
      description: 'Mail: when it is sent; daily by default. `immediate` mails within a minute of a change.',
    }),
});

export const CreateSubscriptionRequest = z
  .object({ name, filter: FilterInput.nullish(), what: ChangesInput.nullish(), channel: ChannelInput })
  .meta({ id: 'EventSubscriptionRequest' });
export type CreateSubscriptionInput = z.output<typeof CreateSubscriptionRequest>;

const UpdateSubscriptionInput = z
  .object({
    name: name.nullish(),
    filter: FilterInput.nullish(),
    what: ChangesInput.nullish(),
    channel: ChannelInput.nullish().meta({ description: 'Must be of the current type.' }),
    status: z.enum(subscriptionStatuses).nullish().meta({
      description: 'May be sent if unchanged; the pause and resume operations change it.',
    }),
  })
  .meta({ id: 'EventSubscriptionChange', description: 'Each part that is sent replaces the stored part.' });
export type UpdateSubscriptionInput = z.output<typeof UpdateSubscriptionInput>;

export const sortFields = ['name', 'createdDate', 'modifiedDate', 'status'] as const;

const shared = { area: 'billtracking', tags: ['Bill Events & Calendar'] } as const;
const readAccess = { permission: 'billtracking.subscriptions.read', token: 'as writing' } as const;
const writeAccess = { permission: 'billtracking.subscriptions.write', token: 'tenant' } as const;
const topicAccess = { ...writeAccess, some: 'crm.people.read' } as const;
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
    'Delivers every change from now on. `webhook`: signed as Standard Webhooks specifies and retried for three days. `mail`: a digest, which tells each change of its period with old and new value. `push`: on the push channel. `calendar`: in a private iCalendar feed. A message names the changed `fields`, their old and new values in `fieldChanges`, and has the record’s current state; of a bill also `newActions` and `newRollCalls`, each with `isLate` when it happened before the day it was first seen; of an event also `isOver` when it was over by then. A reminder is a message `key-date.reminder` with the event and `daysLeft`, or a mail of its own. The secret of a webhook and the address of a feed are returned in this response only. A mail subscription to an address other than the caller’s own is `unconfirmed` until the address confirms through the link mailed to it, within 14 days; resuming the subscription sends a new link. A push subscription receives each change as an `event-notices` event with the subject `{id}/deliveries/{deliveryId}`; read it with `GET /api/1.0/bill/event/subscription/{id}/deliveries/{deliveryId}`.',
  body: CreateSubscriptionRequest,
  responses: {
    200: {
      description: 'The subscription with its credentials, which are returned only once.',
      body: successEnvelope(SubscriptionWithCredentials),
    },
  },
  refuses: ['CONFLICT', 'PERMISSION_DENIED', 'SERVICE_BUSY'],
  access: topicAccess,
  budget: { roundTrips: 5, readUnits: 12, writeUnits: 16 },
  example: {
    body: {
      name: 'Hearings on our bills',
      filter: { stateIds: [53], eventTypes: ['HEARING', 'VOTE'], trackedOnly: true },
      what: { events: true, keyDates: true, keyDateReminders: { daysBefore: [14, 7, 1] } },
      channel: { type: 'calendar' },
    },
  },
});

export const listSubscriptions = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/bill/event/subscription/list',
  summary: 'List subscriptions',
  description: 'A tenant has at most 500 subscriptions; each call reads all of them.',
  body: z
    .object({
      ...pagingFields(sortFields, { isAscending: true }),
      text: optionalText(200).meta({ description: 'Text contained in the name.' }),
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
  summary: 'Get a subscription',
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
  summary: 'Update a subscription',
  description:
    'Cannot change the type of the channel, nor the status (use pause and resume). A new address other than the caller’s own must confirm first, as for a new subscription. Send the ETag as If-Match to avoid overwriting another change.',
  params,
  body: UpdateSubscriptionInput,
  responses: subscriptionResponse('The updated subscription.'),
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'PERMISSION_DENIED'],
  access: topicAccess,
  budget: { roundTrips: 5, readUnits: 12, writeUnits: 14 },
  example: { ...example, body: { filter: { stateIds: [53], trackedOnly: true } } },
});

export const deleteSubscription = endpoint({
  ...shared,
  method: 'DELETE',
  path,
  summary: 'Delete a subscription',
  description: 'Nothing more is sent, and the address of its calendar feed stops working.',
  params,
  responses: {
    200: { description: 'The subscription was deleted.', body: successEnvelope(z.literal(true)) },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: writeAccess,
  budget,
  example: { params: { id: '{{spareSubscriptionId}}' } },
});
