// The removal of a second factor as a decision: by its owner with a code, or by an administrator when it is lost.
import type { AuditContext } from '../../../shared/audit/audit.ts';
import type { UserItem } from '../../../shared/auth/accounts/users.ts';
import {
  type FactorItem,
  hasSecondFactor,
  putFactor,
  removeFactor,
  removeReadFactor,
} from '../../../shared/auth/sign-in/second-factor.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../shared/data/store.ts';
import { conflict } from '../../../shared/errors/failure.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import { buildSecondFactorMail, mailUser } from '../account/mails.ts';
import { loadTenantTexts, type Texts } from '../languages/languages.ts';
import { type Decision, updateUserEverywhere } from '../users/decision.ts';
import { listTenantAccess } from '../users/store.ts';
import { auditFactorChange } from './audit.ts';
import type { RightCode } from './check-code.ts';

/** What a change of the own account knows, with the texts of the mail that it causes. */
export type MailedAudit = AuditContext & { readonly texts: Texts };

/** Removes the user's own second factor. */
export async function removeOwnFactor(
  platform: PlatformStore,
  before: UserItem,
  { before: factor }: Pick<RightCode, 'before'>,
  context: MailedAudit,
): Promise<Decision> {
  const set = { secondFactorSince: undefined };
  const { user, changes } = await updateUserEverywhere(platform, before, { set }, context, undefined);
  const mail = buildSecondFactorMail(context.texts, user.userName, 'removed');
  return {
    user,
    changes: [
      ...changes,
      removeReadFactor(platform, factor),
      ...(await mailUser(platform, user, mail, context)),
    ],
  };
}

/** What of a second factor is removed: the authenticator, or the passkey with this id. */
export type RemovedMethod =
  | { readonly kind: 'authenticator' }
  | { readonly kind: 'passkey'; readonly id: string };

/** The factor without a method; undefined where none is left. */
function dropMethod(factor: FactorItem, method: RemovedMethod): FactorItem | undefined {
  const after =
    method.kind === 'authenticator'
      ? { ...factor, sealedKey: undefined, usedStep: undefined }
      : { ...factor, passkeys: (factor.passkeys ?? []).filter(({ id }) => id !== method.id) };
  return after.sealedKey === undefined && (after.passkeys ?? []).length === 0 ? undefined : after;
}

/** Removes one method of the user's own second factor, after a code of it was used where one was; with the last one the whole factor. */
export async function removeOwnMethod(
  platform: PlatformStore,
  user: UserItem,
  { before, after: used }: RightCode,
  method: RemovedMethod,
  context: MailedAudit,
): Promise<readonly Change[]> {
  const after = dropMethod(used, method);
  if (!after) return (await removeOwnFactor(platform, user, { before }, context)).changes;
  const accesses = await listTenantAccess(platform, user);
  const what = method.kind === 'passkey' ? 'passkey removed' : 'authenticator removed, passkeys stay';
  return [
    putFactor(platform, before, after),
    ...auditFactorChange(platform, user, accesses, { before, after }, context),
    ...(await mailUser(platform, user, buildSecondFactorMail(context.texts, user.userName, what), context)),
  ];
}

/** Removes the second factor of somebody who lost it, and revokes their tokens. @throws Failure 409 without one */
export async function removeLostFactor(
  platform: PlatformStore,
  before: UserItem,
  context: AuditContext,
  ifMatch?: IfMatch,
): Promise<Decision> {
  if (!hasSecondFactor(before)) throw conflict(`${before.userName} has no second factor.`, 'id');
  const accesses = await listTenantAccess(platform, before);
  const { user, changes } = await updateUserEverywhere(
    platform,
    before,
    { set: { secondFactorSince: undefined }, endsSignIns: true },
    context,
    ifMatch,
    accesses,
  );
  // The mail is sent by the first tenant of the user, in its language.
  const texts = await loadTenantTexts(accesses[0]?.settings ?? {});
  const mail = buildSecondFactorMail(texts, user.userName, 'removed by an administrator');
  return {
    user,
    changes: [
      ...changes,
      removeFactor(platform, user.id),
      ...(await mailUser(platform, user, mail, context)),
    ],
  };
}
