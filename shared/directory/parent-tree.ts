// Records that have a parent of their own type: organizations and committees. No record may be below itself.
import { type Change, ifAbsent, ifVersion, put } from '../data/changes.ts';
import type { Key, TenantStore } from '../data/store.ts';
import { invalid } from '../errors/failure.ts';
import { unknownId } from '../errors/unknown-id.ts';
import { checkNoImport } from './import-turn.ts';

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
  /** The import that may write parents too. */
  readonly importKind: Parameters<typeof checkNoImport>[1];
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
  if (placed.parentId === undefined) return [];
  const guard = await tenant.get(tree.guardKey(tenant), { consistent: true });
  const path: string[] = [placed.name];
  for (let id: string | undefined = placed.parentId; id !== undefined; ) {
    if (id === placed.id) throw cycle(tree.what, [...path, placed.name]);
    const above: Placed | undefined = await tenant.get(tree.key(tenant, id), { consistent: true });
    if (!above && path.length === 1) throw invalid([unknownId(tree.what, id, 'parentId')]);
    path.push(above?.name ?? id);
    id = above?.parentId;
  }
  return [
    put(
      tree.guardKey(tenant),
      { type: tree.guardType, version: (guard?.version ?? 0) + 1 },
      { condition: guard ? ifVersion(guard.version) : ifAbsent, onConflict: 'retry' },
    ),
    checkNoImport(tenant, tree.importKind, now),
  ];
}

const cycle = (what: string, path: readonly string[]) =>
  invalid([
    {
      code: 'NOT_ALLOWED',
      message: `The ${what} would be below itself: ${path.join(' > ')}. Choose a parent that is not below it.`,
      target: 'parentId',
    },
  ]);
