// Stored lines of the activity log: each in the list of all lines, of its user and of its entity, by time and counted.
//
// A line is written three times, because a list is one order of one set of items. Every list is then paged, narrowed to
// days and counted at the same cost, however long it is. A line costs about 20 write units, most of them for the
// counters of the lists.
import { type Change, insert } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { type CountedList, countedList } from '../../../shared/lists/counted-list.ts';
import { type Activity, type ActivityLine, buildLine, lineSortKey } from './line.ts';

/** Joins texts, which may have any character, to a part of a list's name. */
const joinKeyParts = (...parts: readonly string[]): string =>
  parts.map((part) => encodeURIComponent(part.toWellFormed())).join('#');

/** All lines of the tenant. */
export const allActivity = (tenant: TenantStore): CountedList<ActivityLine> =>
  countedList<ActivityLine>(tenant, 'ACTIVITY');

/** The lines of one user. */
export const activityByUser = (tenant: TenantStore, userId: string): CountedList<ActivityLine> =>
  countedList<ActivityLine>(tenant, `ACTIVITY-USER#${joinKeyParts(userId)}`);

/** The lines about one record. The type is matched ignoring case. */
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
 * Writes lines into the log, in the transaction of the changes that they record. All lines of a transaction must come
 * from one call, because the counters of the lists are combined. One line is 9 changes, and each further line of the
 * same user and entity 3. Reads 6 items in one round trip.
 */
export async function insertActivities(
  tenant: TenantStore,
  activities: readonly Activity[],
  now: Date,
  newId: () => string,
): Promise<Change[]> {
  const lines = activities.map((activity, place) => buildLine(activity, newId(), now, place));
  const listed = new Map<string, { readonly list: CountedList<ActivityLine>; readonly sorts: string[] }>();
  const puts = lines.flatMap((line) =>
    listsForLine(tenant, line).map(({ copy, list }) => {
      const { sorts } = listed.get(list.listing.name) ?? { sorts: [] };
      listed.set(list.listing.name, { list, sorts: [...sorts, lineSortKey(line)] });
      return insert(tenant.key<ActivityLine>(`ACTIVITY#${line.id}`, copy), line, {
        listed: { listing: list.listing, sort: lineSortKey(line) },
      });
    }),
  );
  const counters = await Promise.all(
    [...listed.values()].map(({ list, sorts }) => list.changesFor(sorts.map((sort) => ({ sort, by: 1 })))),
  );
  return [...puts, ...counters.flat()];
}
