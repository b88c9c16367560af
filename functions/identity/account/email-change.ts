// The change of a user's mail address: it takes effect once both the old and the new address have confirmed it.

import { getMailAddress, type UserItem, userKey } from '../../../shared/auth/accounts/users.ts';
import { countAttempt } from '../../../shared/auth/throttles/throttle-store.ts';
import { type Change, ifAbsent, ifVersion, put, remove } from '../../../shared/data/changes.ts';
import type { Key, PlatformStore } from '../../../shared/data/store.ts';
import { tooManyRequests } from '../../../shared/errors/failure.ts';
import type { Request } from '../../../shared/http/request/request.ts';
import { updateUserEverywhere } from '../users/decision.ts';
import { createLinkToken, findLink, linkLifetimes, putLink, removeLink } from './link.ts';
import { buildEmailChangedMail, buildNewEmailMail, buildOldEmailMail, mailUser } from './mails.ts';
import type { MailingContext } from './password-reset.ts';

type Side = 'old' | 'new';
const purposes = { old: 'confirm-old-email', new: 'confirm-new-email' } as const;

/** The last change that a user requested; one at a time. */
export interface EmailChangeItem {
  readonly type: 'email-change';
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  /** Which addresses have confirmed. */
  readonly confirmed: readonly Side[];
  readonly version: number;
  readonly ttl: number;
}

export const emailChangeKey = (platform: PlatformStore, userId: string): Key<EmailChangeItem> =>
  platform.key(`USER#${userId}`, 'EMAIL-CHANGE');

/** The change that a user requested, while it can still be confirmed. */
export async function findOpenEmailChange(
  platform: PlatformStore,
  userId: string,
  now: Date,
): Promise<EmailChangeItem | undefined> {
  const change = await platform.get(emailChangeKey(platform, userId), { consistent: true });
  return change && change.ttl * 1000 > now.getTime() ? change : undefined;
}

/**
 * The changes that ask both addresses to confirm; an earlier request ends. The old one has no say where it was never
 * one that may open the account.
 * @throws Failure 429 after several requests of one user: each sends a mail to an address that nobody has confirmed
 */
export async function requestEmailChange(
  platform: PlatformStore,
  user: UserItem,
  email: string,
  context: Pick<MailingContext, 'now' | 'newId' | 'texts'> & { readonly request: Pick<Request, 'address'> },
): Promise<readonly Change[]> {
  const { now, newId, request, texts } = context;
  const [attempt, before] = await Promise.all([
    countAttempt(
      platform,
      { account: user.id, purpose: 'mail address', address: request.address, canSucceed: false },
      now,
    ),
    platform.get(emailChangeKey(platform, user.id), { consistent: true }),
  ]);
  if ('retryAfter' in attempt)
    throw tooManyRequests(
      'Too many changes of the mail address; wait before asking again.',
      attempt.retryAfter,
    );
  const id = newId();
  const { trustedEmail } = user;
  const isAnother = trustedEmail !== undefined && trustedEmail.address !== email;
  const sides: readonly Side[] = isAnother ? ['old', 'new'] : ['new'];
  const item: EmailChangeItem = {
    ...{ type: 'email-change', id, userId: user.id, email },
    confirmed: sides.length === 1 ? ['old'] : [],
    version: (before?.version ?? 0) + 1,
    ttl: Math.ceil(now.getTime() / 1000) + linkLifetimes['confirm-new-email'],
  };
  const buildMail = async (side: Side): Promise<Change[]> => {
    const token = createLinkToken();
    const sent =
      side === 'old'
        ? mailUser(platform, user, buildOldEmailMail(texts, user.userName, email, token), { now, newId })
        : mailUser(platform, user, buildNewEmailMail(texts, user.userName, token), { now, newId, to: email });
    return [
      putLink(platform, token, { purpose: purposes[side], of: user.id, bound: id }, now),
      ...(await sent),
    ];
  };
  return [
    put(emailChangeKey(platform, user.id), item, {
      condition: before ? ifVersion(before.version) : ifAbsent,
      onConflict: 'retry',
    }),
    ...(await Promise.all(sides.map(buildMail))).flat(),
  ];
}

/** A link to confirm, with what it confirms. */
export interface EmailConfirmation {
  readonly side: Side;
  readonly user: UserItem;
  readonly change: EmailChangeItem;
}

/** What a link confirms; undefined when it is unknown or expired, or another change was requested since. */
export async function findEmailConfirmation(
  platform: PlatformStore,
  token: string,
  now: Date,
): Promise<EmailConfirmation | undefined> {
  const link = await findLink(platform, token, [purposes.old, purposes.new], now);
  const userId = link?.of ?? 'nobody';
  const [user, change] = await Promise.all([
    platform.get(userKey(platform, userId), { consistent: true }),
    platform.get(emailChangeKey(platform, userId), { consistent: true }),
  ]);
  if (!link || !user || user.disabled || change?.id !== link.bound) return undefined;
  return { side: link.purpose === purposes.old ? 'old' : 'new', user, change };
}

/** The changes by which one address confirms; with the second one the address of the user changes, and both are notified. */
export async function confirmEmail(
  platform: PlatformStore,
  { side, user, change }: EmailConfirmation,
  token: string,
  context: MailingContext,
): Promise<{ readonly changes: readonly Change[]; readonly isComplete: boolean }> {
  const confirmed = [...new Set([...change.confirmed, side])];
  const key = emailChangeKey(platform, user.id);
  const guard = { condition: ifVersion(change.version), onConflict: 'retry' } as const;
  if (confirmed.length < 2)
    return {
      changes: [
        removeLink(platform, token),
        put(key, { ...change, confirmed, version: change.version + 1 }, guard),
      ],
      isComplete: false,
    };
  const caller = { kind: 'user', subject: user.id, name: user.userName } as const;
  const { changes } = await updateUserEverywhere(
    platform,
    user,
    { set: { email: change.email, trustedEmail: { address: change.email, by: 'person' } } },
    { ...context, caller },
    undefined,
  );
  const mail = buildEmailChangedMail(context.texts, user.userName, change.email);
  const to = [...new Set([getMailAddress(user) ?? change.email, change.email])];
  return {
    changes: [
      ...changes,
      removeLink(platform, token),
      remove(key, guard),
      ...(await mailUser(platform, user, mail, { ...context, to })),
    ],
    isComplete: true,
  };
}
