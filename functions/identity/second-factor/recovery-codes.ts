// The replacement of a user's recovery codes as a decision.

import type { UserItem } from '../../../shared/auth/accounts/users.ts';
import { type FactorItem, putFactor } from '../../../shared/auth/sign-in/second-factor.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../shared/data/store.ts';
import { buildSecondFactorMail, mailUser } from '../account/mails.ts';
import { listTenantAccess } from '../users/store.ts';
import { auditFactorChange } from './audit.ts';
import type { MailedAudit } from './end-second-factor.ts';
import { createRecoveryCodes } from './factor.ts';

/** Replaces the recovery codes of a factor, `after` a code of it was used where one was. */
export async function replaceRecoveryCodes(
  platform: PlatformStore,
  user: UserItem,
  { before, after }: { readonly before: FactorItem; readonly after: FactorItem },
  context: MailedAudit,
): Promise<{ readonly codes: readonly string[]; readonly changes: readonly Change[] }> {
  const { codes, hashes } = createRecoveryCodes();
  const renewed = { ...after, recoveryCodes: hashes };
  const accesses = await listTenantAccess(platform, user);
  const views = { before, after: renewed, note: { areRecoveryCodesNew: true } };
  const mail = buildSecondFactorMail(context.texts, user.userName, 'recovery codes renewed');
  return {
    codes,
    changes: [
      putFactor(platform, before, renewed),
      ...auditFactorChange(platform, user, accesses, views, context),
      ...(await mailUser(platform, user, mail, context)),
    ],
  };
}
