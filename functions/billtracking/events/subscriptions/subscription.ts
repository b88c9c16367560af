// A subscription: which changes of calendar events and bills somebody is told, and how
// (docs/interface/billtracking.md#subscriptions).
import { createHash, timingSafeEqual } from 'node:crypto';
import type { NamedSecret } from '../../../../shared/webhooks/secrets.ts';
import type { EventType } from '../calendar-event.ts';

/** The kinds of a bill's changes that can be subscribed to. */
export const billChanges = ['status', 'action', 'position'] as const;
export type BillChange = (typeof billChanges)[number];

/** What must be true of an event or a bill; a list that is empty asks nothing. */
export interface SubscriptionFilter {
  /** FIPS codes; 0 is the Congress of the United States. */
  readonly stateIds: readonly number[];
  readonly committeeIds: readonly number[];
  /** Says nothing of bills. */
  readonly eventTypes: readonly EventType[];
  readonly billIds: readonly number[];
  /** Of events: only those about a bill that the tenant follows. */
  readonly trackedOnly: boolean;
}

/** What is told: events or not, and which changes of bills. */
export interface SubscribedChanges {
  readonly events: boolean;
  readonly bills: readonly BillChange[];
}

export const digestFrequencies = ['hourly', 'daily', 'weekly'] as const;

/** When a digest is mailed. */
export interface DigestSchedule {
  readonly frequency: (typeof digestFrequencies)[number];
  /** The full hour as clocks show it, 0 to 23; hourly ones have none. */
  readonly hour?: number | undefined;
  /** 1 is Monday, 7 Sunday; weekly ones alone have one. */
  readonly weekday?: number | undefined;
  /** IANA name. */
  readonly timeZone: string;
}

export const channelTypes = ['webhook', 'mail', 'push', 'calendar'] as const;
export type ChannelType = (typeof channelTypes)[number];

/** How it is told. */
export type Channel =
  | {
      readonly type: 'webhook';
      readonly url: string;
      /** Who is told when it is disabled, once they have agreed. */
      readonly email?: string | undefined;
    }
  | { readonly type: 'mail'; readonly email: string; readonly digest: DigestSchedule }
  /** Told on the push channel; what is told is read among the deliveries. */
  | { readonly type: 'push' }
  /** Fetched from a private address. */
  | { readonly type: 'calendar' };

/**
 * Where a subscription stands.
 *
 * | from               | when                                                      | to          |
 * |--------------------|-----------------------------------------------------------|-------------|
 * | (new), active      | its mail is to go to an address that has not agreed       | unconfirmed |
 * | unconfirmed        | the address agrees, by the link that was mailed to it     | active      |
 * | active             | paused by somebody                                        | paused      |
 * | active             | its webhook took nothing for three days, or 410           | disabled    |
 * | any                | the receiver of its mail unsubscribes                     | disabled    |
 * | paused, disabled   | resumed by somebody                                       | active      |
 * | paused, disabled   | resumed by somebody, and the address has not agreed       | unconfirmed |
 */
export const subscriptionStatuses = ['active', 'unconfirmed', 'paused', 'disabled'] as const;

/** Why a subscription is disabled whose receiver wants it no more. */
export const UNSUBSCRIBED = 'Unsubscribed by the receiver.';

/** An address that was asked whether it agrees to get mail. */
export interface ConsentRequest {
  readonly email: string;
  /** Of the token in the link that was mailed. */
  readonly hash: string;
  /** When the link ends, ISO 8601. */
  readonly expires: string;
}

/** What people say of a subscription. */
export interface SubscriptionContent {
  readonly name: string;
  readonly filter: SubscriptionFilter;
  readonly what: SubscribedChanges;
  readonly channel: Channel;
}

/** A subscription as the table holds it. */
export interface SubscriptionItem extends SubscriptionContent {
  readonly type: 'event-subscription';
  readonly id: string;
  readonly status: (typeof subscriptionStatuses)[number];
  /** Why it was disabled, in words. */
  readonly disabledReason?: string | undefined;
  /** Changes from this moment of the tenant's clock on are told. */
  readonly listensSince: string;
  /** Of a webhook, the oldest first. */
  readonly secrets: readonly NamedSecret[];
  /** Of a calendar: the hash of the token in its address. */
  readonly feedHash?: string | undefined;
  /** The address that agreed to get mail: the maker's own, or one that confirmed. */
  readonly agreedEmail?: string | undefined;
  /** The address that was asked last whether it agrees. */
  readonly asked?: ConsentRequest | undefined;
  readonly createdBy?: { readonly name: string; readonly personId?: string | undefined } | undefined;
  readonly version: number;
  readonly createdDate: string;
  readonly modifiedDate: string;
  readonly schemaVersion: 1;
}

/** For how many hours the old secret signs beside the new one, unless told. */
export const SECRET_OVERLAP_HOURS = 24;

/** The mail address in a channel, if it has one. */
export const channelEmail = (channel: Channel): string | undefined =>
  channel.type === 'mail' || channel.type === 'webhook' ? channel.email : undefined;

/** A new subscription at its first version, whose address, if it has one, is taken to have agreed. */
export const buildSubscription = (
  id: string,
  content: SubscriptionContent,
  createdBy: SubscriptionItem['createdBy'],
  now: Date,
): SubscriptionItem => ({
  ...content,
  type: 'event-subscription',
  id,
  status: 'active',
  listensSince: now.toISOString(),
  secrets: [],
  agreedEmail: channelEmail(content.channel),
  createdBy,
  version: 1,
  createdDate: now.toISOString(),
  modifiedDate: now.toISOString(),
  schemaVersion: 1,
});

/** The subscription with something changed, at its next version. */
export const applySubscriptionChange = (
  before: SubscriptionItem,
  change: Partial<SubscriptionItem>,
  now: Date,
): SubscriptionItem => ({
  ...before,
  ...change,
  version: before.version + 1,
  modifiedDate: now.toISOString(),
});

/** Active again: what changed meanwhile is not told unless it is replayed. */
export const reactivateSubscription = (before: SubscriptionItem, now: Date): SubscriptionItem =>
  applySubscriptionChange(
    before,
    { status: 'active', disabledReason: undefined, listensSince: now.toISOString() },
    now,
  );

/**
 * The secrets after a rotation: the new one, and of the old ones the latest, which ends after so many hours.
 */
export function rotateSecrets(
  kept: readonly NamedSecret[],
  id: string,
  overlapHours: number,
  now: Date,
): readonly NamedSecret[] {
  const ends = new Date(now.getTime() + overlapHours * 3_600_000).toISOString();
  const last = kept.at(-1);
  const previous =
    last === undefined || overlapHours === 0
      ? []
      : [{ ...last, expires: last.expires !== undefined && last.expires < ends ? last.expires : ends }];
  return [...previous, { id, createdDate: now.toISOString() }];
}

/** The token of a private link holds the subscription's id and a secret part; the link's address is made of it. */
export const buildLinkToken = (subscriptionId: string, secret: string): string =>
  `${subscriptionId.replaceAll('-', '')}${secret.replaceAll('-', '')}`;

/** What is kept of a token: it is random, so one round of SHA-256 is enough. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Whether a hash is kept of this token, told in the same time whatever the token. */
export const matchesTokenHash = (hash: string, token: string): boolean =>
  timingSafeEqual(Buffer.from(hash), Buffer.from(hashToken(token)));

/** The id of the subscription that a token names; undefined when it can be none. */
export function parseSubscriptionId(token: string): string | undefined {
  const [, a, b, c, d, e] =
    /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})[0-9a-f]{32,128}$/.exec(token) ?? [];
  return a === undefined ? undefined : `${a}-${b}-${c}-${d}-${e}`;
}
