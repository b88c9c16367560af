// The accounts at Google and Microsoft that sign people in here (docs/interface/identity.md#google-and-microsoft-accounts).
import { createHash } from 'node:crypto';
import { type Change, ifAbsent, put, remove } from '../../data/changes.ts';
import type { Key, PlatformStore } from '../../data/store.ts';
import { type AccountProvider, accountProviders } from './account-providers.ts';
import { readGroups } from './read-groups.ts';
import { type UserItem, userKey } from './users.ts';

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
  /** Epoch seconds. */
  readonly linkedAt: number;
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

/** Whether a link signs the user in: it ends with everything else in which they are signed in, such as by a new password. */
const isLive = ({ linkedAt }: AccountLinkItem, { revokedBefore = 0 }: UserItem): boolean =>
  linkedAt >= revokedBefore;

/** The user whom an account signs in; undefined while it signs in nobody. Two round trips. */
export async function findLinkedUser(
  platform: PlatformStore,
  account: LinkedAccount,
): Promise<UserItem | undefined> {
  const subject = await platform.get(subjectKey(platform, account), { consistent: true });
  if (!subject) return undefined;
  const [[link], [user]] = await readGroups(
    [linkKey(platform, subject.userId, account.provider)],
    [userKey(platform, subject.userId)],
  );
  const isSame = link?.issuer === account.issuer && link.sub === account.sub;
  return user && isSame && isLive(link, user) ? user : undefined;
}

/** What signs a user in besides what the account itself has. One read. */
export async function listLinkedAccounts(
  platform: PlatformStore,
  user: UserItem,
): Promise<readonly AccountLinkItem[]> {
  const items = await platform.getMany(
    accountProviders.map((provider) => linkKey(platform, user.id, provider)),
    { consistent: true },
  );
  return items.flatMap((item) => (item && isLive(item, user) ? item : []));
}

/**
 * Lets an account sign a user in, in the place of the user's earlier one at the same provider. An account that signs in somebody
 * else goes on to do that: then there is nothing to change.
 * @param linkedAt the moment of the sign-in that links it, epoch seconds
 */
export async function linkAccount(
  platform: PlatformStore,
  user: UserItem,
  account: LinkedAccount,
  linkedAt: number,
): Promise<readonly Change[]> {
  const [holder, subject] = await Promise.all([
    findLinkedUser(platform, account),
    platform.get(subjectKey(platform, account), { consistent: true }),
  ]);
  if (holder && holder.id !== user.id) return [];
  const condition = subject
    ? {
        expression: '#userId = :userId',
        names: { '#userId': 'userId' },
        values: { ':userId': subject.userId },
      }
    : ifAbsent;
  return [
    put(linkKey(platform, user.id, account.provider), { type: 'linked-account', ...account, linkedAt }),
    put(
      subjectKey(platform, account),
      { type: 'linked-subject', userId: user.id },
      { condition, onConflict: 'retry' },
    ),
  ];
}

/** Ends what a user's account at a provider may do. */
export const removeLink = (platform: PlatformStore, userId: string, provider: AccountProvider): Change =>
  remove(linkKey(platform, userId, provider));

/** The same for every provider, when the user is removed. */
export const removeLinks = (platform: PlatformStore, userId: string): Change[] =>
  accountProviders.map((provider) => removeLink(platform, userId, provider));
