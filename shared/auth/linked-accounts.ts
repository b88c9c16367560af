// The accounts at Google and Microsoft that sign people in here (docs/interface/identity.md#google-and-microsoft-accounts).
import { createHash } from 'node:crypto';
import { type Change, put, remove } from '../data/changes.ts';
import type { Key, PlatformStore } from '../data/store.ts';
import { type AccountProvider, accountProviders } from './account-providers.ts';

/** An account at a provider: iss and sub identify it (OpenID Connect Core 1.0, 5.7). */
export interface LinkedAccount {
  readonly provider: AccountProvider;
  readonly issuer: string;
  readonly sub: string;
  /** Its address as the provider stated it, by which its owner knows it. */
  readonly email?: string | undefined;
}

/** The account at a provider that signs in a user. */
export interface AccountLinkItem extends LinkedAccount {
  readonly type: 'linked-account';
  readonly createdDate: string;
}

/** Whom an account at a provider signs in; it counts only with the link that the user has. */
interface LinkedSubjectItem {
  readonly type: 'linked-subject';
  readonly userId: string;
}

const linkKey = (platform: PlatformStore, userId: string, provider: AccountProvider): Key<AccountLinkItem> =>
  platform.key(`USER#${userId}`, `LINK#${provider}`);

function subjectKey(
  platform: PlatformStore,
  { issuer, sub }: Pick<LinkedAccount, 'issuer' | 'sub'>,
): Key<LinkedSubjectItem> {
  const hash = createHash('sha256')
    .update(JSON.stringify([issuer, sub]))
    .digest('base64url');
  return platform.key(`LINKED-SUBJECT#${hash}`, 'SUBJECT');
}

/** The user whom an account signs in; undefined while it signs in nobody. Two reads. */
export async function findLinkedUserId(
  platform: PlatformStore,
  account: LinkedAccount,
): Promise<string | undefined> {
  const subject = await platform.get(subjectKey(platform, account), { consistent: true });
  if (!subject) return undefined;
  const link = await platform.get(linkKey(platform, subject.userId, account.provider), { consistent: true });
  return link?.issuer === account.issuer && link.sub === account.sub ? subject.userId : undefined;
}

/** What signs a user in besides what the account itself has. One read. */
export async function listLinkedAccounts(
  platform: PlatformStore,
  userId: string,
): Promise<readonly AccountLinkItem[]> {
  const items = await platform.getMany(
    accountProviders.map((provider) => linkKey(platform, userId, provider)),
    { consistent: true },
  );
  return items.flatMap((item) => item ?? []);
}

/** Lets an account sign a user in, in the place of the user's earlier one at the same provider. */
export const saveLink = (
  platform: PlatformStore,
  userId: string,
  account: LinkedAccount,
  now: Date,
): Change[] => [
  put(linkKey(platform, userId, account.provider), {
    type: 'linked-account',
    ...account,
    createdDate: now.toISOString(),
  }),
  put(subjectKey(platform, account), { type: 'linked-subject', userId }),
];

/** Ends what a user's account at a provider may do. */
export const removeLink = (platform: PlatformStore, userId: string, provider: AccountProvider): Change =>
  remove(linkKey(platform, userId, provider));

/** The same for every provider, when the user is removed. */
export const removeLinks = (platform: PlatformStore, userId: string): Change[] =>
  accountProviders.map((provider) => removeLink(platform, userId, provider));
