// Authenticates a user by name and password: throttled, in constant time, and with every attempt logged.
import {
  hashPassword,
  needsRehash,
  verifyDummyPassword,
  verifyPassword,
} from '../../../shared/auth/passwords.ts';
import { logSignIn, type SignInOutcome, type SignInStep } from '../../../shared/auth/sign-in-log.ts';
import { countAttempt, type ExhaustedWindow, tooManySignIns } from '../../../shared/auth/throttle-store.ts';
import type { UserItem } from '../../../shared/auth/users.ts';
import { commit, StaleRead } from '../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../shared/data/store.ts';
import { parseTenantCode, type TenantCode } from '../../../shared/data/tenant-code.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import type { Request } from '../../../shared/http/request/request.ts';
import { replaceUser, userByName } from '../users/store.ts';
import { updateUser } from '../users/user.ts';

/** The credentials of a sign-in. */
export interface SignInRequest {
  readonly userName: string;
  readonly password: string;
}

/** A user whose password was right, and a function that logs the outcome of the attempt. */
export interface AuthenticatedUser {
  readonly user: UserItem;
  /** Logs the attempt for every tenant of the user, or for one. */
  readonly log: (outcome: SignInOutcome, tenant?: TenantCode) => Promise<void>;
}

/**
 * The same failure for a wrong password, an unknown user and a disabled one
 * (docs/interface/identity.md#sign-in-protection).
 */
const signInFailed = (): Failure => new Failure('SIGN_IN_FAILED');

const listTenantCodes = (user: UserItem | undefined): TenantCode[] =>
  (user?.tenants ?? []).flatMap((code) => parseTenantCode(code) ?? []);

/**
 * Authenticates a user. The attempt is counted before the password is checked; an unknown name costs the same reads,
 * the same hashing and the same log entry as a known one.
 * @throws Failure 401 SIGN_IN_FAILED, 429 RATE_LIMIT_EXCEEDED with Retry-After
 */
export async function authenticateUser(
  platform: PlatformStore,
  { userName, password }: SignInRequest,
  step: SignInStep,
  request: Pick<Request, 'address' | 'headers'>,
  now: Date,
): Promise<AuthenticatedUser> {
  const [attempt, user] = await Promise.all([
    countAttempt(platform, { account: userName, address: request.address }, now),
    userByName(platform, userName),
  ]);
  const log = (outcome: SignInOutcome, tenants: readonly TenantCode[], window?: ExhaustedWindow) =>
    logSignIn(
      platform,
      tenants,
      {
        step,
        outcome,
        kind: user ? 'user' : 'unknown',
        ...(user && { subjectId: user.id, name: user.userName }),
        address: request.address,
        userAgent: request.headers['user-agent'],
      },
      now,
      window,
    );
  if ('retryAfter' in attempt) {
    await log('throttled', listTenantCodes(user), attempt.window);
    throw tooManySignIns(attempt.retryAfter);
  }
  const isRight =
    user?.passwordHash === undefined
      ? await verifyDummyPassword(password)
      : await verifyPassword(password, user.passwordHash);
  if (!user || !isRight || user.disabled) {
    await log(!user ? 'unknown-user' : isRight ? 'disabled' : 'wrong-password', listTenantCodes(user));
    throw signInFailed();
  }
  await Promise.all([attempt.succeeded(), renewPasswordHash(platform, user, password, now)]);
  return { user, log: (outcome, tenant) => log(outcome, tenant ? [tenant] : listTenantCodes(user)) };
}

/**
 * Replaces a hash with older parameters, while the password is known. If another change comes first, the next sign-in
 * does it.
 */
async function renewPasswordHash(
  platform: PlatformStore,
  user: UserItem,
  password: string,
  now: Date,
): Promise<void> {
  if (user.passwordHash === undefined || !needsRehash(user.passwordHash)) return;
  const passwordHash = await hashPassword(password);
  try {
    await commit([replaceUser(platform, user, updateUser(user, { passwordHash }, now))]);
  } catch (error) {
    if (!(error instanceof StaleRead)) throw error;
  }
}
