// What the requests about one's own second factor share.

import type { UserItem } from '../../../shared/auth/accounts/users.ts';
import { hasSecondFactor } from '../../../shared/auth/sign-in/second-factor.ts';
import type { PlatformStore } from '../../../shared/data/store.ts';
import { conflict, invalid } from '../../../shared/errors/failure.ts';
import { type CodeContext, checkCode, type RightCode } from './check-code.ts';

/** @throws Failure 409 */
export function assertNoFactor(user: UserItem): void {
  if (hasSecondFactor(user))
    throw conflict(
      'The account has a second factor already; remove it first, or change it on the page /Account/SecondFactor.',
    );
}

/** @throws Failure 409 */
export function assertHasFactor(user: UserItem): void {
  if (!hasSecondFactor(user)) throw conflict('The account has no authenticator that is needed to sign in.');
}

/** The code, which is still to be used up in the transaction of what it allows. @throws Failure 400, 429 */
export async function requireRightCode(
  platform: PlatformStore,
  user: UserItem,
  code: string,
  context: CodeContext,
): Promise<RightCode> {
  const right = await checkCode(platform, user, code, context);
  if (!right)
    throw invalid([{ code: 'NOT_ALLOWED', message: 'code is wrong, or was used already.', target: 'code' }]);
  return right;
}
