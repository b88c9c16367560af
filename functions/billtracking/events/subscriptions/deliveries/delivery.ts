// A delivery: one change told to one subscription, with every try that was made.
import { omitUndefined } from '../../../../../shared/directory/omit-undefined.ts';
import type { Outcome } from '../../../../../shared/webhooks/send.ts';
import type { ChannelType } from '../subscription.ts';
import type { Message } from './message.ts';

/**
 * What becomes of a delivery. A webhook's:
 *
 * | from             | when                                   | to        |
 * |------------------|----------------------------------------|-----------|
 * | pending, failed  | the receiver answered 2xx              | delivered |
 * | pending, failed  | a try failed, and it was not the last  | failed    |
 * | pending, failed  | the last try failed, or 410 Gone       | dead      |
 * | dead             | it is to be tried again                | pending   |
 *
 * What is mailed or pushed is delivered as soon as it is written: the mail is then in the outbox, which has its own tries.
 */
export const deliveryStates = ['pending', 'failed', 'delivered', 'dead'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** One try. */
export interface Attempt extends Outcome {
  readonly at: string;
}

/** A delivery as the table holds it. */
export interface DeliveryItem {
  readonly type: 'event-delivery';
  /** The id of the change in the change feed; begins with its time. */
  readonly id: string;
  readonly subscriptionId: string;
  readonly channel: ChannelType;
  /** What the change is about, and what its order is kept by: `bill#42`. */
  readonly subject: string;
  readonly messageType: string;
  /** The message as it is sent, the same text at every try. */
  readonly body: string;
  readonly state: DeliveryState;
  readonly attempts: readonly Attempt[];
  readonly createdDate: string;
  readonly nextTryAt?: string | undefined;
  readonly deliveredDate?: string | undefined;
  /** Epoch seconds after which it is forgotten. */
  readonly ttl: number;
}

/**
 * Minutes between a failed try and the next, ten tries in all: at once, then after 1 minute, 5 and 30 minutes, 2, 5, 10, 14,
 * 18 and 22.4 hours: three days to the last one. A tenth of jitter either way keeps receivers that were down together from
 * being called together.
 */
const retryDelaysInMinutes = [1, 5, 30, 120, 300, 600, 840, 1080, 1344] as const;

/** The last try of all. */
export const MAX_ATTEMPTS = retryDelaysInMinutes.length + 1;

/** The delay after so many failed tries, in milliseconds. `random` in 0..1. */
export const retryDelay = (tries: number, random: number): number =>
  (retryDelaysInMinutes[tries - 1] ?? 1344) * 60_000 * (0.9 + random / 5);

const DAY = 24 * 3600;
/** How long a delivery is kept, in seconds: a month, and dead letters three. */
const retentionSeconds = (state: DeliveryState): number => (state === 'dead' ? 90 : 30) * DAY;

const computeTtl = (state: DeliveryState, now: Date): number =>
  Math.floor(now.getTime() / 1000) + retentionSeconds(state);

/** A delivery that is to be made; of what is not sent by webhook, one that is made. */
export function buildDelivery(
  about: Pick<DeliveryItem, 'id' | 'subscriptionId' | 'channel' | 'subject'>,
  message: Message,
  now: Date,
): DeliveryItem {
  const state = about.channel === 'webhook' ? 'pending' : 'delivered';
  return {
    ...about,
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

/** So many tries are remembered: those of two rounds. */
const MAX_STORED_ATTEMPTS = 2 * MAX_ATTEMPTS;

/** The delivery after a try, in its new state. */
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

/** A dead letter that is to be tried again, with what it tells as it is now. */
export const reviveDelivery = (delivery: DeliveryItem, body: string, now: Date): DeliveryItem => ({
  ...delivery,
  body,
  state: 'pending',
  nextTryAt: undefined,
  ttl: computeTtl('pending', now),
});

/** A delivery as the interface shows it. */
export const presentDelivery = (delivery: DeliveryItem) => ({
  id: delivery.id,
  state: delivery.state,
  type: delivery.messageType,
  message: JSON.parse(delivery.body) as Record<string, unknown>,
  attempts: delivery.attempts.map(({ at, milliseconds, status, error, response, retryAfterSeconds }) => ({
    at,
    milliseconds,
    ...omitUndefined({ status, error, response, retryAfterSeconds }),
  })),
  createdDate: delivery.createdDate,
  ...omitUndefined({ nextTryAt: delivery.nextTryAt, deliveredDate: delivery.deliveredDate }),
});
