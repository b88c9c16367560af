// The sort key by name of training lists.
import { foldForSort } from '../../shared/directory/fold-for-sort.ts';

/** The sort key of a record; the id makes the order of equal names stable. */
export const nameSort = ({ name, id }: { readonly name: string; readonly id: string }): string =>
  `${foldForSort(name)}#${id}`;
