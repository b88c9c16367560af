// A forgotten password: asking for a link by mail, and choosing a new password with it.
import type { AuditContext } from '../../../shared/audit/audit.ts';
import { type UserItem, userKey } from '../../../shared/auth/accounts/users.ts';
import { countAttempt } from '../../../shared/auth/throttles/throttle-store.ts';
import { type Change, put } from '../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../shared/data/store.ts';
import { Failure, tooManyRequests } from '../../../shared/errors/failure.ts';
import type { Request } from '../../../shared/http/request/request.ts';
import type { Texts } from '../languages/languages.ts';
import type { Decision } from '../users/decision.ts';
import { replacePassword } from '../users/passwords.ts';
import { userByName } from '../users/store.ts';
import { createLinkToken, findLink, fingerprintReset, putLink, removeLink } from './link.ts';
import { buildPasswordChangedMail, buildResetMail, mailUser } from './mails.ts';

/** What a request without a signed-in caller knows. */
export type PublicContext = Omit<AuditContext, 'caller'>;

/** The same, with the texts of the mails that the request causes. */
export type MailingContext = PublicContext & { readonly texts: Texts };

/**
 * Whether a link is sent: the user can sign in with a password, and there is an address that may open the account. One that
 * a tenant's directory wrote would open every other tenant of the person to that directory.
 */
const canReset = (user: UserItem | undefined): user is UserItem =>
  user !== undefined &&
  !user.disabled &&
  user.passwordHash !== undefined &&
  user.tenants.length > 0 &&
  user.trustedEmail !== undefined;

/**
 * The changes that send a link to choose a new password. A name without a user costs the same reads and writes: a link that
 * opens nothing and a note in place of the mail, so that neither the answer nor its time says who has an account
 * (docs/interface/identity.md#forgotten-password).
 * @throws Failure 429 after several requests for one name from one address, or many from one address
 */
export async function requestReset(
  platform: PlatformStore,
  userName: string,
  {
    now,
    newId,
    request,
    texts,
  }: Pick<MailingContext, 'now' | 'newId' | 'texts'> & { readonly request: Pick<Request, 'address'> },
): Promise<readonly Change[]> {
  const [attempt, user] = await Promise.all([
    countAttempt(
      platform,
      { account: userName, purpose: 'forgotten password', address: request.address, canSucceed: false },
      now,
    ),
    userByName(platform, userName),
  ]);
  if ('retryAfter' in attempt)
    throw tooManyRequests(
      'Too many requests for a new password; wait before asking again.',
      attempt.retryAfter,
    );
  const token = createLinkToken();
  const isSent = canReset(user);
  const bound = fingerprintReset(isSent ? user : {});
  const link = putLink(
    platform,
    token,
    { purpose: 'reset-password', of: isSent ? user.id : 'nobody', bound },
    now,
  );
  const mail = buildResetMail(texts, isSent ? user.userName : userName, token);
  const mails = await mailUser(platform, isSent ? user : undefined, mail, { now, newId });
  if (isSent) return [link, ...mails];
  const ttl = Math.ceil(now.getTime() / 1000) + 3600;
  const note = platform.key<{ readonly type: 'account-link-none'; readonly ttl: number }>(
    `ACCOUNT-LINK#${newId()}`,
    'NONE',
  );
  return [link, put(note, { type: 'account-link-none', ttl })];
}

/**
 * The user whose password the link lets choose; undefined when it is unknown, used or expired, or the password or the address
 * changed since.
 */
export async function findResettable(
  platform: PlatformStore,
  token: string,
  now: Date,
): Promise<UserItem | undefined> {
  const link = await findLink(platform, token, ['reset-password'], now);
  const user = await platform.get(userKey(platform, link?.of ?? 'nobody'), { consistent: true });
  return link && canReset(user) && fingerprintReset(user) === link.bound ? user : undefined;
}

/** The failure for every link that opens nothing. */
export const invalidLink = (): Failure =>
  new Failure(
    'RESOURCE_NOT_FOUND',
    'The link is not valid: it was used already, has expired, or does not exist. Ask for a new one.',
    { target: 'token' },
  );

/**
 * Sets the password that a user chose with a link, uses the link up, and tells the user by mail.
 * @throws Failure 400 with every rule that the password violates
 */
export async function completeReset(
  platform: PlatformStore,
  user: UserItem,
  {
    token,
    password,
    endSessions,
  }: { readonly token: string; readonly password: string; readonly endSessions: boolean },
  context: MailingContext,
): Promise<Decision> {
  const caller = { kind: 'user', subject: user.id, name: user.userName } as const;
  // Only who reads the address has the link.
  const trustedEmail = user.trustedEmail && ({ ...user.trustedEmail, by: 'person' } as const);
  const audit = { ...context, caller };
  const decision = await replacePassword(platform, user, password, endSessions, audit, undefined, {
    trustedEmail,
  });
  return {
    ...decision,
    changes: [
      ...decision.changes,
      removeLink(platform, token),
      ...(await mailUser(
        platform,
        user,
        buildPasswordChangedMail(context.texts, user.userName, endSessions),
        context,
      )),
    ],
  };
}
