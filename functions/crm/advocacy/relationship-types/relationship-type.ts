// The types of relationships of a tenant: those that every tenant has, as it has changed them, and its own.
import type { TenantStore } from '../../../../shared/data/store.ts';
import {
  builtInTypes,
  type RelationshipTypeContent,
  type RelationshipTypeItem,
  relationshipTypes,
} from '../../../../shared/directory/officials/political-relationship.ts';
import { listDefinitions } from '../../../../shared/directory/record/definition-store.ts';
import { alreadyExists, notFound } from '../../../../shared/errors/failure.ts';
import { foldForSort } from '../../../../shared/lists/fold-for-sort.ts';
import { presentRecord } from '../../committees/definitions/definition.ts';
import { compareNames } from '../../lists/compare-names.ts';
import type { RelationshipTypeInput } from './contract.ts';

/** All types of a tenant, by name. One query. */
export async function loadRelationshipTypes(tenant: TenantStore): Promise<RelationshipTypeItem[]> {
  const stored = await listDefinitions(tenant, relationshipTypes);
  const changed = new Set(stored.map(({ id }) => id));
  return [...stored, ...builtInTypes.filter(({ id }) => !changed.has(id))].sort(compareNames);
}

/**
 * The type with this id.
 * @throws Failure 404
 */
export function requireType(types: readonly RelationshipTypeItem[], id: string): RelationshipTypeItem {
  const found = types.find((type) => type.id === id.toLowerCase());
  if (!found) throw notFound('relationship type', id, 'relationshipTypeId');
  return found;
}

export const isBuiltIn = (type: RelationshipTypeItem): boolean => builtInTypes.includes(type);

/** @throws Failure 409 when another type has the name; the names of types that are not stored are not claimed */
export function assertNameFree(
  types: readonly RelationshipTypeItem[],
  name: string,
  ownId: string | undefined,
): void {
  const isTaken = types.some((type) => type.id !== ownId && foldForSort(type.name) === foldForSort(name));
  if (isTaken) throw alreadyExists('relationship type', 'name', name);
}

/** The content that a request asks for. */
export const buildType = ({ name, isActive = true }: RelationshipTypeInput): RelationshipTypeContent => ({
  name,
  ...(isActive ? {} : { isActive }),
});

/** The type in the interface's form. */
export const presentType = (type: RelationshipTypeItem, tenantCode: string) => ({
  ...presentRecord(type, tenantCode),
  isBuiltIn: isBuiltIn(type),
});
