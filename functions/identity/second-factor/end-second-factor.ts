// The removal of a second factor as a decision: by its owner with a code, or by an administrator when it is lost.
import type { AuditContext } from '../../../shared/audit/audit.ts';
import { revokeAll } from '../../../shared/auth/revocation.ts';
import { hasSecondFactor, removeFactor, removeReadFactor } from '../../../shared/auth/second-factor.ts';
import type { UserItem } from '../../../shared/auth/users.ts';
import type { PlatformStore } from '../../../shared/data/store.ts';
import { conflict } from '../../../shared/errors/failure.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import { buildSecondFactorMail, mailUser } from '../account/mails.ts';
import { type Decision, updateUserEverywhere } from '../users/decision.ts';
import type { RightCode } from './check-code.ts';

/** Removes the user's own second factor, which a right code allows. */
export async function removeOwnFactor(
  platform: PlatformStore,
  before: UserItem,
  { before: factor }: RightCode,
  context: AuditContext,
): Promise<Decision> {
  const set = { secondFactorSince: undefined };
  const { user, changes } = await updateUserEverywhere(platform, before, set, () => ({}), context, undefined);
  const mail = buildSecondFactorMail(user.userName, 'removed');
  return {
    user,
    changes: [...changes, removeReadFactor(platform, factor), ...mailUser(platform, user, mail, context)],
  };
}

/** Removes the second factor of somebody who lost it, and revokes their tokens. @throws Failure 409 without one */
export async function removeLostFactor(
  platform: PlatformStore,
  before: UserItem,
  context: AuditContext,
  ifMatch?: IfMatch,
): Promise<Decision> {
  if (!hasSecondFactor(before)) throw conflict(`${before.userName} has no second factor.`, 'id');
  const { user, changes } = await updateUserEverywhere(
    platform,
    before,
    { secondFactorSince: undefined },
    (subject) => revokeAll(subject, context.now),
    context,
    ifMatch,
  );
  const mail = buildSecondFactorMail(user.userName, 'removed by an administrator');
  return {
    user,
    changes: [...changes, removeFactor(platform, user.id), ...mailUser(platform, user, mail, context)],
  };
}
