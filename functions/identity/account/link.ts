// Single-use links of mails about an account. A link is a random secret; only its hash is stored, and it ends with what it
// is bound to.
import { createHash, randomBytes } from 'node:crypto';
import type { UserItem } from '../../../shared/auth/accounts/users.ts';
import { type Change, ifAbsent, ifPresent, put, remove } from '../../../shared/data/changes.ts';
import type { Key, PlatformStore } from '../../../shared/data/store.ts';

/** What a link is for; a link of one purpose opens nothing of another. */
export type LinkPurpose = 'reset-password' | 'confirm-old-email' | 'confirm-new-email' | 'accept-invitation';

/** How long a link is valid, in seconds. */
export const linkLifetimes: Readonly<Record<LinkPurpose, number>> = {
  'reset-password': 3600,
  'confirm-old-email': 86_400,
  'confirm-new-email': 86_400,
  'accept-invitation': 604_800,
};

/** For how long an expired link is stored, seconds: someone who follows that of an invitation later learns what happened. */
const keptSeconds = (purpose: LinkPurpose): number => (purpose === 'accept-invitation' ? 30 * 86_400 : 3600);

/** A stored link, under the hash of its secret. */
export interface AccountLinkItem {
  readonly type: 'account-link';
  readonly purpose: LinkPurpose;
  /** The user, or the tenant of an invitation. */
  readonly of: string;
  /** The link ends when this is not true of the account any more: a fingerprint of its password, or the id of a request. */
  readonly bound: string;
  readonly expires: string;
  readonly ttl: number;
}

const hash = (text: string): string => createHash('sha256').update(text, 'utf8').digest('base64url');

const linkKey = (platform: PlatformStore, token: string): Key<AccountLinkItem> =>
  platform.key(`ACCOUNT-LINK#${hash(token)}`, 'LINK');

/** The secret of a link: 256 random bits. */
export const createLinkToken = (): string => randomBytes(32).toString('base64url');

/** Stores a link. */
export function putLink(
  platform: PlatformStore,
  token: string,
  { purpose, of, bound }: Pick<AccountLinkItem, 'purpose' | 'of' | 'bound'>,
  now: Date,
): Change {
  const expires = new Date(now.getTime() + linkLifetimes[purpose] * 1000);
  return put(
    linkKey(platform, token),
    {
      ...{ type: 'account-link', purpose, of, bound },
      expires: expires.toISOString(),
      ttl: Math.ceil(expires.getTime() / 1000) + keptSeconds(purpose),
    },
    { condition: ifAbsent },
  );
}

/** The link with this secret, if it is for the purpose and has not expired. One read, also of an invalid one. */
export async function findLink(
  platform: PlatformStore,
  token: string,
  purposes: readonly LinkPurpose[],
  now: Date,
): Promise<AccountLinkItem | undefined> {
  const link = await findStoredLink(platform, token, purposes);
  return link && !isExpired(link, now) ? link : undefined;
}

/** The same, also if it has expired. */
export async function findStoredLink(
  platform: PlatformStore,
  token: string,
  purposes: readonly LinkPurpose[],
): Promise<AccountLinkItem | undefined> {
  const link = await platform.get(linkKey(platform, token), { consistent: true });
  return link && purposes.includes(link.purpose) ? link : undefined;
}

/** Whether a link has expired. */
export const isExpired = ({ expires }: AccountLinkItem, now: Date): boolean =>
  Date.parse(expires) <= now.getTime();

/** The change that uses a link up: of two requests with one link at the same moment, the second finds none. */
export const removeLink = (platform: PlatformStore, token: string): Change =>
  remove(linkKey(platform, token), { condition: ifPresent, onConflict: 'retry' });

/**
 * What a link to choose a new password is bound to: it ends when the password changes, or the address to which it was mailed
 * (Sudhodanan and Paverd, "Pre-hijacked accounts", 2022, 3.4).
 */
export const fingerprintReset = ({
  passwordHash = '',
  trustedEmail,
}: Pick<UserItem, 'passwordHash' | 'trustedEmail'>): string =>
  hash([passwordHash, trustedEmail?.address ?? ''].join('\n'));
