// The order of definitions: by name.
import { foldForSort } from '../../../shared/lists/fold-for-sort.ts';
import { compareTexts } from '../../../shared/lists/sort.ts';

interface Named {
  readonly name: string;
}

export const compareNames = (a: Named, b: Named): number =>
  compareTexts(foldForSort(a.name), foldForSort(b.name));
