// Records that have a parent of their own type: organizations and committees. No record may be below itself.
import { type Change, ifAbsent, ifVersion, put } from '../../data/changes.ts';
import type { Key, TenantStore } from '../../data/store.ts';
import { invalid } from '../../errors/failure.ts';
import { unknownId } from '../../errors/unknown-id.ts';
import { checkNoImport } from '../record/import-turn.ts';

/**
 * The record that every new place in the tree changes: of two moves that would only together close a cycle, the second
 * one is decided again and sees the first.
 */
interface TreeGuardItem<T extends string> {
  readonly type: T;
  readonly version: number;
}

/** A record that gets a place in the tree. */
export interface Placed {
  readonly id: string;
  readonly name: string;
  readonly parentId?: string | undefined;
}

/** Where the records of a tree and its guard are stored. */
export interface ParentTree<T extends string> {
  readonly what: 'organization' | 'committee';
  readonly guardType: T;
  readonly guardKey: (tenant: TenantStore) => Key<TreeGuardItem<T>>;
  readonly key: (tenant: TenantStore, id: string) => Key<Placed>;
  /** The record that a removed one was merged into: its id still names a parent until all references have followed. */
  readonly survivor?: (tenant: TenantStore, id: string) => Promise<Placed | undefined>;
  /** The import that may write parents too. */
  readonly importKind: Parameters<typeof checkNoImport>[1];
}

/** The record with this id, or the one that it was merged into. */
const loadPlaced = async <T extends string>(
  tenant: TenantStore,
  { key, survivor }: ParentTree<T>,
  id: string,
): Promise<Placed | undefined> =>
  (await tenant.get(key(tenant, id), { consistent: true })) ?? (await survivor?.(tenant, id));

/** The records above one, the nearest first, up to the record `until`. One round trip per record. */
export async function listAbove<T extends string>(
  tenant: TenantStore,
  tree: ParentTree<T>,
  { parentId }: Pick<Placed, 'parentId'>,
  until: string,
): Promise<readonly Placed[]> {
  const found: Placed[] = [];
  for (let id = parentId; id !== undefined && found.at(-1)?.id !== until; ) {
    const above: Placed | undefined = await loadPlaced(tenant, tree, id);
    if (!above) break;
    found.push(above);
    id = above.parentId;
  }
  return found;
}

/** The changes that let decisions about a tree follow one another. Read before what is decided by. */
export async function guardTree<T extends string>(
  tenant: TenantStore,
  tree: ParentTree<T>,
  now: Date,
): Promise<Change[]> {
  const guard = await tenant.get(tree.guardKey(tenant), { consistent: true });
  return [
    put(
      tree.guardKey(tenant),
      { type: tree.guardType, version: (guard?.version ?? 0) + 1 },
      { condition: guard ? ifVersion(guard.version) : ifAbsent, onConflict: 'retry' },
    ),
    checkNoImport(tenant, tree.importKind, now),
  ];
}

/**
 * Checks the new parent of a record, and returns the changes that keep the tree free of cycles. One round trip per
 * record above it.
 *
 * @throws Failure VALIDATION_ERROR when there is no such parent, or it is the record itself or below it; the message
 * names the path
 */
export async function checkTreeParent<T extends string>(
  tenant: TenantStore,
  tree: ParentTree<T>,
  placed: Placed,
  now: Date,
): Promise<Change[]> {
  const { id, name, parentId } = placed;
  if (parentId === undefined) return [];
  const changes = await guardTree(tenant, tree, now);
  if (parentId === id) throw cycle(tree.what, [name, name]);
  const above = await listAbove(tenant, tree, placed, id);
  if (above[0]?.id !== parentId) throw invalid([unknownId(tree.what, parentId, 'parentId')]);
  if (above.at(-1)?.id === id)
    throw cycle(tree.what, [name, ...above.slice(0, -1).map((each) => each.name), name]);
  return changes;
}

const cycle = (what: string, path: readonly string[]) =>
  invalid([
    {
      code: 'NOT_ALLOWED',
      message: `The ${what} would be below itself: ${path.join(' > ')}. Choose a parent that is not below it.`,
      target: 'parentId',
    },
  ]);
