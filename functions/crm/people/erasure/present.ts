// Presents an erasure: what was removed where, and what stays under a pseudonym.
import {
  type DataArea,
  dataKinds,
  findDataKind,
} from '../../../../shared/directory/person-data/data-kinds.ts';
import type { ErasedCount } from '../../../../shared/directory/person-data/erase-group.ts';
import {
  unsearchedReason,
  unsearchedTypes,
} from '../../../../shared/directory/person-data/unsearched-types.ts';
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

const presentType = (type: string) => {
  const { area, what } = findDataKind(type);
  return { area: presentArea(area), type, what };
};

/** What stays with the id or data of the person, and why: what was found, and what the erasure does not look for. */
function presentKept(found: Readonly<Record<string, number>>) {
  const types = Object.keys(dataKinds).filter(
    (type) => type in found || findDataKind(type).kept !== undefined,
  );
  return types.map((type) => {
    const kind = findDataKind(type);
    const reason = kind.kept ?? (kind.erase === 'none' ? kind.why : '');
    return { ...presentType(type), count: found[type] ?? null, reason };
  });
}

const unsearched = unsearchedTypes.map((type) => findDataKind(type));

const notSearched = {
  reason: unsearchedReason,
  records: [...new Set(unsearched.map(({ area }) => area))].map((area) => ({
    area: presentArea(area),
    what: unsearched.filter((kind) => kind.area === area).map(({ what }) => what),
  })),
};

/** The erasure in the interface's form. */
export const presentErasure = (
  erasure: Pick<
    PersonErasureItem,
    'id' | 'status' | 'requestedDate' | 'requestedBy' | 'finishedDate' | 'counts' | 'kept'
  >,
) => ({
  personId: erasure.id,
  status: erasure.status === 'done' ? ('Done' as const) : ('Running' as const),
  requestedDate: erasure.requestedDate,
  requestedBy: erasure.requestedBy,
  finishedDate: erasure.finishedDate ?? null,
  erased: presentCounts(erasure.counts),
  kept: presentKept(erasure.kept ?? {}),
  notSearched,
});

/** Adds what was done to one item. */
export function countErased(
  counts: Record<string, ErasedCount>,
  { type, done }: { readonly type: string; readonly done: keyof ErasedCount },
): void {
  const before = counts[type] ?? { removed: 0, pseudonymised: 0 };
  counts[type] = { ...before, [done]: before[done] + 1 };
}
