// Response schemas of subscriptions.
import * as z from 'zod';
import { eventTypes } from '../../../../shared/legislature/event-types.ts';
import {
  billChanges,
  channelTypes,
  digestFrequencies,
  subscriptionStatuses,
} from '../../../../shared/subscriptions/subscription.ts';

const Filter = z
  .strictObject({
    stateIds: z.array(z.int()),
    committeeIds: z.array(z.int()),
    eventTypes: z.array(z.enum(eventTypes)),
    billIds: z.array(z.int()),
    trackedOnly: z.boolean(),
  })
  .meta({
    id: 'SubscriptionFilter',
    description: 'All conditions must hold; an empty list is no condition.',
  });

const SubscribedChanges = z
  .strictObject({
    events: z.boolean(),
    bills: z.array(z.enum(billChanges)),
    topics: z.array(z.string()).optional(),
    searches: z.array(z.uuid()).optional(),
    officials: z.array(z.uuid()).optional(),
    keyDates: z.boolean().optional(),
    keyDateReminders: z.strictObject({ daysBefore: z.array(z.int()) }).optional(),
  })
  .meta({ id: 'SubscribedTo' });

const DigestSchedule = z
  .strictObject({
    frequency: z.enum(digestFrequencies),
    hour: z.int().min(0).max(23).optional(),
    weekday: z.int().min(1).max(7).optional(),
    timeZone: z.string(),
  })
  .meta({ id: 'DigestTimes', description: 'When the mail is sent. Weekday 1 is Monday.' });

export const Subscription = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    filter: Filter,
    what: SubscribedChanges,
    channel: z.strictObject({
      type: z.enum(channelTypes),
      url: z.string().optional(),
      email: z.string().optional(),
      digest: DigestSchedule.optional(),
    }),
    status: z.enum(subscriptionStatuses).meta({
      description: '`unconfirmed`: nothing is sent until the mail address confirms.',
    }),
    isConfirmed: z.boolean().optional().meta({
      description: 'Whether the mail address of the channel, if it has one, has agreed to get mail.',
    }),
    disabledReason: z.string().optional(),
    secrets: z
      .array(
        z.strictObject({ id: z.uuid(), createdDate: z.iso.datetime(), expires: z.iso.datetime().optional() }),
      )
      .optional()
      .meta({
        description:
          'The ids of the active signing secrets; a secret itself is returned only when it is created.',
      }),
    nextDigest: z.iso.datetime().optional().meta({ description: 'When the next mail is sent.' }),
    createdBy: z.string().optional(),
    createdDate: z.iso.datetime(),
    modifiedDate: z.iso.datetime(),
  })
  .meta({ id: 'EventSubscription' });

const issuedCredentials = {
  secret: z
    .string()
    .optional()
    .meta({ description: 'Webhook: the signing secret. Store it: it is returned only once.' }),
  feedAddress: z.string().optional().meta({
    description: 'Calendar: the private address for a calendar program. Store it: it is returned only once.',
  }),
};
export const SubscriptionWithCredentials = Subscription.extend(issuedCredentials).meta({
  id: 'EventSubscriptionMade',
});
