// What an item was before a merge moved or changed it.
import { isDeepStrictEqual } from 'node:util';
import type { OpenMerge } from '../data/open-merge.ts';
import { isAsLeft, type MovedItem } from './merge-steps.ts';
import type { StoredItem } from './stored-item.ts';

/** The item as it was, except for the attributes that were changed since the merge. */
export function restoreItem(
  current: StoredItem,
  moved: MovedItem,
  move: Pick<OpenMerge, 'from' | 'into'>,
): { readonly item: StoredItem; readonly changed: readonly string[] } {
  const { from, before, after, afterHashes } = moved;
  const names = new Set([before, after, afterHashes ?? {}].flatMap((each) => Object.keys(each)));
  const restored: Record<string, unknown> = { ...current, ...from };
  const changed: string[] = [];
  for (const name of names) {
    if (isAsLeft(moved, name, current[name])) {
      if (before[name] === undefined) delete restored[name];
      else restored[name] = before[name];
    } else if (typeof current[name] === 'string' && !Array.isArray(after[name]))
      // A place in a list that has changed since still names the record.
      restored[name] = String(current[name]).replaceAll(move.into, move.from);
    else changed.push(name);
  }
  return { item: restored as StoredItem, changed };
}

/** The attributes of an item that another one became part of (`added`), which it has no longer without that one. */
export const listJoined = ({ after }: MovedItem, joined: StoredItem): string[] =>
  Object.keys(after).filter((name) => isDeepStrictEqual(joined[name], after[name]));
