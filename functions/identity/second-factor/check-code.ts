// Checks a code of a user's second factor, throttled like passwords.

import type { UserItem } from '../../../shared/auth/accounts/users.ts';
import { type FactorItem, loadFactor, putFactor } from '../../../shared/auth/sign-in/second-factor.ts';
import { logSignIn, type SignInOutcome } from '../../../shared/auth/throttles/sign-in-log.ts';
import { countAttempt, tooManySignIns } from '../../../shared/auth/throttles/throttle-store.ts';
import type { ExhaustedWindow } from '../../../shared/auth/throttles/throttle-windows.ts';
import { commitUnlessStale } from '../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../shared/data/store.ts';
import { parseTenantCode } from '../../../shared/data/tenant/tenant-code.ts';
import type { Request } from '../../../shared/http/request/request.ts';
import { spendCode } from './factor.ts';

/** A code that is right: the factor before it, and after it was used, which is still to be stored. */
export interface RightCode {
  readonly before: FactorItem;
  readonly after: FactorItem;
}

/** When and from where a code comes. */
export interface CodeContext {
  readonly request: Pick<Request, 'address' | 'headers'>;
  readonly now: Date;
}

/** Records a code in the sign-in log of each of the user's tenants. */
export const logCode = (
  platform: PlatformStore,
  user: UserItem,
  outcome: SignInOutcome,
  { request, now }: CodeContext,
  window?: ExhaustedWindow,
): Promise<void> =>
  logSignIn(
    platform,
    user.tenants.flatMap((code) => parseTenantCode(code) ?? []),
    {
      ...{ step: 'second-factor', outcome, kind: 'user', subjectId: user.id, name: user.userName },
      address: request.address,
      userAgent: request.headers['user-agent'],
    },
    now,
    window,
  );

/** Checks a code; undefined when it is wrong, or was used already. @throws Failure 429 */
export async function checkCode(
  platform: PlatformStore,
  user: UserItem,
  code: string,
  context: CodeContext,
): Promise<RightCode | undefined> {
  const { id } = user;
  const { request, now } = context;
  // No user name contains #, so that nobody's password attempts count here.
  const attempt = await countAttempt(
    platform,
    { account: `second-factor#${id}`, address: request.address },
    now,
  );
  if ('retryAfter' in attempt) {
    await logCode(platform, user, 'throttled', context, attempt.window);
    throw tooManySignIns(attempt.retryAfter);
  }
  const before = await loadFactor(platform, id);
  const after = before && (await spendCode(before, code, now));
  if (!before || !after) return undefined;
  await attempt.succeeded();
  return { before, after };
}

/** Checks a code and uses it up at once; false when it is wrong, or was used already. @throws Failure 429 */
export async function useUpCode(
  platform: PlatformStore,
  user: UserItem,
  code: string,
  context: CodeContext,
): Promise<boolean> {
  const right = await checkCode(platform, user, code, context);
  // Another request may use this code at the same moment.
  return right !== undefined && commitUnlessStale([putFactor(platform, right.before, right.after)]);
}
