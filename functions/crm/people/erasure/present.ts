// Presents an erasure: what was removed where, and what stays under a pseudonym.
import { type DataArea, findDataKind } from '../../../../shared/directory/person-data/data-kinds.ts';
import type { ErasedCount } from '../../../../shared/directory/person-data/erase-group.ts';
import type { PersonErasureItem } from './store.ts';

const areas = {
  relationships: 'Relationships',
  training: 'Training',
  identity: 'Identity',
  billtracking: 'BillTracking',
  platform: 'Platform',
} as const;

export const presentArea = (area: DataArea) => areas[area];

/** What was done, by area and type. */
const presentCounts = (counts: Readonly<Record<string, ErasedCount>>) =>
  Object.entries(counts)
    .map(([type, { removed, pseudonymised }]) => {
      const { area, what } = findDataKind(type === 'counter' ? undefined : type);
      return { area: presentArea(area), type, what, removed, pseudonymised };
    })
    .sort((a, b) => (`${a.area} ${a.type}` < `${b.area} ${b.type}` ? -1 : 1));

/** The erasure in the interface's form. */
export const presentErasure = (
  erasure: Pick<
    PersonErasureItem,
    'id' | 'status' | 'requestedDate' | 'requestedBy' | 'finishedDate' | 'counts'
  >,
) => ({
  personId: erasure.id,
  status: erasure.status === 'done' ? ('Done' as const) : ('Running' as const),
  requestedDate: erasure.requestedDate,
  requestedBy: erasure.requestedBy,
  finishedDate: erasure.finishedDate ?? null,
  erased: presentCounts(erasure.counts),
});

/** Adds what was done to one item. */
export function countErased(
  counts: Record<string, ErasedCount>,
  { type, done }: { readonly type: string; readonly done: keyof ErasedCount },
): void {
  const before = counts[type] ?? { removed: 0, pseudonymised: 0 };
  counts[type] = { ...before, [done]: before[done] + 1 };
}
