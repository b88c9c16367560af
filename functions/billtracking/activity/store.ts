// Where the activity log is kept: each line in the list of all, of its user and of its entity, by time and counted.
//
// A line is written three times, as a list is one order of one set of items; every list is then paged, narrowed to days
// and counted at the same cost, however long it is. A line costs about 20 write units, most of them the lists' counters.
import { type Change, ifAbsent, put } from '../../../shared/data/changes.ts';
import { type CountedList, countedList } from '../../../shared/data/counted-list.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { type Activity, type ActivityLine, buildLine, lineSortKey } from './line.ts';

/** What names a list may hold any character. */
const joinKeyParts = (...parts: readonly string[]): string =>
  parts.map((part) => encodeURIComponent(part.toWellFormed())).join('#');

/** All lines of the tenant. */
export const allActivity = (tenant: TenantStore): CountedList<ActivityLine> =>
  countedList<ActivityLine>(tenant, 'ACTIVITY');

/** What one user did. */
export const activityByUser = (tenant: TenantStore, userId: string): CountedList<ActivityLine> =>
  countedList<ActivityLine>(tenant, `ACTIVITY-USER#${joinKeyParts(userId)}`);

/** What was done to one record. The type is meant in any case. */
export const activityByEntity = (
  tenant: TenantStore,
  entityType: string,
  entityId: string,
): CountedList<ActivityLine> =>
  countedList<ActivityLine>(tenant, `ACTIVITY-ENTITY#${joinKeyParts(entityType.toUpperCase(), entityId)}`);

const listsForLine = (tenant: TenantStore, { userId, entityType, entityId }: ActivityLine) => [
  { copy: 'LINE', list: allActivity(tenant) },
  { copy: 'USER', list: activityByUser(tenant, userId) },
  { copy: 'ENTITY', list: activityByEntity(tenant, entityType, entityId) },
];

/**
 * The changes that write lines into the log, for the transaction of what they tell of. All lines of a transaction must
 * come from one call: the lists' counters are gathered. One line is 9 changes, and each more of the same user and
 * entity 3. Reads 6 items in one round trip.
 */
export async function insertActivities(
  tenant: TenantStore,
  activities: readonly Activity[],
  now: Date,
  newId: () => string,
): Promise<Change[]> {
  const lines = activities.map((activity, place) => buildLine(activity, newId(), now, place));
  // A list's counters need to be brought into proportion now and then only: at one line of sixteen, by its random id.
  const isTurn = lines.some(({ id }) => id.startsWith('0'));
  const sortsOf = new Map<string, { readonly list: CountedList<ActivityLine>; readonly sorts: string[] }>();
  const puts = lines.flatMap((line) =>
    listsForLine(tenant, line).map(({ copy, list }) => {
      const { sorts } = sortsOf.get(list.listing.name) ?? { sorts: [] };
      sortsOf.set(list.listing.name, { list, sorts: [...sorts, lineSortKey(line)] });
      return put(tenant.key<ActivityLine>(`ACTIVITY#${line.id}`, copy), line, {
        condition: ifAbsent,
        otherwise: 'decide again',
        listed: { listing: list.listing, sort: lineSortKey(line) },
      });
    }),
  );
  const counters = await Promise.all(
    [...sortsOf.values()].map(async ({ list, sorts }) => {
      if (isTurn) await list.rebalance(sorts);
      return list.changesFor(sorts.map((sort) => ({ sort, by: 1 })));
    }),
  );
  return [...puts, ...counters.flat()];
}
