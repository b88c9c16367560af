// Messages about events: written in the transaction of the event, and delivered once to each recipient.
import { type Change, check, ifSame, put, update } from '../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../shared/data/store.ts';
import { computeDelay, isExhausted } from '../../../shared/jobs/attempts.ts';
import { mailAttempts } from '../../../shared/mail/outbox.ts';
import type { NotificationValues } from './merge-fields.ts';
import type { NotificationKind } from './notification-kinds.ts';

export type { NotificationKind } from './notification-kinds.ts';

/** Who is notified: a person of the directory, or everyone who holds a role. */
type Recipient =
  | { readonly kind: 'person'; readonly personId: string }
  | { readonly kind: 'role'; readonly role: string };

export interface NotificationMessage {
  readonly kind: NotificationKind;
  readonly to: Recipient;
  /**
   * Identifies the event, such as a registration's id with what happened to it. The same event is notified only once.
   */
  readonly about: string;
  /** The values of the template's fields: `{{memberName}}`, `{{className}}`, ... (merge-fields.ts). */
  readonly values: NotificationValues;
  /** The record that the notification links to. */
  readonly link?: {
    readonly type: 'class' | 'registration' | 'award' | 'certification';
    readonly id: string;
  };
  /** Of a request for a decision: how many events the approval has with it. Its link decides nothing that comes later. */
  readonly bound?: number | undefined;
}

/**
 * A stored message. The stream delivers it at once; when that fails, the sweep finds it once it is due.
 *
 * | from    | when                     | to                         |
 * |---------|--------------------------|----------------------------|
 * | waiting | all recipients notified  | told                       |
 * | waiting | a delivery failed        | waiting (due later)        |
 * | waiting | the last try failed      | dead                       |
 */
export interface NotificationMessageItem extends NotificationMessage {
  readonly type: 'notice';
  readonly state: 'waiting' | 'told' | 'dead';
  /** How often the delivery failed. */
  readonly failures: number;
  readonly lastError?: string | undefined;
  /** By the tenant's clock. */
  readonly createdAt: string;
  /** Epoch seconds. */
  readonly ttl: number;
}

/** How long a delivery is remembered, in seconds: longer than any event can be repeated. */
const messageLifetime = 400 * 24 * 3600;
/** How long the stream has for a message before the sweep takes it, in milliseconds. */
const streamDelay = 60_000;

const messageName = ({ kind, about, to }: Pick<NotificationMessage, 'kind' | 'about' | 'to'>): string =>
  `${kind}#${about}#${to.kind === 'person' ? to.personId : `role:${to.role}`}`;

export const messageKey = (
  tenant: TenantStore,
  of: Pick<NotificationMessage, 'kind' | 'about' | 'to'>,
): Key<NotificationMessageItem> => tenant.key(`NOTICE#${messageName(of)}`, 'NOTICE');

/** A delivery to one person, stored with the message in the transaction of the delivery. */
interface DeliveryItem {
  readonly type: 'notice-told';
  readonly at: string;
  readonly ttl: number;
}

/** The claim on one delivery. A person who is named and also holds the role is notified once as each. */
export const deliveryKey = (
  tenant: TenantStore,
  of: NotificationMessage,
  personId: string,
): Key<DeliveryItem> => tenant.key(`NOTICE#${messageName(of)}`, `TOLD#${personId}`);

export const buildDelivery = ({ ttl }: NotificationMessageItem, now: Date): DeliveryItem => ({
  type: 'notice-told',
  at: now.toISOString(),
  ttl,
});

/** The messages not yet delivered to all recipients, by due time. */
const waitingMessages = (tenant: TenantStore): Partition<NotificationMessageItem> =>
  tenant.dueListing('NOTICES');
const formatDueTime = (createdAt: Date, after: number): string =>
  new Date(createdAt.getTime() + after).toISOString();

/** The change that sends a message: add it to the transaction of the event. Written twice, it is delivered once. */
export const queueNotification = (tenant: TenantStore, message: NotificationMessage, now: Date): Change => {
  const { kind, to, about, values, link, bound } = message;
  const item: NotificationMessageItem = {
    type: 'notice',
    ...{ kind, to, about, values },
    ...(link && { link }),
    ...(bound !== undefined && { bound }),
    state: 'waiting',
    failures: 0,
    createdAt: now.toISOString(),
    ttl: Math.floor(now.getTime() / 1000) + messageLifetime,
  };
  return put(messageKey(tenant, message), item, {
    listed: {
      listing: waitingMessages(tenant),
      sort: `${formatDueTime(now, streamDelay)}#${messageName(message)}`,
    },
  });
};

/** Undelivered messages as work that is due. */
export const dueMessagesKind = { listing: 'NOTICES', moment: 'ISO 8601' } as const;

/** The undelivered messages that are due at a moment of the tenant's clock, oldest first. */
export async function listDueMessages(
  tenant: TenantStore,
  now: Date,
  limit = 25,
): Promise<readonly NotificationMessageItem[]> {
  const { items } = await tenant.query(waitingMessages(tenant), { to: `${now.toISOString()}#~`, limit });
  return items;
}

const ifStillWaiting = (item: NotificationMessageItem) =>
  ifSame({ ...item, state: 'waiting' }, ['state', 'failures']);

/** Whether a message still waits for the attempt that it was read for. */
export const isStillWaiting = (current: NotificationMessageItem, item: NotificationMessageItem): boolean =>
  current.state === 'waiting' && current.failures === item.failures;

/** The commit succeeds only while it does: what is told, given up or put off by another call is delivered to nobody else. */
export const checkStillWaiting = (tenant: TenantStore, item: NotificationMessageItem): Change =>
  check(messageKey(tenant, item), ifStillWaiting(item).condition, 'retry');

/** Marks a message as delivered to all recipients. */
export const markDelivered = (tenant: TenantStore, item: NotificationMessageItem): Change =>
  update(
    messageKey(tenant, item),
    // What the message said is needed no longer: only that it was sent.
    { set: { state: 'told', values: {} }, unset: ['gsi1pk', 'gsi1sk', 'gsi2pk'] },
    ifStillWaiting(item),
  );

/** Records a failed delivery: it is retried later, or given up after the last try. `random` in 0..1. */
export function recordFailure(
  tenant: TenantStore,
  item: NotificationMessageItem,
  reason: string,
  now: Date,
  random: number,
): Change {
  const failures = item.failures + 1;
  const lastError = reason.slice(0, 200);
  if (isExhausted(mailAttempts, { tries: failures }))
    return update(
      messageKey(tenant, item),
      { set: { state: 'dead', failures, lastError, values: {} }, unset: ['gsi1pk', 'gsi1sk', 'gsi2pk'] },
      ifStillWaiting(item),
    );
  const dueAt = formatDueTime(now, computeDelay(mailAttempts, failures, random));
  return update(
    messageKey(tenant, item),
    { set: { failures, lastError, gsi1sk: `${dueAt}#${messageName(item)}` } },
    ifStillWaiting(item),
  );
}
