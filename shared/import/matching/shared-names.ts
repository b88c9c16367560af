// Finds the names that several records of a file have.
import { foldForSort } from '../../lists/fold-for-sort.ts';
import type { TreeRecord } from './resolve-parents.ts';

/** The folded names that drafts with different ids share: their source tells them apart, so a name proves nothing. */
export function listSharedNames(drafts: readonly TreeRecord[]): ReadonlySet<string> {
  const ids = new Map<string, Set<string>>();
  for (const { id, content } of drafts) {
    const name = foldForSort(content.name);
    ids.set(name, (ids.get(name) ?? new Set()).add(id));
  }
  return new Set([...ids].flatMap(([name, { size }]) => (size > 1 ? [name] : [])));
}
