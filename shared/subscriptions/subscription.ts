// A subscription: which changes are delivered, and how (docs/interface/billtracking.md#subscriptions,
// docs/interface/crm.md#webhooks).

import { createHash, timingSafeEqual } from 'node:crypto';
import type { VersionedRecord } from '../data/versioned-record.ts';
import type { EventType } from '../legislature/event-types.ts';
import type { NamedSecret } from '../webhooks/secrets.ts';

/** The kinds of a bill's changes that can be subscribed to, with what each of them is. */
export const billChangeTexts = {
  status: 'its status or our tracking status',
  action: 'actions and roll calls',
  vote: 'roll calls alone',
  position: 'our position',
  title: 'its title or summary',
  sponsor: 'sponsors who joined or withdrew',
  committee: 'the committees that have it',
  version: 'versions of its text',
  text: 'a text that its source replaced',
  rewrite: 'a version that replaces most of the text before it',
  document: 'amendments, fiscal notes and other papers',
  relation: 'companions and other related bills',
} as const;
export type BillChange = keyof typeof billChangeTexts;
export const billChanges = Object.keys(billChangeTexts) as [BillChange, ...BillChange[]];

/** Conditions on an event or a bill; an empty list is no condition. */
export interface SubscriptionFilter {
  /** FIPS codes; 0 is the Congress of the United States. */
  readonly stateIds: readonly number[];
  readonly committeeIds: readonly number[];
  /** Does not apply to bills. */
  readonly eventTypes: readonly EventType[];
  readonly billIds: readonly number[];
  /** Events: only those about a bill that the tenant tracks. */
  readonly trackedOnly: boolean;
}

/** What is delivered: events or not, which changes of bills, and changes of any record by topic. */
export interface SubscribedChanges {
  readonly events: boolean;
  readonly bills: readonly BillChange[];
  /** Webhooks only (docs/events.md#topics). The filter does not apply to them. */
  readonly topics?: readonly string[] | undefined;
  /** The ids of saved searches whose new bills are reported. Of the filter, states and committees apply. */
  readonly searches?: readonly string[] | undefined;
  /** The ids of officials whose votes, sponsorships and committees are reported, also of bills that are not tracked. */
  readonly officials?: readonly string[] | undefined;
  /** Key dates of the filter's states, whatever else the filter says: they concern all bills of a session. */
  readonly keyDates?: boolean | undefined;
  /** Reminders of those key dates, before each of them. */
  readonly keyDateReminders?: KeyDateReminders | undefined;
}

/** When a subscriber is reminded of a key date. */
export interface KeyDateReminders {
  /** The days before it, the earliest reminder first; 0 is the day itself. */
  readonly daysBefore: readonly number[];
}

export const defaultReminderDays = [7, 1] as const;
/** The most officials whom a subscription follows. */
export const MAX_OFFICIALS = 200;

/** The most reminders before a key date. */
export const MAX_REMINDERS = 10;
/** How many days before a key date the first reminder may be. */
export const MAX_REMINDER_DAYS = 30;

/** `immediate` mails soon after a change, with all that changed at the same time. */
export const digestFrequencies = ['immediate', 'hourly', 'daily', 'weekly'] as const;

/** When a digest is mailed. */
export interface DigestSchedule {
  readonly frequency: (typeof digestFrequencies)[number];
  /** The full hour of local time, 0 to 23; present only when daily or weekly. */
  readonly hour?: number | undefined;
  /** 1 is Monday, 7 Sunday; present only when weekly. */
  readonly weekday?: number | undefined;
  /** IANA name. */
  readonly timeZone: string;
}

export const channelTypes = ['webhook', 'mail', 'push', 'calendar'] as const;
export type ChannelType = (typeof channelTypes)[number];

/** How changes are delivered. */
export type Channel =
  | {
      readonly type: 'webhook';
      readonly url: string;
      /** Who is notified when it is disabled, once they have agreed. */
      readonly email?: string | undefined;
    }
  | { readonly type: 'mail'; readonly email: string; readonly digest: DigestSchedule }
  /** Announced on the push channel, and read among the deliveries. */
  | { readonly type: 'push' }
  /** Fetched by calendar programs from a private address. */
  | { readonly type: 'calendar' };

/**
 * The status of a subscription.
 *
 * | from               | when                                                      | to          |
 * |--------------------|-----------------------------------------------------------|-------------|
 * | (new), active      | its mail address has not agreed                           | unconfirmed |
 * | unconfirmed        | the address confirms through the link mailed to it        | active      |
 * | active             | a user pauses it                                          | paused      |
 * | active             | its webhook accepted nothing for three days, or sent 410  | disabled    |
 * | any                | the receiver of its mail unsubscribes                     | disabled    |
 * | paused, disabled   | a user resumes it                                         | active      |
 * | paused, disabled   | a user resumes it, and the address has not agreed         | unconfirmed |
 */
export const subscriptionStatuses = ['active', 'unconfirmed', 'paused', 'disabled'] as const;

/** The reason stored with a subscription whose receiver unsubscribed. */
export const UNSUBSCRIBED = 'Unsubscribed by the receiver.';

/** A request to an address to agree to get mail. */
export interface ConsentRequest {
  readonly email: string;
  /** The hash of the token in the link that was mailed. */
  readonly hash: string;
  /** When the link expires, ISO 8601. */
  readonly expires: string;
}

/** The part of a subscription that users edit. */
export interface SubscriptionContent {
  readonly name: string;
  readonly filter: SubscriptionFilter;
  readonly what: SubscribedChanges;
  readonly channel: Channel;
}

/** The area in which a subscription was made, which alone reads and changes it. */
export type SubscriptionDoor = 'billtracking' | 'crm';

/** The user who created a subscription, as it is stored with it. */
export interface SubscriptionCreator {
  /** The sign-in name, usually a mail address. */
  readonly name: string;
  readonly personId?: string | undefined;
}

/** Whose permissions decide which changes are delivered by topic: who named the topics, with the scope of its token. */
export interface Follower {
  readonly subject: string;
  readonly scope?: string | undefined;
}

/** A subscription as it is stored. */
export interface SubscriptionItem extends SubscriptionContent, VersionedRecord {
  readonly type: 'event-subscription';
  readonly id: string;
  readonly status: (typeof subscriptionStatuses)[number];
  /** Why it was disabled, as text for people. */
  readonly disabledReason?: string | undefined;
  /** Changes from this moment of the tenant's clock on are delivered. */
  readonly listensSince: string;
  /** Since when its reminders are as they are; absent while they are those with which it was made. */
  readonly remindersSince?: string | undefined;
  /** Webhook: its secrets, the oldest first. */
  readonly secrets: readonly NamedSecret[];
  /** Calendar: the hash of the token in its address. */
  readonly feedHash?: string | undefined;
  /** The address that agreed to get mail: the creator's own, or one that confirmed. */
  readonly agreedEmail?: string | undefined;
  /** The latest consent request. */
  readonly asked?: ConsentRequest | undefined;
  readonly createdBy?: SubscriptionCreator | undefined;
  /** Present where topics are. */
  readonly follower?: Follower | undefined;
  /** Present where a member made it for themselves: it is counted among those of members. */
  readonly isOfMember?: true | undefined;
  /** Bill tracking by default. */
  readonly door?: SubscriptionDoor | undefined;
}

/** The mail address of a channel, if it has one. */
export const channelEmail = (channel: Channel): string | undefined =>
  channel.type === 'mail' || channel.type === 'webhook' ? channel.email : undefined;

/** Whether the address of the channel has agreed to get mail. */
export const hasAgreed = ({ channel, agreedEmail }: SubscriptionItem): boolean => {
  const address = channelEmail(channel);
  return address !== undefined && address.toLowerCase() === agreedEmail?.toLowerCase();
};

/** Whether a subscription was made in the area. */
export const isOfDoor = (
  { door = 'billtracking' }: Pick<SubscriptionItem, 'door'>,
  expected: SubscriptionDoor,
): boolean => door === expected;

/** A new subscription at version 1; its address, if it has one, counts as agreed. */
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

/** The changed subscription at its next version. */
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

/** Active again; what changed during the pause is delivered only by a replay. */
export const reactivateSubscription = (before: SubscriptionItem, now: Date): SubscriptionItem =>
  applySubscriptionChange(
    before,
    { status: 'active', disabledReason: undefined, listensSince: now.toISOString() },
    now,
  );

/** The secrets after a rotation: the new one, and the latest previous one, which expires after so many hours. */
export function rotateSecrets(
  secrets: readonly NamedSecret[],
  id: string,
  overlapHours: number,
  now: Date,
): readonly NamedSecret[] {
  const overlapEnd = new Date(now.getTime() + overlapHours * 3_600_000).toISOString();
  const last = secrets.at(-1);
  const previous =
    last === undefined || overlapHours === 0
      ? []
      : [
          {
            ...last,
            expires: last.expires !== undefined && last.expires < overlapEnd ? last.expires : overlapEnd,
          },
        ];
  return [...previous, { id, createdDate: now.toISOString() }];
}

/** The token of a private link: the subscription's id followed by a secret part. */
export const buildLinkToken = (subscriptionId: string, secret: string): string =>
  `${subscriptionId.replaceAll('-', '')}${secret.replaceAll('-', '')}`;

/** What is stored of a token; a token is random, so one round of SHA-256 is enough. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Whether a hash is that of this token, compared in constant time. */
export const matchesTokenHash = (hash: string, token: string): boolean =>
  timingSafeEqual(Buffer.from(hash), Buffer.from(hashToken(token)));

/** The id of the subscription that a token names; undefined when the token is malformed. */
export function parseSubscriptionId(token: string): string | undefined {
  const [, a, b, c, d, e] =
    /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})[0-9a-f]{32,128}$/.exec(token) ?? [];
  return a === undefined ? undefined : `${a}-${b}-${c}-${d}-${e}`;
}
