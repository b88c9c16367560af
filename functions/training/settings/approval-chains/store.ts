// Where approval chains are kept: all in one partition, beside the claims on their names and the counts of the roles they name.

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

/** The claim on a name, so that no two chains have the same. */
interface ChainNameItem {
  readonly type: 'approval-chain-name';
  readonly chainId: string;
}

/** How many chains name one of the tenant's own roles: it stays as long as one does. */
interface RoleUseItem {
  readonly type: 'role-use';
  readonly chains: number;
}

const chainNameKey = (tenant: TenantStore, name: string): Key<ChainNameItem> =>
  tenant.key('APPROVAL-CHAINS', `NAME#${foldChainName(name)}`);
const roleUseKey = (tenant: TenantStore, role: string): Key<RoleUseItem> =>
  tenant.key('APPROVAL-CHAINS', `ROLE#${role}`);

/** All chains: a tenant has a handful, so they are read whole. */
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

/** Those of the people who are there, by id; one round trip, none when nobody is asked for. */
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

/** The roles of steps that can go: the tenant's own. Those of the platform are always there. */
const collectTenantRoles = (steps: readonly ApprovalStep[]): string[] =>
  collectRoles(steps).filter(isCustomRole);

/** Counts roles in and out, and holds that those which come are there when it is written. */
function buildRoleUseChanges(
  tenant: TenantStore,
  before: readonly ApprovalStep[],
  after: readonly ApprovalStep[],
): Change[] {
  const [had, has] = [collectTenantRoles(before), collectTenantRoles(after)];
  const come = has.filter((role) => !had.includes(role));
  const gone = had.filter((role) => !has.includes(role));
  const there = {
    expression: come.map((_, at) => `attribute_exists(#roles.#role${at})`).join(' AND '),
    names: { '#roles': 'roles', ...Object.fromEntries(come.map((role, at) => [`#role${at}`, role])) },
  };
  return [
    ...(come.length > 0 ? [check(tenantKey(tenant), there, 'decide again')] : []),
    ...come.map((role) =>
      update(roleUseKey(tenant, role), { set: { type: 'role-use' }, add: { chains: 1 } }),
    ),
    ...gone.map((role) => update(roleUseKey(tenant, role), { add: { chains: -1 } })),
  ];
}

/**
 * Holds that no chain names a role, in the transaction that removes it.
 * @throws Failure 409 when one does
 */
export async function checkRoleUnused(tenant: TenantStore, role: string): Promise<Change> {
  const use = await tenant.get(roleUseKey(tenant, role), { consistent: true });
  const chains = use?.chains ?? 0;
  if (chains > 0)
    throw conflict(
      `${chains} approval ${chains === 1 ? 'chain asks' : 'chains ask'} the role ${role}; give those steps another approver first.`,
    );
  const unused = {
    expression: 'attribute_not_exists(pk) OR #chains = :none',
    names: { '#chains': 'chains' },
    values: { ':none': 0 },
  };
  return check(roleUseKey(tenant, role), unused, 'decide again');
}

/** Creates a chain; refused when its name is taken. */
export const insertApprovalChain = (tenant: TenantStore, item: ApprovalChainItem): Change[] => [
  claimChainName(tenant, item),
  put(approvalChainKey(tenant, item.id), item, { condition: ifAbsent, otherwise: 'decide again' }),
  ...buildRoleUseChanges(tenant, [], item.steps),
];

/** Changes a chain that was read as `before`. Its count of classes is left to those who write classes. */
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

/** Removes a chain that was read as `before`; decided again when a class came to it meanwhile. */
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
