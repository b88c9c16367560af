// Authenticates a user by name and password: throttled, in constant time, and with every attempt logged.

import { readGroups } from '../../../shared/auth/accounts/read-groups.ts';
import { subjectKey, tenantKey } from '../../../shared/auth/accounts/records.ts';
import { type UserItem, userKey } from '../../../shared/auth/accounts/users.ts';
import {
  hashPassword,
  needsRehash,
  verifyDummyPassword,
  verifyPassword,
} from '../../../shared/auth/passwords/passwords.ts';
import {
  logSignIn,
  type SignInEvent,
  type SignInOutcome,
  type SignInStep,
  signInEntries,
} from '../../../shared/auth/throttles/sign-in-log.ts';
import { countAttempt, tooManySignIns } from '../../../shared/auth/throttles/throttle-store.ts';
import { throttleKeys } from '../../../shared/auth/throttles/throttle-windows.ts';
import { type Change, commitUnlessStale } from '../../../shared/data/changes.ts';
import type { PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import { parseTenantCode, type TenantCode } from '../../../shared/data/tenant/tenant-code.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import type { Request } from '../../../shared/http/request/request.ts';
import { replaceUser, type TenantAccess, userNameKey } from '../users/store.ts';
import { updateUser } from '../users/user.ts';

/** The credentials of a sign-in. */
export interface SignInRequest {
  readonly userName: string;
  readonly password: string;
}

/** A user whose password was right. One of the functions is to be called, once. */
export interface AuthenticatedUser {
  readonly user: UserItem;
  /** The user's access to the tenant that was named. */
  readonly access: TenantAccess | undefined;
  /**
   * Ends the attempt and logs its outcome, for every tenant of the user or for one. One write.
   * @param more what is written with it
   */
  readonly finish: (outcome: SignInOutcome, tenant?: TenantCode, more?: readonly Change[]) => Promise<void>;
}

/**
 * The same failure for a wrong password, an unknown user and a disabled one
 * (docs/interface/identity.md#sign-in-protection).
 */
const signInFailed = (): Failure => new Failure('SIGN_IN_FAILED');

const listTenantCodes = (user: UserItem | undefined): TenantCode[] =>
  (user?.tenants ?? []).flatMap((code) => parseTenantCode(code) ?? []);

/** What is read of an attempt before anything is counted. */
export type SignInRead = Awaited<ReturnType<typeof readSignIn>>;

/** Reads the user's id and the counters of the attempt: one read, which may run beside others. */
export const readSignIn = (
  platform: PlatformStore,
  userName: string,
  { address }: Pick<Request, 'address'>,
) => {
  const keys = throttleKeys(platform, { account: userName, address });
  return readGroups([userNameKey(platform, userName)], [keys.known], keys.windows);
};

/** The keys that are read with the user: the access to a tenant, whether or not the user has it. */
const accessKeys = (tenant: TenantStore | undefined, userId: string) =>
  tenant
    ? { settings: [tenantKey(tenant)], subjects: [subjectKey(tenant, userId)] }
    : { settings: [], subjects: [] };

/**
 * Authenticates a user. The attempt is counted before the password is checked; an unknown name costs the same reads,
 * the same hashing and the same log entry as a known one. Two reads, and two writes with the outcome.
 * @param tenantCode the tenant that the user is going to enter, where it is known
 * @param read what was read already
 * @throws Failure 401 SIGN_IN_FAILED, 429 RATE_LIMIT_EXCEEDED with Retry-After
 */
export async function authenticateUser(
  platform: PlatformStore,
  { userName, password }: SignInRequest,
  step: SignInStep,
  request: Pick<Request, 'address' | 'headers'>,
  now: Date,
  tenantCode?: TenantCode,
  read?: SignInRead,
): Promise<AuthenticatedUser> {
  const origin = { account: userName, address: request.address };
  const [[name], [known], windows] = read ?? (await readSignIn(platform, userName, request));
  const userId = name?.userId ?? 'nobody';
  const tenant = tenantCode && platform.tenant(tenantCode);
  const access = accessKeys(tenant, userId);
  const [attempt, [[user], [settings], [subject]]] = await Promise.all([
    countAttempt(platform, origin, now, { known, windows }),
    readGroups([userKey(platform, userId)], access.settings, access.subjects),
  ]);
  const event = (outcome: SignInOutcome): SignInEvent => ({
    ...{ step, outcome, kind: user ? 'user' : 'unknown' },
    ...(user && { subjectId: user.id, name: user.userName }),
    address: request.address,
    userAgent: request.headers['user-agent'],
  });
  if ('retryAfter' in attempt) {
    await logSignIn(platform, listTenantCodes(user), event('throttled'), now, attempt.window);
    throw tooManySignIns(attempt.retryAfter);
  }
  const isRight =
    user?.passwordHash === undefined
      ? await verifyDummyPassword(password)
      : await verifyPassword(password, user.passwordHash);
  if (!user || !isRight || user.disabled) {
    const outcome = !user ? 'unknown-user' : isRight ? 'disabled' : 'wrong-password';
    await logSignIn(platform, listTenantCodes(user), event(outcome), now);
    throw signInFailed();
  }
  await renewPasswordHash(platform, user, password, now);
  const mayEnter = tenantCode !== undefined && user.tenants.includes(tenantCode);
  return {
    user,
    access: mayEnter && tenant && settings && subject ? { tenant, settings, subject } : undefined,
    finish: (outcome, concerned, more = []) => {
      const tenants = concerned ? [concerned] : listTenantCodes(user);
      return attempt.succeeded([...signInEntries(platform, tenants, event(outcome), now), ...more]);
    },
  };
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
  await commitUnlessStale([replaceUser(platform, user, updateUser(user, { passwordHash }, now))]);
}
