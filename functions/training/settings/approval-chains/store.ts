// Stores approval chains in one partition, with claims on their names and counters of the roles they use.

import { type Change, ifAbsent, insert, put, remove, update } from '../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import { peopleById } from '../../../../shared/directory/people/person-store.ts';
import { alreadyExists, notFound } from '../../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../../../shared/http/etag.ts';
import { buildRoleUseChanges } from '../../../../shared/settings/role-use.ts';
import { foldName } from '../../listing/fold-name.ts';
import { type ApprovalChainItem, approvalChainKey, approvalChains, collectRoles } from './approval-chain.ts';

/** The claim on a name, which keeps names unique. */
interface ChainNameItem {
  readonly type: 'approval-chain-name';
  readonly chainId: string;
}

const chainNameKey = (tenant: TenantStore, name: string): Key<ChainNameItem> =>
  tenant.key('APPROVAL-CHAINS', `NAME#${foldName(name)}`);

/** All chains; a tenant has only a few. */
export const loadApprovalChains = (tenant: TenantStore): Promise<ApprovalChainItem[]> =>
  tenant.queryAll(approvalChains(tenant), { beginsWith: 'CHAIN#', consistent: true });

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
    { condition: ifAbsent, onConflict: alreadyExists('approval chain', 'name', name) },
  );

/** Creates a chain; rejected when its name is taken. */
export const insertApprovalChain = (tenant: TenantStore, item: ApprovalChainItem): Change[] => [
  claimChainName(tenant, item),
  insert(approvalChainKey(tenant, item.id), item),
  ...buildRoleUseChanges(tenant, [], collectRoles(item.steps)),
];

/** Replaces a chain that was read as `before`, except for its counter of classes. */
export function replaceApprovalChain(
  tenant: TenantStore,
  before: ApprovalChainItem,
  { name, steps, version, modifiedDate }: ApprovalChainItem,
  ifMatch: IfMatch | undefined,
): Change[] {
  const isRenamed = foldName(name) !== foldName(before.name);
  return [
    update(
      approvalChainKey(tenant, before.id),
      { set: { name, steps, version, modifiedDate } },
      ifUnchanged(before.version, ifMatch),
    ),
    ...(isRenamed
      ? [remove(chainNameKey(tenant, before.name)), claimChainName(tenant, { ...before, name })]
      : []),
    ...buildRoleUseChanges(tenant, collectRoles(before.steps), collectRoles(steps)),
  ];
}

/** Removes a chain that was read as `before`; retried when a class has started to use it. */
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
    remove(approvalChainKey(tenant, before.id), { condition: unused, onConflict: 'retry' }),
    remove(chainNameKey(tenant, before.name)),
    ...buildRoleUseChanges(tenant, collectRoles(before.steps), []),
  ];
}
