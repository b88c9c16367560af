// Records of the directory among what a merge changes: they are written with their short entries, counts and search rows.
import { type Change, check, ifVersion } from '../../data/changes.ts';
import type { TenantStore } from '../../data/store.ts';
import { Failure } from '../../errors/failure.ts';
import { hasNames, type NamedRecord } from '../../merges/rename-references.ts';
import type { StoredItem } from '../../merges/stored-item.ts';
import { organizationKey } from '../organizations/organization-store.ts';
import { displayName } from '../people/person.ts';
import { personKey } from '../people/person-store.ts';
import { nextVersion, pickContent, type StoredRecord } from '../record/stored.ts';
import { type Collection, committees, organizations, people } from '../writing/collection.ts';
import { buildRecordChanges } from '../writing/record-changes.ts';
import { checkParent } from './organization-tree.ts';

/** Whether an item is a record that other items are written with. */
export const isRecord = ({ type }: StoredItem): boolean =>
  type === 'person' || type === 'organization' || type === 'committee';

function replaceIn<C extends object, K extends string>(
  tenant: TenantStore,
  collection: Collection<C, K>,
  [before, after]: readonly [StoredItem, StoredItem],
  now: Date,
): Promise<Change[]> {
  const stored = before as unknown as C & StoredRecord<K>;
  const content = pickContent<C>(collection.schema, after as unknown as C);
  const next = nextVersion<K, C>(collection.type, stored.id, content, stored, now);
  return buildRecordChanges(tenant, collection, [{ before: stored, after: next }]);
}

/** The changes that replace a record at its place. */
export function replaceRecord(
  tenant: TenantStore,
  before: StoredItem,
  after: StoredItem,
  now: Date,
): Promise<Change[]> {
  const pair = [before, after] as const;
  if (before.type === 'person') return replaceIn(tenant, people, pair, now);
  if (before.type === 'organization') return replaceIn(tenant, organizations, pair, now);
  return replaceIn(tenant, committees, pair, now);
}

/** The record that references are moved to, where items have a copy of its name, and the changes that let none keep a former one. */
interface LoadedName extends NamedRecord {
  readonly changes: readonly Change[];
}

/** The name of the record that references are moved to, where one of these items has a copy of it. One read, if any. */
export async function loadNamedRecord(
  tenant: TenantStore,
  items: readonly StoredItem[],
  what: 'person' | 'organization',
  id: string,
): Promise<LoadedName | undefined> {
  if (!items.some(hasNames)) return undefined;
  if (what === 'person') {
    const person = await tenant.get(personKey(tenant, id), { consistent: true });
    // Another name at the same time: a timer gives it to what has this one (../person-rename.ts).
    return person && { id, name: displayName(person), changes: [] };
  }
  const key = organizationKey(tenant, id);
  const organization = await tenant.get(key, { consistent: true });
  return (
    organization && {
      id,
      name: organization.name,
      // Another name at the same time: its people are listed again once this is written.
      changes: [check(key, ifVersion(organization.version), 'retry')],
    }
  );
}

/** The changes that let an organization have another place in the tree, or why it can't have that place. */
export async function checkOrganizationPlace(
  tenant: TenantStore,
  before: StoredItem,
  after: StoredItem,
  now: Date,
): Promise<{ readonly changes: readonly Change[] } | { readonly obstacle: string }> {
  const { id, name, parentId } = after;
  if (after.type !== 'organization' || typeof parentId !== 'string' || parentId === before.parentId)
    return { changes: [] };
  try {
    return { changes: await checkParent(tenant, { id: String(id), name: String(name), parentId }, now) };
  } catch (failure) {
    if (failure instanceof Failure && failure.code === 'VALIDATION_ERROR')
      return { obstacle: failure.details?.[0]?.message ?? failure.message };
    throw failure;
  }
}
