// Sources give the members of a list in any order: Open States, for one, reads all but the actions as its database has them.
import { contentHash } from '../../../../shared/values/content-hash.ts';

const listHashes = (list: readonly unknown[]): string => list.map(contentHash).toSorted().join();

/** The list as it is stored, where the one that came has the same members in another order; otherwise the one that came. */
export const keepOrder = <T>(stored: readonly T[] | undefined, incoming: readonly T[]): readonly T[] =>
  stored?.length === incoming.length && listHashes(stored) === listHashes(incoming) ? stored : incoming;
