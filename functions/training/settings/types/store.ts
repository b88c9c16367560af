// Storage of level, object and credit types: one partition for each kind, with the claims on their names.

import {
  type Change,
  ifAbsent,
  ifPresent,
  insert,
  put,
  remove,
  update,
} from '../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import { alreadyExists, invalid, notFound } from '../../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../../../shared/http/etag.ts';
import { foldName } from '../../listing/fold-name.ts';
import {
  kindNames,
  type TrainingTypeItem,
  type TypeKind,
  type TypeReference,
  unknownTypeDetail,
} from './training-type.ts';

const partitions: Readonly<Record<TypeKind, string>> = {
  levelType: 'LEVEL-TYPES',
  objectType: 'OBJECT-TYPES',
  creditType: 'CREDIT-TYPES',
};

/** Claims a name, so that no two types of a kind have the same one. */
interface TypeNameItem {
  readonly type: 'type-name';
  readonly typeId: string;
}

export const typeKey = (tenant: TenantStore, kind: TypeKind, id: string): Key<TrainingTypeItem> =>
  tenant.key(partitions[kind], `TYPE#${id}`);

const typeNameKey = (tenant: TenantStore, kind: TypeKind, name: string): Key<TypeNameItem> =>
  tenant.key(partitions[kind], `NAME#${foldName(name)}`);

/** Lists all types of a kind. A tenant has only a few of each, so all are read. */
export const listTypesOfKind = (tenant: TenantStore, kind: TypeKind): Promise<TrainingTypeItem[]> =>
  tenant.queryAll(tenant.partition<TrainingTypeItem>(partitions[kind]), {
    beginsWith: 'TYPE#',
    consistent: true,
  });

/**
 * The type with this id.
 * @throws Failure 404
 */
export async function requireType(
  tenant: TenantStore,
  kind: TypeKind,
  id: string,
): Promise<TrainingTypeItem> {
  const item = await tenant.get(typeKey(tenant, kind, id), { consistent: true });
  if (!item) throw notFound(kindNames[kind], id);
  return item;
}

const claimName = (tenant: TenantStore, { type, id, name }: TrainingTypeItem): Change =>
  put(
    typeNameKey(tenant, type, name),
    { type: 'type-name', typeId: id },
    { condition: ifAbsent, onConflict: alreadyExists(kindNames[type], 'name', name) },
  );

/** Inserts a type. The transaction fails with 409 when another type of the kind has the name. */
export const insertType = (tenant: TenantStore, item: TrainingTypeItem): Change[] => [
  claimName(tenant, item),
  insert(typeKey(tenant, item.type, item.id), item),
];

/**
 * Replaces the type that was read as `before`, except its count of uses: the records that refer to it maintain that.
 */
export function replaceType(
  tenant: TenantStore,
  before: TrainingTypeItem,
  { name, isActive, version, modifiedDate }: TrainingTypeItem,
  ifMatch: IfMatch | undefined,
): Change[] {
  const isRenamed = foldName(name) !== foldName(before.name);
  return [
    update(
      typeKey(tenant, before.type, before.id),
      { set: { name, isActive, version, modifiedDate } },
      ifUnchanged(before.version, ifMatch),
    ),
    ...(isRenamed
      ? [remove(typeNameKey(tenant, before.type, before.name)), claimName(tenant, { ...before, name })]
      : []),
  ];
}

/** Removes the type that was read as `before`. The change is retried when a record has started to use it meanwhile. */
export function removeType(
  tenant: TenantStore,
  before: TrainingTypeItem,
  ifMatch: IfMatch | undefined,
): Change[] {
  const { condition } = ifUnchanged(before.version, ifMatch);
  const unused = {
    expression: `${condition.expression} AND #uses = :none`,
    names: { ...condition.names, '#uses': 'uses' },
    values: { ...condition.values, ':none': 0 },
  };
  return [
    remove(typeKey(tenant, before.type, before.id), { condition: unused, onConflict: 'retry' }),
    remove(typeNameKey(tenant, before.type, before.name)),
  ];
}

/** The types that records refer to, by id. One round trip; each type is read once. */
export async function loadTypes(
  tenant: TenantStore,
  uses: readonly Pick<TypeReference, 'kind' | 'id'>[],
): Promise<ReadonlyMap<string, TrainingTypeItem>> {
  const kinds = new Map(uses.map(({ kind, id }) => [id, kind]));
  const found = await tenant.getMany([...kinds].map(([id, kind]) => typeKey(tenant, kind, id)));
  return new Map(found.flatMap((type) => (type ? [[type.id, type]] : [])));
}

const isSameType = (a: TypeReference, b: TypeReference): boolean => a.kind === b.kind && a.id === b.id;
const isFirst = (use: TypeReference, index: number, uses: readonly TypeReference[]): boolean =>
  uses.findIndex((other) => isSameType(use, other)) === index;

/**
 * Updates the counts of uses of the types that a record starts or stops to refer to: one change for each type, even
 * when the record names it twice. The transaction fails with 400 when a type no longer exists.
 */
export const buildTypeCountChanges = (
  tenant: TenantStore,
  before: readonly TypeReference[],
  after: readonly TypeReference[],
): Change[] => [
  ...after
    .filter(isFirst)
    .filter((use) => !before.some((had) => isSameType(use, had)))
    .map((use) =>
      update(
        typeKey(tenant, use.kind, use.id),
        { add: { uses: 1 } },
        { condition: ifPresent, onConflict: invalid([unknownTypeDetail(use)]) },
      ),
    ),
  // A type in use can't have been removed.
  ...before
    .filter(isFirst)
    .filter((use) => !after.some((has) => isSameType(use, has)))
    .map((use) =>
      update(
        typeKey(tenant, use.kind, use.id),
        { add: { uses: -1 } },
        { condition: ifPresent, onConflict: 'retry' },
      ),
    ),
];
