// What the audit records of a change to a second factor that the user keeps: for the platform and each of their tenants.
import { type AuditContext, type AuditView, auditRecordChange } from '../../../shared/audit/audit.ts';
import type { UserItem } from '../../../shared/auth/accounts/users.ts';
import type { FactorItem } from '../../../shared/auth/sign-in/second-factor.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../shared/data/store.ts';
import type { TenantAccess } from '../users/store.ts';

type FactorView = Pick<FactorItem, 'sealedKey' | 'passkeys' | 'recoveryCodes'>;

/** Never a key, and of recovery codes only how many are left. */
const viewFactor = (
  { id, userName }: UserItem,
  { sealedKey, passkeys = [], recoveryCodes }: FactorView,
): AuditView => ({
  id,
  userName,
  hasAuthenticator: sealedKey !== undefined,
  passkeys: passkeys.map(({ name, createdDate }) => ({ name, createdDate })),
  recoveryCodesLeft: recoveryCodes.length,
});

/** The changes that record a change of a factor. @param note what the views do not show */
export const auditFactorChange = (
  platform: PlatformStore,
  user: UserItem,
  accesses: readonly TenantAccess[],
  {
    before,
    after,
    note,
  }: { readonly before: FactorView; readonly after: FactorView; readonly note?: AuditView },
  context: AuditContext,
): Change[] => {
  const change = {
    recordType: 'User',
    recordId: user.id,
    before: viewFactor(user, before),
    after: { ...viewFactor(user, after), ...note },
  } as const;
  return [platform, ...accesses.map(({ tenant }) => tenant)].map((store) =>
    auditRecordChange(store, change, context),
  );
};
