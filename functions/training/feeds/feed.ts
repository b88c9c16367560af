// Calendar feeds of a person: their secret addresses, of which only a hash is stored.
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import {
  buildLinkToken,
  hashToken,
  matchesTokenHash,
  parseSubscriptionId,
} from '../../../shared/subscriptions/subscription.ts';

export const feedKinds = ['Registrations', 'Teaching'] as const;
export type FeedKind = (typeof feedKinds)[number];

/** A stored feed. A new address replaces the old one. */
export interface FeedItem {
  readonly type: 'class-feed';
  readonly personId: string;
  readonly kind: FeedKind;
  readonly tokenHash: string;
  readonly createdDate: string;
}

/** In the record of the person, behind what a transcript reads. */
export const feedKey = (tenant: TenantStore, personId: string, kind: FeedKind): Key<FeedItem> =>
  tenant.key(`TRAINING-RECORD#${personId}`, `FEED#${kind}`);

const kindLetters: Readonly<Record<FeedKind, string>> = { Registrations: 'a', Teaching: 'b' };

/** The token of an address: the person, the kind, and the secret. */
export const buildFeedToken = (personId: string, kind: FeedKind, secret: string): string =>
  buildLinkToken(personId, `${kindLetters[kind]}${secret}`);

/** A feed with a new address. */
export const buildFeed = (personId: string, kind: FeedKind, token: string, now: Date): FeedItem => ({
  type: 'class-feed',
  personId,
  kind,
  tokenHash: hashToken(token),
  createdDate: now.toISOString(),
});

/** Whose feed a token is, and of which kind; undefined when the token is malformed. */
export function parseFeedToken(
  token: string,
): { readonly personId: string; readonly kind: FeedKind } | undefined {
  const personId = parseSubscriptionId(token);
  const kind = feedKinds.find((name) => kindLetters[name] === token[32]);
  return personId === undefined || kind === undefined ? undefined : { personId, kind };
}

/** Whether the feed still has the address with this token. */
export const hasToken = (feed: FeedItem | undefined, token: string): boolean =>
  feed !== undefined && matchesTokenHash(feed.tokenHash, token);
