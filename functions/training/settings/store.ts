// Where level types and object types are kept: all of a kind in one partition, beside the claims on their names.
import { type Change, ifAbsent, ifPresent, put, remove, update } from '../../../shared/data/changes.ts';
import type { Key, Position, TenantStore } from '../../../shared/data/store.ts';
import { alreadyExists, type Failure, notFound } from '../../../shared/errors/failure.ts';
import { type IfMatch, unchangedSince } from '../../../shared/http/etag.ts';
import { type AwardTypeItem, foldedTypeName, kindNames, type TypeKind } from './award-type.ts';

const partitions: Readonly<Record<TypeKind, string>> = {
  levelType: 'LEVEL-TYPES',
  objectType: 'OBJECT-TYPES',
};

/** The claim on a name, so that no two types of a kind have the same. */
interface TypeNameItem {
  readonly type: 'type-name';
  readonly typeId: string;
}

export const typeKey = (tenant: TenantStore, kind: TypeKind, id: string): Key<AwardTypeItem> =>
  tenant.key(partitions[kind], `TYPE#${id}`);

const typeNameKey = (tenant: TenantStore, kind: TypeKind, name: string): Key<TypeNameItem> =>
  tenant.key(partitions[kind], `NAME#${foldedTypeName(name)}`);

/** All types of a kind: a tenant has a handful, so they are read whole. */
export async function typesOfKind(tenant: TenantStore, kind: TypeKind): Promise<AwardTypeItem[]> {
  const found: AwardTypeItem[] = [];
  let after: Position | undefined;
  do {
    const page = await tenant.query(tenant.partition<AwardTypeItem>(partitions[kind]), {
      beginsWith: 'TYPE#',
      consistent: true,
      ...(after && { after }),
    });
    found.push(...page.items);
    after = page.next;
  } while (after);
  return found;
}

/**
 * The type with this id.
 * @throws Failure 404
 */
export async function foundType(tenant: TenantStore, kind: TypeKind, id: string): Promise<AwardTypeItem> {
  const item = await tenant.get(typeKey(tenant, kind, id), { consistent: true });
  if (!item) throw notFound(kindNames[kind], id);
  return item;
}

const claim = (tenant: TenantStore, { type, id, name }: AwardTypeItem): Change =>
  put(
    typeNameKey(tenant, type, name),
    { type: 'type-name', typeId: id },
    { condition: ifAbsent, otherwise: alreadyExists(kindNames[type], 'name', name) },
  );

/** Creates a type; refused when its name is taken. */
export const typeCreation = (tenant: TenantStore, item: AwardTypeItem): Change[] => [
  claim(tenant, item),
  put(typeKey(tenant, item.type, item.id), item, { condition: ifAbsent, otherwise: 'decide again' }),
];

/** Changes a type that was read as `before`. Its count of awards is left to those who write awards. */
export function typeReplacement(
  tenant: TenantStore,
  before: AwardTypeItem,
  { name, isActive, version, modifiedDate }: AwardTypeItem,
  ifMatch: IfMatch | undefined,
): Change[] {
  const isRenamed = foldedTypeName(name) !== foldedTypeName(before.name);
  return [
    update(
      typeKey(tenant, before.type, before.id),
      { set: { name, isActive, version, modifiedDate } },
      unchangedSince(before.version, ifMatch),
    ),
    ...(isRenamed
      ? [remove(typeNameKey(tenant, before.type, before.name)), claim(tenant, { ...before, name })]
      : []),
  ];
}

/** Removes a type that was read as `before`; decided again when an award came to it meanwhile. */
export function typeRemoval(
  tenant: TenantStore,
  before: AwardTypeItem,
  ifMatch: IfMatch | undefined,
): Change[] {
  const { condition } = unchangedSince(before.version, ifMatch);
  const unused = {
    expression: `${condition.expression} AND #awards = :none`,
    names: { ...condition.names, '#awards': 'awards' },
    values: { ...condition.values, ':none': 0 },
  };
  return [
    remove(typeKey(tenant, before.type, before.id), { condition: unused, otherwise: 'decide again' }),
    remove(typeNameKey(tenant, before.type, before.name)),
  ];
}

/** Counts an award in to a type; refused when the type is gone. */
export const awardComesTo = (tenant: TenantStore, kind: TypeKind, id: string, gone: Failure): Change =>
  update(typeKey(tenant, kind, id), { add: { awards: 1 } }, { condition: ifPresent, otherwise: gone });

/** Counts an award out of a type. A type with awards can't have gone. */
export const awardLeaves = (tenant: TenantStore, kind: TypeKind, id: string): Change =>
  update(
    typeKey(tenant, kind, id),
    { add: { awards: -1 } },
    { condition: ifPresent, otherwise: 'decide again' },
  );
