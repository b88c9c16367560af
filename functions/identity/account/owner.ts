// The user whose account a request is about: the holder of a token that signs in to the platform itself.
import type { Caller } from '../../../shared/auth/access/access.ts';
import { type UserItem, userKey } from '../../../shared/auth/accounts/users.ts';
import { verifyDummyPassword, verifyPassword } from '../../../shared/auth/passwords/passwords.ts';
import { countAttempt, tooManySignIns } from '../../../shared/auth/throttles/throttle-store.ts';
import type { PlatformStore } from '../../../shared/data/store.ts';
import { Failure, invalid } from '../../../shared/errors/failure.ts';
import type { Request } from '../../../shared/http/request/request.ts';

type UserCaller = Extract<Caller, { readonly kind: 'user' | 'client' }>;

const noAccount = (): Failure => new Failure('PERMISSION_DENIED', 'Only a user has an account of this kind.');

/**
 * The caller as a user. A token with a scope was issued to an application, which may act for the user within that scope and
 * never reaches the account itself (docs/interface/identity.md#own-account).
 * @throws Failure 403
 */
export function requireAccountOwner(caller: Caller): UserCaller {
  if (caller.kind === 'user' && caller.claims.scope === undefined) return caller;
  if (caller.kind !== 'user') throw noAccount();
  throw new Failure(
    'PERMISSION_DENIED',
    'A token that was issued to an application cannot change the account; sign in to the platform itself.',
  );
}

/** The stored user of the caller. @throws Failure 403 */
export async function requireOwnUser(platform: PlatformStore, caller: Caller): Promise<UserItem> {
  const { subject } = requireAccountOwner(caller);
  const user = await platform.get(userKey(platform, subject), { consistent: true });
  if (!user) throw noAccount();
  return user;
}

/**
 * Confirms that the caller knows the user's password; wrong ones count like failed sign-ins.
 * @throws Failure 400, 429
 */
export async function confirmPassword(
  platform: PlatformStore,
  user: UserItem,
  password: string,
  { address }: Pick<Request, 'address'>,
  now: Date,
  target = 'currentPassword',
): Promise<void> {
  const attempt = await countAttempt(platform, { account: user.userName, address }, now);
  if ('retryAfter' in attempt) throw tooManySignIns(attempt.retryAfter);
  const isRight = await (user.passwordHash === undefined
    ? verifyDummyPassword(password)
    : verifyPassword(password, user.passwordHash));
  if (!isRight)
    throw invalid([
      {
        code: 'NOT_ALLOWED',
        message: `${target} is not the password of the account.`,
        target,
      },
    ]);
  await attempt.succeeded();
}
