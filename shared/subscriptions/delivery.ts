// A delivery: one change sent to one subscription, with every attempt.

import type { Permission } from '../auth/permissions/permissions.ts';
import { mayReadChange } from '../change-feed/topics.ts';
import { conflict } from '../errors/failure.ts';
import type { AttemptPlan } from '../jobs/attempts.ts';
import { pick } from '../values/pick.ts';
import type { Outcome } from '../webhooks/send.ts';
import type { Message } from './message.ts';
import type { ChannelType } from './subscription.ts';

/**
 * The state of a delivery. For webhooks:
 *
 * | from             | when                                   | to        |
 * |------------------|----------------------------------------|-----------|
 * | pending, failed  | the receiver responds 2xx              | delivered |
 * | pending, failed  | an attempt fails, but not the last     | failed    |
 * | pending, failed  | the last attempt fails, or 410 Gone    | dead      |
 * | dead             | a user retries it                      | pending   |
 *
 * Mail and push deliveries are delivered as soon as they are written; the outbox has its own attempts to send a mail.
 */
export const deliveryStates = ['pending', 'failed', 'delivered', 'dead'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** One attempt to send a webhook. */
export interface Attempt extends Outcome {
  readonly at: string;
}

/** A delivery as it is stored. */
export interface DeliveryItem {
  readonly type: 'event-delivery';
  /** The id of the change in the change feed; begins with its time. */
  readonly id: string;
  readonly subscriptionId: string;
  readonly channel: ChannelType;
  /** The record that changed, whose changes are delivered in order: `bill#42`. */
  readonly subject: string;
  readonly messageType: string;
  /** Whether it is delivered because of a topic: then who may not read the record does not see it. */
  readonly byTopic?: true | undefined;
  /** The message as it is sent, the same text at every attempt. */
  readonly body: string;
  readonly state: DeliveryState;
  readonly attempts: readonly Attempt[];
  readonly createdDate: string;
  readonly nextTryAt?: string | undefined;
  readonly deliveredDate?: string | undefined;
  /** Epoch seconds after which it is deleted. */
  readonly ttl: number;
}

/**
 * Minutes between a failed attempt and the next. Ten attempts in all: at once, then after 1, 5 and 30 minutes, 2, 5,
 * 10, 14, 18 and 22.4 hours, which is three days to the last. Ten percent of jitter either way spreads the requests to
 * receivers that failed together.
 */
export const retryDelaysInMinutes = [1, 5, 30, 120, 300, 600, 840, 1080, 1344] as const;

export const webhookAttempts: AttemptPlan = {
  maxAttempts: retryDelaysInMinutes.length + 1,
  delayAfter: (tries) => (retryDelaysInMinutes[tries - 1] ?? 1344) * 60_000,
  jitter: 0.1,
};

const DAY = 24 * 3600;
/** How long a delivery is stored: a month, dead letters three. */
const retentionSeconds = (state: DeliveryState): number => (state === 'dead' ? 90 : 30) * DAY;

const computeTtl = (state: DeliveryState, now: Date): number =>
  Math.floor(now.getTime() / 1000) + retentionSeconds(state);

/** A new delivery: pending for a webhook, delivered for the other channels. */
export function buildDelivery(
  details: Pick<DeliveryItem, 'id' | 'subscriptionId' | 'channel' | 'subject' | 'byTopic'>,
  message: Message,
  now: Date,
): DeliveryItem {
  const state = details.channel === 'webhook' ? 'pending' : 'delivered';
  return {
    ...details,
    type: 'event-delivery',
    messageType: message.type,
    body: JSON.stringify(message),
    state,
    attempts: [],
    createdDate: now.toISOString(),
    deliveredDate: state === 'delivered' ? now.toISOString() : undefined,
    ttl: computeTtl(state, now),
  };
}

/** The attempts of two rounds are stored. */
const MAX_STORED_ATTEMPTS = 2 * webhookAttempts.maxAttempts;

/** The delivery after an attempt. */
export const recordAttempt = (
  delivery: DeliveryItem,
  attempt: Attempt,
  state: Exclude<DeliveryState, 'pending'>,
  now: Date,
  nextTryAt?: Date,
): DeliveryItem => ({
  ...delivery,
  state,
  attempts: [...delivery.attempts, attempt].slice(-MAX_STORED_ATTEMPTS),
  nextTryAt: nextTryAt?.toISOString(),
  deliveredDate: state === 'delivered' ? now.toISOString() : undefined,
  ttl: computeTtl(state, now),
});

/** A dead letter that is sent again, with its body brought up to date. */
export const reviveDelivery = (delivery: DeliveryItem, body: string, now: Date): DeliveryItem => ({
  ...delivery,
  body,
  state: 'pending',
  nextTryAt: undefined,
  ttl: computeTtl('pending', now),
});

/**
 * Refuses to retry what is not given up, and what belongs to a disabled subscription, whose receiver has failed for days.
 * @throws Failure 409
 */
export function assertRetryable(
  { state }: Pick<DeliveryItem, 'state'>,
  { what, status }: { readonly what: 'webhook' | 'subscription'; readonly status: string },
): void {
  if (state !== 'dead')
    throw conflict(`The delivery is ${state}; only dead deliveries can be retried.`, 'deliveryId');
  if (status === 'disabled')
    throw conflict(`The ${what} is disabled: resume it, then retry the delivery.`, 'deliveryId');
}

/** Whether a reader may see it: one by topic tells of a record. */
export const maySeeDelivery = (
  { byTopic, messageType }: Pick<DeliveryItem, 'byTopic' | 'messageType'>,
  permissions: ReadonlySet<Permission>,
): boolean => !byTopic || mayReadChange({ type: messageType }, permissions);

export const presentDelivery = (delivery: DeliveryItem) => ({
  ...pick(delivery, ['id', 'state']),
  type: delivery.messageType,
  message: JSON.parse(delivery.body) as Record<string, unknown>,
  ...pick(delivery, ['attempts', 'createdDate', 'nextTryAt', 'deliveredDate']),
});
