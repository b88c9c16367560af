// What every decision about a user returns, and the update of a user with their access in every tenant.
import type { AuditContext } from '../../../shared/audit/audit.ts';
import type { SubjectItem } from '../../../shared/auth/accounts/records.ts';
import type { UserItem } from '../../../shared/auth/accounts/users.ts';
import { revokeAll, updateSubject } from '../../../shared/auth/tokens/revocation.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../shared/data/store.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import { auditUserChange } from './audit.ts';
import { checkUser, listTenantAccess, replaceUser, type TenantAccess } from './store.ts';
import { getLogin, updateUser } from './user.ts';

/** The changes, and the user after them. */
export interface Decision {
  readonly user: UserItem;
  readonly changes: readonly Change[];
}

/** The decision that changes nothing: no new version, but If-Match is still checked. */
export const leaveUnchanged = (
  platform: PlatformStore,
  user: UserItem,
  ifMatch: IfMatch | undefined,
): Decision => ({
  user,
  changes: ifMatch === undefined ? [] : [checkUser(platform, user, ifMatch)],
});

/** Records a change to a user for the platform and all of their tenants. */
const auditEverywhere = (
  platform: PlatformStore,
  before: UserItem,
  after: UserItem,
  accesses: readonly TenantAccess[],
  context: AuditContext,
): Change[] =>
  auditUserChange(
    platform,
    { before, after },
    accesses.map(({ tenant, subject }) => ({ tenant, before: subject, after: subject })),
    context,
  );

/** What changes of an account, and of its access in every tenant. */
export interface AccountChange {
  readonly set: Partial<UserItem>;
  readonly setSubject?: (subject: SubjectItem) => Partial<SubjectItem>;
  /** Whether everything in which the person is signed in ends: tokens, sessions and grants, in every tenant. */
  readonly endsSignIns?: boolean;
}

/** The account after a change, and what changes of an access, which has how far the login came. */
export function changeAccount(
  before: UserItem,
  { set, setSubject, endsSignIns = false }: AccountChange,
  now: Date,
): { readonly user: UserItem; readonly setSubject: (subject: SubjectItem) => Partial<SubjectItem> } {
  const user = updateUser(before, { ...set, ...(endsSignIns && revokeAll(before, now)) }, now);
  return {
    user,
    setSubject: (subject) => ({
      ...setSubject?.(subject),
      ...(endsSignIns && revokeAll(subject, now)),
      login: getLogin(user),
    }),
  };
}

/** Updates a user and, in the same transaction, their access in every tenant. */
export async function updateUserEverywhere(
  platform: PlatformStore,
  before: UserItem,
  change: AccountChange,
  context: AuditContext,
  ifMatch: IfMatch | undefined,
  known?: readonly TenantAccess[],
): Promise<Decision> {
  const { now } = context;
  const { user, setSubject } = changeAccount(before, change, now);
  const accesses = known ?? (await listTenantAccess(platform, before));
  return {
    user,
    changes: [
      replaceUser(platform, before, user, ifMatch),
      ...accesses.map(({ tenant, subject }) => updateSubject(tenant, subject, setSubject(subject), now)),
      ...auditEverywhere(platform, before, user, accesses, context),
    ],
  };
}
