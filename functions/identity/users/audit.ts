// What the audit records of a change to a user: all of it for the platform, and for each tenant its own part only.
import { type AuditContext, type AuditView, auditRecordChange } from '../../../shared/audit/audit.ts';
import type { SubjectItem } from '../../../shared/auth/accounts/records.ts';
import type { UserItem } from '../../../shared/auth/accounts/users.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import { getUserStatus, mayEnter, presentUser } from './user.ts';

/** A user before and after a change; without `before` the user was created. */
interface UserChange {
  readonly before?: UserItem | undefined;
  readonly after: UserItem;
}

/** The user's access in a tenant before and after the change. */
interface AccessChange {
  readonly tenant: TenantStore;
  readonly before?: SubjectItem | undefined;
  readonly after?: SubjectItem | undefined;
}

const presentAccess = ({ roles, personId, isSuspended, provisioned }: SubjectItem) => ({
  roles: [...roles],
  personId,
  ...(isSuspended && { isSuspended }),
  ...(provisioned && { provisioned: { ...provisioned } }),
});

/** A user of the tenant's directory who has not entered it yet has an account of which the tenant learns nothing. */
const viewForTenant = (
  { code }: TenantStore,
  user: UserItem | undefined,
  subject: SubjectItem | undefined,
): AuditView | undefined =>
  user &&
  subject && {
    id: user.id,
    userName: subject.name,
    ...(mayEnter(user, code) && {
      email: user.email,
      status: subject.disabled ? 'disabled' : getUserStatus(user),
      ...(user.secondFactorSince !== undefined && { secondFactorSince: user.secondFactorSince }),
    }),
    ...presentAccess(subject),
  };

const viewForPlatform = (
  user: UserItem | undefined,
  accesses: readonly AccessChange[],
  when: 'before' | 'after',
): AuditView | undefined =>
  user && {
    ...presentUser(user),
    assignments: accesses.flatMap(({ tenant, [when]: subject }) =>
      subject ? [{ tenantCode: tenant.code, ...presentAccess(subject) }] : [],
    ),
  };

/** The changes that record a change to a user, for the platform and for each tenant whose access it concerns. */
export const auditUserChange = (
  platform: PlatformStore,
  { before, after }: UserChange,
  accesses: readonly AccessChange[],
  context: AuditContext,
): Change[] => {
  const record = { recordType: 'User', recordId: after.id } as const;
  return [
    auditRecordChange(
      platform,
      {
        ...record,
        before: viewForPlatform(before, accesses, 'before'),
        after: viewForPlatform(after, accesses, 'after'),
      },
      context,
    ),
    ...accesses.map((access) =>
      auditRecordChange(
        access.tenant,
        {
          ...record,
          before: viewForTenant(access.tenant, before, access.before),
          after: viewForTenant(access.tenant, after, access.after),
        },
        context,
      ),
    ),
  ];
};
