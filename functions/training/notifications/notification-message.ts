// Notices: what a person is to be told, written in the transaction that is its cause and told once.
import { type Change, put, update } from '../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../shared/data/store.ts';
import { retryDelay } from '../../../shared/mail/outbox.ts';
import type { NotificationValues } from './merge-fields.ts';
import type { NotificationKind } from './notification-kinds.ts';

export type { NotificationKind } from './notification-kinds.ts';

/** Who is told: a person of the directory, or whoever holds a role. */
type Recipient =
  | { readonly kind: 'person'; readonly personId: string }
  | { readonly kind: 'role'; readonly role: string };

export interface NotificationMessage {
  readonly kind: NotificationKind;
  readonly to: Recipient;
  /** What makes it this one and no other: a registration's id with what happened to it. The same is told once. */
  readonly about: string;
  /** What the template may name: `{{memberName}}`, `{{className}}`, ... (merge-fields.ts). */
  readonly values: NotificationValues;
  /** The record it leads to. */
  readonly link?: {
    readonly type: 'class' | 'registration' | 'award' | 'certification';
    readonly id: string;
  };
}

/**
 * A notice as the table holds it. The stream sends it on at once; what fails then is found by when it is due.
 *
 * | from    | when                     | to                         |
 * |---------|--------------------------|----------------------------|
 * | waiting | everybody was told       | told                       |
 * | waiting | telling somebody failed  | waiting (dueAt moved off)  |
 * | waiting | the last try failed      | dead                       |
 */
export interface NotificationMessageItem extends NotificationMessage {
  readonly type: 'notice';
  readonly state: 'waiting' | 'told' | 'dead';
  /** How often telling it failed. */
  readonly failures: number;
  readonly lastError?: string | undefined;
  /** By the tenant's clock. */
  readonly createdAt: string;
  /** Epoch seconds. */
  readonly ttl: number;
}

/** How long it is known that somebody was told, in seconds: longer than any cause can repeat. */
const messageLifetime = 400 * 24 * 3600;
/** How long the stream has for a notice before the sweep looks after it, in milliseconds. */
const streamDelay = 60_000;
/** How many tries a notice gets; the delays between them add up to about a day. */
const maxTries = 10;

const messageName = ({ kind, about, to }: Pick<NotificationMessage, 'kind' | 'about' | 'to'>): string =>
  `${kind}#${about}#${to.kind === 'person' ? to.personId : `role:${to.role}`}`;

export const messageKey = (
  tenant: TenantStore,
  of: Pick<NotificationMessage, 'kind' | 'about' | 'to'>,
): Key<NotificationMessageItem> => tenant.key(`NOTICE#${messageName(of)}`, 'NOTICE');

/** That a person was told: beside the notice, in the transaction of what they were told by. */
interface DeliveryItem {
  readonly type: 'notice-told';
  readonly at: string;
  readonly ttl: number;
}

/** The claim on telling one person one thing. Whoever holds a role and is named as a person too is told once as each. */
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

/** Notices that not everybody was told yet, by when they are due. */
const waitingMessages = (tenant: TenantStore): Partition<NotificationMessageItem> =>
  tenant.listing('NOTICES');
const formatDueTime = (createdAt: Date, after: number): string =>
  new Date(createdAt.getTime() + after).toISOString();

/** Has somebody told something: add it to the transaction that is its cause. Written twice, it is told once. */
export const queueNotification = (tenant: TenantStore, wanted: NotificationMessage, now: Date): Change => {
  const { kind, to, about, values, link } = wanted;
  const item: NotificationMessageItem = {
    type: 'notice',
    ...{ kind, to, about, values },
    ...(link && { link }),
    state: 'waiting',
    failures: 0,
    createdAt: now.toISOString(),
    ttl: Math.floor(now.getTime() / 1000) + messageLifetime,
  };
  return put(messageKey(tenant, wanted), item, {
    listed: {
      listing: waitingMessages(tenant),
      sort: `${formatDueTime(now, streamDelay)}#${messageName(wanted)}`,
    },
  });
};

/** The notices that are due by a moment of the tenant's clock and were not told, the oldest first. */
export async function listDueMessages(
  tenant: TenantStore,
  now: Date,
  limit = 25,
): Promise<readonly NotificationMessageItem[]> {
  const { items } = await tenant.query(waitingMessages(tenant), { to: `${now.toISOString()}#~`, limit });
  return items;
}

const ifStillWaiting = ({ failures }: NotificationMessageItem) => ({
  condition: {
    expression: '#state = :waiting AND #failures = :seen',
    names: { '#state': 'state', '#failures': 'failures' },
    values: { ':waiting': 'waiting', ':seen': failures },
  },
  otherwise: 'decide again' as const,
});

/** Everybody was told. */
export const markDelivered = (tenant: TenantStore, item: NotificationMessageItem): Change =>
  update(
    messageKey(tenant, item),
    { set: { state: 'told' }, unset: ['gsi1pk', 'gsi1sk'] },
    ifStillWaiting(item),
  );

/** Telling failed: again later, or given up, to be looked at. `random` in 0..1. */
export function recordFailure(
  tenant: TenantStore,
  item: NotificationMessageItem,
  reason: string,
  now: Date,
  random: number,
): Change {
  const failures = item.failures + 1;
  const lastError = reason.slice(0, 200);
  if (failures >= maxTries)
    return update(
      messageKey(tenant, item),
      { set: { state: 'dead', failures, lastError }, unset: ['gsi1pk', 'gsi1sk'] },
      ifStillWaiting(item),
    );
  const dueAt = formatDueTime(now, retryDelay(failures, random));
  return update(
    messageKey(tenant, item),
    { set: { failures, lastError, gsi1sk: `${dueAt}#${messageName(item)}` } },
    ifStillWaiting(item),
  );
}
