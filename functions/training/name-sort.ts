// The order by name that lists of training are in.
import { foldForSort } from '../../shared/directory/fold-for-sort.ts';

/** Where a record stands in the order by name; the id at the end makes it stable among equal names. */
export const nameSort = ({ name, id }: { readonly name: string; readonly id: string }): string =>
  `${foldForSort(name)}#${id}`;
