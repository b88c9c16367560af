// How subscriptions are shown.
import * as z from 'zod';
import { eventTypes } from '../calendar-event.ts';
import { billChanges, channelTypes, digestFrequencies, subscriptionStatuses } from './subscription.ts';

const Filter = z
  .strictObject({
    stateIds: z.array(z.int()),
    committeeIds: z.array(z.int()),
    eventTypes: z.array(z.enum(eventTypes)),
    billIds: z.array(z.int()),
    trackedOnly: z.boolean(),
  })
  .meta({ id: 'SubscriptionFilter', description: 'An empty list asks nothing; what asks must all be true.' });

const SubscribedChanges = z
  .strictObject({ events: z.boolean(), bills: z.array(z.enum(billChanges)) })
  .meta({ id: 'SubscribedTo' });

const DigestSchedule = z
  .strictObject({
    frequency: z.enum(digestFrequencies),
    hour: z.int().min(0).max(23).optional(),
    weekday: z.int().min(1).max(7).optional(),
    timeZone: z.string(),
  })
  .meta({ id: 'DigestTimes', description: 'When the mail goes out: weekday 1 is Monday.' });

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
      description: '`unconfirmed`: nothing is sent until the address of the mail confirms.',
    }),
    isConfirmed: z.boolean().optional().meta({
      description: 'Whether the mail address of the channel has agreed to get mail, where it has one.',
    }),
    disabledReason: z.string().optional(),
    secrets: z
      .array(
        z.strictObject({ id: z.uuid(), createdDate: z.iso.datetime(), expires: z.iso.datetime().optional() }),
      )
      .optional()
      .meta({ description: 'The secrets that sign, by name; their text is told once, when they are made.' }),
    nextDigest: z.iso.datetime().optional().meta({ description: 'When the next mail is due.' }),
    createdBy: z.string().optional(),
    createdDate: z.iso.datetime(),
    modifiedDate: z.iso.datetime(),
  })
  .meta({ id: 'EventSubscription' });

const issuedCredentials = {
  secret: z
    .string()
    .optional()
    .meta({ description: 'Of a webhook: what it is signed with. Keep it: it is told this once.' }),
  feedAddress: z
    .string()
    .optional()
    .meta({ description: 'Of a calendar: its private address, for a calendar program. Told this once.' }),
};
export const SubscriptionWithCredentials = Subscription.extend(issuedCredentials).meta({
  id: 'EventSubscriptionMade',
});
