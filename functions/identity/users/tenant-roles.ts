// A user's roles in tenants, as decisions: assign them, or remove the user from a tenant.

import { isDeepStrictEqual } from 'node:util';
import type { AuditContext } from '../../../shared/audit/audit.ts';
import { type SubjectItem, subjectKey, type TenantItem } from '../../../shared/auth/accounts/records.ts';
import { listHeldRoles, selectRoleIds } from '../../../shared/auth/permissions/role-ids.ts';
import { updateSubject } from '../../../shared/auth/tokens/revocation.ts';
import type { PlatformStore } from '../../../shared/data/store.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import { changeAdministrators } from '../administration/administrators.ts';
import { openTenant } from '../administration/open-tenant.ts';
import { requireTenant } from '../tenants/store.ts';
import { auditUserChange } from './audit.ts';
import { type AccountChange, changeAccount, type Decision, leaveUnchanged } from './decision.ts';
import {
  endTenantAccess,
  insertAccess,
  listTenantAccess,
  replaceAccess,
  replaceUser,
  requireUser,
  requireUserInTenant,
} from './store.ts';
import {
  addLeftTenant,
  addTenant,
  assertRolesExist,
  buildUserAccess,
  enterTenant,
  mayEnter,
  updateUser,
} from './user.ts';

/** Roles of a user in one tenant. */
export interface TenantAssignment {
  readonly tenantCode: string;
  readonly roles: readonly string[];
  readonly personId?: string | undefined;
}

/** Whether the assignment would not change the user's access. */
const isSameAssignment = (
  access: SubjectItem | undefined,
  { roles, personId }: Pick<TenantAssignment, 'roles' | 'personId'>,
  settings: TenantItem,
): boolean =>
  access !== undefined &&
  (personId === undefined || personId === access.personId) &&
  isDeepStrictEqual([...new Set(roles)], listHeldRoles(access, settings));

/**
 * Sets a user's roles in a tenant. A user of the tenant's directory keeps the roles of their groups when they enter the tenant, and
 * when they get their first password.
 * @throws Failure 400, 404, 409
 */
export async function assignUserToTenant(
  platform: PlatformStore,
  userId: string,
  { tenantCode, roles: assigned, personId }: TenantAssignment,
  context: AuditContext,
  ifMatch?: IfMatch,
  account?: AccountChange,
): Promise<Decision> {
  const { now } = context;
  const before = await requireUser(platform, userId);
  const settings = await requireTenant(platform, tenantCode);
  assertRolesExist(assigned, settings);
  const tenant = openTenant(platform, settings.id);
  const access = await tenant.get(subjectKey(tenant, userId), { consistent: true });
  const isInside = mayEnter(before, settings.id);
  const keepsRoles = access !== undefined && (!isInside || account !== undefined);
  const roles = keepsRoles ? [...listHeldRoles(access, settings), ...assigned] : assigned;
  if (isInside && !account && isSameAssignment(access, { roles, personId }, settings))
    return leaveUnchanged(platform, before, ifMatch);
  const tenants = addTenant(before, settings.id);
  const { user, setSubject } = changeAccount(before, { ...account, set: { ...account?.set, tenants } }, now);
  const elsewhere = account ? await listTenantAccess(platform, before) : [];
  const others = elsewhere.filter((other) => other.tenant.code !== settings.id);
  const after = access
    ? {
        ...(isInside ? access : enterTenant(user, access, settings.id)),
        ...setSubject(access),
        roles: [...new Set(roles)],
        roleIds: selectRoleIds(roles, settings),
        ...(personId !== undefined && { personId }),
        version: access.version + 1,
        modifiedDate: now.toISOString(),
      }
    : buildUserAccess(user, settings, roles, personId, now);
  return {
    user,
    changes: [
      replaceUser(platform, before, user, ifMatch),
      ...(access ? replaceAccess(tenant, access, after) : insertAccess(tenant, after)),
      ...(await changeAdministrators(platform, [
        { userId, tenantCode: settings.id, before: access?.roles ?? [], after: roles },
      ])),
      ...others.map(({ tenant, subject }) => updateSubject(tenant, subject, setSubject(subject), now)),
      ...auditUserChange(
        platform,
        { before, after: user },
        [
          { tenant, before: access, after },
          ...others.map(({ tenant, subject }) => ({ tenant, before: subject, after: subject })),
        ],
        context,
      ),
    ],
  };
}

/** Removes a user from a tenant; their tokens there become invalid. @throws Failure 404 */
export async function removeUserFromTenant(
  platform: PlatformStore,
  userId: string,
  tenantCode: string,
  context: AuditContext,
  ifMatch?: IfMatch,
): Promise<Decision> {
  const { now } = context;
  const { before, access } = await requireUserInTenant(platform, userId, tenantCode);
  const tenants = before.tenants.filter((code) => code !== access.tenant.code);
  const left = addLeftTenant(before, access.tenant.code, access.subject.revokedBefore, now);
  const user = updateUser(before, { tenants, left }, now);
  const holder = { userId: user.id, tenantCode: access.tenant.code };
  return {
    user,
    changes: [
      replaceUser(platform, before, user, ifMatch),
      ...endTenantAccess(access.tenant, access.subject, now),
      ...(await changeAdministrators(platform, [{ ...holder, before: access.subject.roles, after: [] }])),
      ...auditUserChange(
        platform,
        { before, after: user },
        [{ tenant: access.tenant, before: access.subject }],
        context,
      ),
    ],
  };
}
