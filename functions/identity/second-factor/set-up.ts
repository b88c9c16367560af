// Setting up a second factor, or one more, as a decision.
import type { AuditContext } from '../../../shared/audit/audit.ts';
import type { UserItem } from '../../../shared/auth/accounts/users.ts';
import {
  type FactorItem,
  hasSecondFactor,
  loadFactor,
  putFactor,
} from '../../../shared/auth/sign-in/second-factor.ts';
import { revokeAll } from '../../../shared/auth/tokens/revocation.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../shared/data/store.ts';
import { buildSecondFactorMail, mailUser } from '../account/mails.ts';
import type { MailingContext, PublicContext } from '../account/password-reset.ts';
import { listRevocations, type Revocation } from '../sessions/session.ts';
import { updateUserEverywhere } from '../users/decision.ts';
import { listTenantAccess } from '../users/store.ts';
import { auditFactorChange } from './audit.ts';
import { createRecoveryCodes } from './factor.ts';

/** The parts of a factor that an authenticator, or a passkey, is. */
export type NewMethod = Pick<FactorItem, 'sealedKey' | 'usedStep'> | Required<Pick<FactorItem, 'passkeys'>>;

/** What was set up: the changes, and the recovery codes where the account had no second factor before. */
export interface AddedMethod {
  readonly changes: readonly Change[];
  readonly recoveryCodes: readonly string[] | undefined;
  /** Up to when earlier tokens and sessions are revoked: with the first second factor all of them are. */
  readonly revocations: readonly Revocation[];
}

/** The user, who changes their own account, as the audit names them. */
export const buildOwnAudit = (user: UserItem, context: PublicContext): AuditContext => ({
  ...context,
  caller: { kind: 'user', subject: user.id, name: user.userName },
});

/** Adds a method to the second factor of a user, which it makes where there was none. */
export async function addMethod(
  platform: PlatformStore,
  user: UserItem,
  build: (before: FactorItem | undefined) => NewMethod,
  context: MailingContext,
): Promise<AddedMethod> {
  const audit = buildOwnAudit(user, context);
  const [stored, accesses] = await Promise.all([
    loadFactor(platform, user.id),
    listTenantAccess(platform, user),
  ]);
  const isFirst = !hasSecondFactor(user);
  // Without a confirmed factor a stored one is a beginning that was never confirmed.
  const known = isFirst ? undefined : stored;
  const parts = build(known);
  if (isFirst || !known) {
    const { codes, hashes } = createRecoveryCodes();
    const factor = { userId: user.id, recoveryCodes: hashes, ...parts };
    const set = { secondFactorSince: user.secondFactorSince ?? context.now.toISOString() };
    const decision = await updateUserEverywhere(
      platform,
      user,
      { set, endsSignIns: true },
      audit,
      undefined,
      accesses,
    );
    return {
      changes: [
        ...decision.changes,
        putFactor(platform, stored, factor),
        ...(await mailUser(
          platform,
          user,
          buildSecondFactorMail(context.texts, user.userName, 'added'),
          context,
        )),
      ],
      recoveryCodes: codes,
      revocations: [decision.user, ...accesses.map(({ subject }) => revokeAll(subject, context.now))],
    };
  }
  const after = { ...known, ...parts };
  const what =
    'passkeys' in parts
      ? 'passkey added'
      : known.sealedKey
        ? 'authenticator replaced'
        : 'authenticator added';
  return {
    changes: [
      putFactor(platform, known, after),
      ...auditFactorChange(platform, user, accesses, { before: known, after }, audit),
      ...(await mailUser(platform, user, buildSecondFactorMail(context.texts, user.userName, what), context)),
    ],
    recoveryCodes: undefined,
    // A revocation of a moment ago may lie ahead of the clock by a second: the new session is not before it.
    revocations: listRevocations(user, accesses),
  };
}
