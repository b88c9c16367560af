// Stores approval chains in one partition, with claims on their names and counters of the roles they use.

import { tenantKey } from '../../../../shared/auth/records.ts';
import { type Change, check, ifAbsent, put, remove, update } from '../../../../shared/data/changes.ts';
import type { Key, Position, TenantStore } from '../../../../shared/data/store.ts';
import { peopleById } from '../../../../shared/directory/person-store.ts';
import { alreadyExists, conflict, notFound } from '../../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../../../shared/http/etag.ts';
import { isCustomRole } from '../roles/role.ts';
import {
  type ApprovalChainItem,
  type ApprovalStep,
  approvalChainKey,
  approvalChains,
} from './approval-chain.ts';
import { collectRoles, foldChainName } from './chain.ts';

/** The claim on a name, which keeps names unique. */
interface ChainNameItem {
  readonly type: 'approval-chain-name';
  readonly chainId: string;
}

/** How many chains use one of the tenant's own roles; a role in use can't be removed. */
interface RoleUseItem {
  readonly type: 'role-use';
  readonly chains: number;
}

const chainNameKey = (tenant: TenantStore, name: string): Key<ChainNameItem> =>
  tenant.key('APPROVAL-CHAINS', `NAME#${foldChainName(name)}`);
const roleUseKey = (tenant: TenantStore, role: string): Key<RoleUseItem> =>
  tenant.key('APPROVAL-CHAINS', `ROLE#${role}`);

/** All chains; a tenant has only a few. */
export async function loadApprovalChains(tenant: TenantStore): Promise<ApprovalChainItem[]> {
  const found: ApprovalChainItem[] = [];
  let after: Position | undefined;
  do {
    const page = await tenant.query(approvalChains(tenant), {
      beginsWith: 'CHAIN#',
      consistent: true,
      ...(after && { after }),
    });
    found.push(...page.items);
    after = page.next;
  } while (after);
  return found;
}

/**
 * The chain with this id.
 * @throws Failure 404
 */
export async function requireApprovalChain(tenant: TenantStore, id: string): Promise<ApprovalChainItem> {
  const item = await tenant.get(approvalChainKey(tenant, id), { consistent: true });
  if (!item) throw notFound('approval chain', id);
  return item;
}

/** The existing people among these, by id; one round trip, none for no ids. */
export async function loadPeopleById(tenant: TenantStore, ids: readonly string[]) {
  const found = ids.length > 0 ? await peopleById(tenant, ids) : [];
  return new Map(found.flatMap((person) => (person ? [[person.id, person]] : [])));
}

const claimChainName = (tenant: TenantStore, { id, name }: ApprovalChainItem): Change =>
  put(
    chainNameKey(tenant, name),
    { type: 'approval-chain-name', chainId: id },
    { condition: ifAbsent, otherwise: alreadyExists('approval chain', 'name', name) },
  );

/** The roles of steps that can be removed: the tenant's own, not the platform's. */
const collectTenantRoles = (steps: readonly ApprovalStep[]): string[] =>
  collectRoles(steps).filter(isCustomRole);

/** Updates the counters of roles, on the condition that added roles exist when it is committed. */
function buildRoleUseChanges(
  tenant: TenantStore,
  before: readonly ApprovalStep[],
  after: readonly ApprovalStep[],
): Change[] {
  const [had, has] = [collectTenantRoles(before), collectTenantRoles(after)];
  const added = has.filter((role) => !had.includes(role));
  const removed = had.filter((role) => !has.includes(role));
  const rolesExist = {
    expression: added.map((_, at) => `attribute_exists(#roles.#role${at})`).join(' AND '),
    names: { '#roles': 'roles', ...Object.fromEntries(added.map((role, at) => [`#role${at}`, role])) },
  };
  return [
    ...(added.length > 0 ? [check(tenantKey(tenant), rolesExist, 'decide again')] : []),
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
  return check(roleUseKey(tenant, role), unused, 'decide again');
}

/** Creates a chain; rejected when its name is taken. */
export const insertApprovalChain = (tenant: TenantStore, item: ApprovalChainItem): Change[] => [
  claimChainName(tenant, item),
  put(approvalChainKey(tenant, item.id), item, { condition: ifAbsent, otherwise: 'decide again' }),
  ...buildRoleUseChanges(tenant, [], item.steps),
];

/** Replaces a chain that was read as `before`, except for its counter of classes. */
export function replaceApprovalChain(
  tenant: TenantStore,
  before: ApprovalChainItem,
  { name, steps, version, modifiedDate }: ApprovalChainItem,
  ifMatch: IfMatch | undefined,
): Change[] {
  const isRenamed = foldChainName(name) !== foldChainName(before.name);
  return [
    update(
      approvalChainKey(tenant, before.id),
      { set: { name, steps, version, modifiedDate } },
      ifUnchanged(before.version, ifMatch),
    ),
    ...(isRenamed
      ? [remove(chainNameKey(tenant, before.name)), claimChainName(tenant, { ...before, name })]
      : []),
    ...buildRoleUseChanges(tenant, before.steps, steps),
  ];
}

/** Removes a chain that was read as `before`; retried when a class started to use it meanwhile. */
export function removeApprovalChain(
  tenant: TenantStore,
  before: ApprovalChainItem,
  ifMatch: IfMatch | undefined,
): Change[] {
  const { condition } = ifUnchanged(before.version, ifMatch);
  const unused = {
    expression: `${condition.expression} AND #classes = :none`,
    names: { ...condition.names, '#classes': 'classes' },
    values: { ...condition.values, ':none': 0 },
  };
  return [
    remove(approvalChainKey(tenant, before.id), { condition: unused, otherwise: 'decide again' }),
    remove(chainNameKey(tenant, before.name)),
    ...buildRoleUseChanges(tenant, before.steps, []),
  ];
}
