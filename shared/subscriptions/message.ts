// The messages that every kind of subscription sends.
import type { ChangeEvent } from '../change-feed/change-event.ts';

/** A message as it is sent: with a record in the structure that Standard Webhooks suggests, by topic a CloudEvents event. */
export type Message = { readonly type: string } & Readonly<Record<string, unknown>>;

/**
 * The message about a change by topic: the event of the change feed, with its id. It names the record and has no values,
 * which are sent only to those who may read them.
 */
export const buildTopicMessage = (change: ChangeEvent): Message => ({ ...change });

export const buildTestMessage = (subscriptionId: string, name: string, now: Date) => ({
  type: 'subscription.test',
  timestamp: now.toISOString(),
  data: { subscriptionId, message: `This is a test of the subscription "${name}".` },
});
