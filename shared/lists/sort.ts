// The order of lists: sorting by values, fields and names.
import { foldForSort } from './fold-for-sort.ts';

export const directions = ['asc', 'desc'] as const;
export type Direction = (typeof directions)[number];

/** Compares texts by their characters' codes: fast, and right for folded names, dates and ids. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

type SortValue = string | number | undefined;

/** Compares values: absent ones come first, then numbers, then texts. */
function compareValues(a: SortValue, b: SortValue): number {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  if (typeof a === 'string' || typeof b === 'string') return typeof a === 'string' ? 1 : -1;
  return (a ?? Number.NEGATIVE_INFINITY) - (b ?? Number.NEGATIVE_INFINITY) || 0;
}

/** The entries in this direction, when they are sorted in ascending order. */
export const applyDirection = <T>(sorted: readonly T[], direction: Direction): T[] =>
  direction === 'desc' ? sorted.toReversed() : [...sorted];

/** Sorts entries by a value, equal ones by id. The descending order is exactly the reverse. */
export function sortByValue<T extends { readonly id: string }>(
  entries: readonly T[],
  getValue: (entry: T) => SortValue,
  direction: Direction = 'asc',
): T[] {
  const keyed = entries.map((entry) => ({ entry, value: getValue(entry) }));
  keyed.sort((a, b) => compareValues(a.value, b.value) || compareTexts(a.entry.id, b.entry.id));
  return applyDirection(
    keyed.map(({ entry }) => entry),
    direction,
  );
}

/** Sorts entries by a field, then by id; names regardless of case and accents. */
export const sortByField = <T extends { readonly id: string; readonly name: string }>(
  entries: readonly T[],
  field: keyof T & string,
  direction: Direction,
): T[] =>
  sortByValue(
    entries,
    (entry) => {
      const value: unknown = field === 'name' ? foldForSort(entry.name) : entry[field];
      if (typeof value === 'boolean') return Number(value);
      return typeof value === 'string' || typeof value === 'number' ? value : undefined;
    },
    direction,
  );

/** The sort text of a list by name; the id makes the order of equal names stable. */
export const nameSort = ({ name, id }: { readonly name: string; readonly id: string }): string =>
  `${foldForSort(name)}#${id}`;
