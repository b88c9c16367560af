// Reads items of several types in one round trip.
import { type Key, readMany } from '../../data/store.ts';

/**
 * Reads items of several types consistently, a list of keys for each type, in one round trip per hundred.
 * @returns a list for each type, in the order of its keys; undefined where there is no item
 */
export async function readGroups<T extends readonly unknown[]>(
  ...kinds: { readonly [I in keyof T]: readonly Key<T[I]>[] }
): Promise<{ [I in keyof T]: (T[I] | undefined)[] }> {
  const keys: readonly Key<unknown>[] = kinds.flatMap((each: readonly Key<unknown>[]) => each);
  const found = await readMany(keys, { consistent: true });
  let start = 0;
  const parted = kinds.map((each) => {
    const end = start + each.length;
    const items = found.slice(start, end);
    start = end;
    return items;
  });
  // The keys say which type each item has, and readMany keeps their order.
  return parted as { [I in keyof T]: (T[I] | undefined)[] };
}
