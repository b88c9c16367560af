// Creating a user, with roles in tenants, as a decision: changes to commit. For HTTP, commands and the demo.
import type { AuditContext } from '../../../shared/audit/audit.ts';
import type { SubjectItem } from '../../../shared/auth/accounts/records.ts';
import { getMailAddress, type UserItem } from '../../../shared/auth/accounts/users.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import { invalid } from '../../../shared/errors/failure.ts';
import { changeAdministrators } from '../administration/administrators.ts';
import { openTenant } from '../administration/open-tenant.ts';
import { requireTenant } from '../tenants/store.ts';
import { auditUserChange } from './audit.ts';
import type { Decision } from './decision.ts';
import { hashNewPassword } from './passwords.ts';
import { insertAccess, insertUser } from './store.ts';
import type { TenantAssignment } from './tenant-roles.ts';
import { addTenant, assertRolesExist, buildUser, buildUserAccess } from './user.ts';

/** The input of a new user. */
export interface UserInput {
  readonly userName: string;
  readonly email?: string | undefined;
  /** Without a password the user cannot sign in until one is set or an invitation is accepted. */
  readonly password?: string | undefined;
  /** The hash of another system, from which the user is imported. */
  readonly passwordHash?: string | undefined;
  readonly invitation?: UserItem['invitation'];
  /** Whether the person has confirmed the address, by a link that was mailed to it. */
  readonly isConfirmed?: boolean;
  readonly assignments?: readonly TenantAssignment[] | undefined;
}

/** Creates a user with access to tenants. @throws Failure 400, 404, 409 */
export async function registerUser(
  platform: PlatformStore,
  id: string,
  creation: UserInput,
  context: AuditContext,
): Promise<Decision> {
  const { password, passwordHash: imported, invitation, isConfirmed = false, assignments = [] } = creation;
  const { now } = context;
  const bare = buildUser(id, creation, now);
  const entered = await Promise.all(assignments.map(({ tenantCode }) => requireTenant(platform, tenantCode)));
  const passwordHash =
    password === undefined ? imported : await hashNewPassword(password, bare, entered, now);
  const changes: Change[] = [];
  const accesses: { readonly tenant: TenantStore; readonly after: SubjectItem }[] = [];
  const address = getMailAddress(bare);
  const by = isConfirmed ? 'person' : 'platform';
  let user: UserItem = {
    ...bare,
    // An invited person confirms the address by accepting.
    ...(address !== undefined && !invitation && { trustedEmail: { address, by } }),
    ...(passwordHash !== undefined && { passwordHash }),
    ...(invitation && { invitation }),
  };
  for (const [index, settings] of entered.entries()) {
    const { roles = [], personId } = assignments[index] ?? {};
    assertRolesExist(roles, settings, `assignments[${index}].roles`);
    const tenants = addTenant(user, settings.id);
    if (tenants === user.tenants)
      throw invalid([
        {
          code: 'DUPLICATE_VALUE',
          message: `The tenant ${settings.id} is named twice.`,
          target: `assignments[${index}].tenantCode`,
        },
      ]);
    user = { ...user, tenants };
    const tenant = openTenant(platform, settings.id);
    const after = buildUserAccess(user, settings, roles, personId, now);
    changes.push(...insertAccess(tenant, after));
    accesses.push({ tenant, after });
  }
  const listed = await changeAdministrators(
    platform,
    accesses.map(({ tenant, after }) => ({
      userId: id,
      tenantCode: tenant.code,
      before: [],
      after: after.roles,
    })),
  );
  const audit = auditUserChange(platform, { after: user }, accesses, context);
  return { user, changes: [...insertUser(platform, user), ...changes, ...listed, ...audit] };
}
