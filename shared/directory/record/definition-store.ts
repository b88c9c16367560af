// Definitions that a tenant makes once and records refer to by id, such as the positions of committees. Names are unique
// among those of a kind. A tenant has a few dozen of each: all of a kind, or of all kinds, are read at once.
import { type Change, ifAbsent, put, remove } from '../../data/changes.ts';
import type { Key, TenantStore } from '../../data/store.ts';
import { alreadyExists, notFound } from '../../errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../http/etag.ts';
import { foldForSort } from '../../lists/fold-for-sort.ts';
import type { StoredRecord } from './stored.ts';

/** The definitions that are stored apart from those of committees. */
type DefinitionGroup = 'FIELD' | 'MESSAGE' | 'ADVOCACY';

/** A kind of definition: content of type C, stored as items of type K. */
export interface DefinitionKind<C extends { readonly name: string }, K extends string> {
  readonly type: K;
  /** As messages name it. */
  readonly what: string;
  /** Kinds that are read together are stored together; by default with those of committees. */
  readonly group?: DefinitionGroup;
  /** Only names the type of the content; a schema as a value would be loaded by every function that reads a definition. */
  readonly content?: C;
}

/** Claims a name, so that no two definitions of a kind have the same one. */
interface DefinitionNameItem {
  readonly type: 'definition-name';
  readonly definitionId: string;
}

type Definition<C, K extends string> = C & StoredRecord<K>;
type Content = { readonly name: string };

const getPartitionName = (group?: DefinitionGroup): string => `${group ?? 'COMMITTEE'}-DEFINITIONS`;

const definitionKey = <C extends Content, K extends string>(
  tenant: TenantStore,
  { type, group }: DefinitionKind<C, K>,
  id: string,
): Key<Definition<C, K>> => tenant.key(getPartitionName(group), `${type}#${id}`);

const nameKey = <C extends Content, K extends string>(
  tenant: TenantStore,
  { type, group }: DefinitionKind<C, K>,
  name: string,
): Key<DefinitionNameItem> =>
  tenant.key(`${group ?? 'COMMITTEE'}-DEFINITION-NAMES`, `${type}#${foldForSort(name)}`);

/** All definitions of a kind. One query. */
export const listDefinitions = <C extends Content, K extends string>(
  tenant: TenantStore,
  { type, group }: DefinitionKind<C, K>,
): Promise<Definition<C, K>[]> =>
  tenant.queryAll(tenant.partition<Definition<C, K>>(getPartitionName(group)), {
    beginsWith: `${type}#`,
    consistent: true,
  });

/** All definitions of all kinds of committees; `type` tells them apart. One query. */
export const listAllDefinitions = <D extends { readonly type: string }>(tenant: TenantStore): Promise<D[]> =>
  tenant.queryAll(tenant.partition<D>(getPartitionName()), { consistent: true });

/**
 * The definition with this id, as it is now.
 * @param target the parameter of the path that named it
 * @throws Failure 404
 */
export async function requireDefinition<C extends Content, K extends string>(
  tenant: TenantStore,
  kind: DefinitionKind<C, K>,
  id: string,
  target: string,
): Promise<Definition<C, K>> {
  const found = await tenant.get(definitionKey(tenant, kind, id.toLowerCase()), { consistent: true });
  if (!found) throw notFound(kind.what, id, target);
  return found;
}

/**
 * The changes that write a definition; without `before` it is new. The transaction fails with 409 when another one of the
 * kind has the name.
 */
export function buildDefinitionChanges<C extends Content, K extends string>(
  tenant: TenantStore,
  kind: DefinitionKind<C, K>,
  { before, after }: { readonly before: Definition<C, K> | undefined; readonly after: Definition<C, K> },
  ifMatch?: IfMatch,
): Change[] {
  const isRenamed = before === undefined || foldForSort(before.name) !== foldForSort(after.name);
  const claim = put(
    nameKey(tenant, kind, after.name),
    { type: 'definition-name', definitionId: after.id },
    { condition: ifAbsent, onConflict: alreadyExists(kind.what, 'name', after.name) },
  );
  return [
    put(
      definitionKey(tenant, kind, after.id),
      after,
      before ? ifUnchanged(before.version, ifMatch) : { condition: ifAbsent, onConflict: 'retry' },
    ),
    ...(isRenamed ? [claim] : []),
    ...(before && isRenamed ? [remove(nameKey(tenant, kind, before.name))] : []),
  ];
}
