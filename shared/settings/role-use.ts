// Counts how many approval chains use each of the tenant's own roles, so that a role in use can't be removed.

import { tenantKey } from '../auth/accounts/records.ts';
import { defaultRoles } from '../auth/permissions/permissions.ts';
import { type Change, check, update } from '../data/changes.ts';
import type { Key, TenantStore } from '../data/store.ts';
import { conflict } from '../errors/failure.ts';

interface RoleUseItem {
  readonly type: 'role-use';
  readonly chains: number;
}

/** Whether the platform has no role with this name, so that removing the tenant's role set removes the role. */
export const isCustomRole = (name: string): boolean => !Object.hasOwn(defaultRoles, name);

const roleUseKey = (tenant: TenantStore, role: string): Key<RoleUseItem> =>
  tenant.key('APPROVAL-CHAINS', `ROLE#${role}`);

/** Updates the counters of the tenant's own roles, on the condition that added roles exist when it is committed. */
export function buildRoleUseChanges(
  tenant: TenantStore,
  before: readonly string[],
  after: readonly string[],
): Change[] {
  const added = after.filter((role) => isCustomRole(role) && !before.includes(role));
  const removed = before.filter((role) => isCustomRole(role) && !after.includes(role));
  const rolesExist = {
    expression: added.map((_, index) => `attribute_exists(#roles.#role${index})`).join(' AND '),
    names: { '#roles': 'roles', ...Object.fromEntries(added.map((role, index) => [`#role${index}`, role])) },
  };
  return [
    ...(added.length > 0 ? [check(tenantKey(tenant), rolesExist, 'retry')] : []),
    ...added.map((role) =>
      update(roleUseKey(tenant, role), { set: { type: 'role-use' }, add: { chains: 1 } }),
    ),
    ...removed.map((role) => update(roleUseKey(tenant, role), { add: { chains: -1 } })),
  ];
}

/**
 * A condition for the transaction that removes a role: no chain uses it.
 * @throws Failure 409 when one does
 */
export async function checkRoleUnused(tenant: TenantStore, role: string): Promise<Change> {
  const use = await tenant.get(roleUseKey(tenant, role), { consistent: true });
  const chains = use?.chains ?? 0;
  if (chains > 0)
    throw conflict(
      `${chains} approval ${chains === 1 ? 'chain uses' : 'chains use'} the role ${role}; give those steps another approver first.`,
    );
  const unused = {
    expression: 'attribute_not_exists(pk) OR #chains = :none',
    names: { '#chains': 'chains' },
    values: { ':none': 0 },
  };
  return check(roleUseKey(tenant, role), unused, 'retry');
}
