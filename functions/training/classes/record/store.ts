// Stores each class and its seats in one partition, and a short entry of it below its course, listed by start.
//
// The counted list by start holds the entries: any page of it costs the same, and its classes and seats are read by key
// in one round trip per fifty (a read unit per class). Filters and other sort fields read entries, about 10 per read
// unit: only those of a course or from a moment on where the filter allows it, else all.

import type { Key, Partition, Range, TenantStore } from '../../../../shared/data/store.ts';
import { type CountedList, countedList } from '../../../../shared/lists/counted-list.ts';
import { type ClassItem, classKey, type SeatsItem, seatsKey } from './class.ts';
import { type ClassEntry, classSort } from './class-entry.ts';

export interface ClassWithSeats {
  readonly item: ClassItem;
  readonly seats: SeatsItem;
}

interface ReadOptions {
  readonly consistent?: boolean;
}

/** All classes by start, as entries, with their number. */
export const classesByStart = (tenant: TenantStore): CountedList<ClassEntry> =>
  countedList<ClassEntry>(tenant, 'CLASSES');

const courseClassesPartition = (tenant: TenantStore, courseId: string): Partition<ClassEntry> =>
  tenant.partition(`COURSE-CLASSES#${courseId}`);
export const entryKey = (
  tenant: TenantStore,
  item: Pick<ClassItem, 'id' | 'courseId' | 'startsAt'>,
): Key<ClassEntry> => tenant.key(`COURSE-CLASSES#${item.courseId}`, classSort(item));

export const classById = (
  tenant: TenantStore,
  id: string,
  options?: ReadOptions,
): Promise<ClassItem | undefined> => tenant.get(classKey(tenant, id), options);

/** A class with its seats, in one round trip; undefined when there is no such class. */
export async function classAndSeats(
  tenant: TenantStore,
  id: string,
  options?: ReadOptions,
): Promise<ClassWithSeats | undefined> {
  const [found] = await classesAndSeats(tenant, [id], options);
  return found;
}

/** The classes with these ids and their seats, in the same order; missing ones are left out. A round trip per fifty. */
export async function classesAndSeats(
  tenant: TenantStore,
  ids: readonly string[],
  options?: ReadOptions,
): Promise<ClassWithSeats[]> {
  const keys = ids.flatMap((id): Key<ClassItem | SeatsItem>[] => [
    classKey(tenant, id),
    seatsKey(tenant, id),
  ]);
  const found = await tenant.getMany(keys, options);
  return ids.flatMap((_, index) => {
    const item = found[2 * index];
    const seats = found[2 * index + 1];
    return item?.type === 'class' && seats?.type === 'seats' ? [{ item, seats }] : [];
  });
}

/** The classes with these ids, in the same order; missing ones are left out. A round trip per hundred. */
export async function classesById(
  tenant: TenantStore,
  ids: readonly string[],
  options?: ReadOptions,
): Promise<ClassItem[]> {
  const found = await tenant.getMany(
    ids.map((id) => classKey(tenant, id)),
    options,
  );
  return found.filter((item) => item !== undefined);
}

/** A range of start times, both ends included. */
export interface StartRange {
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
}

/** The sort keys of a range of start times. Nothing in an id sorts after a tilde. */
const toKeyRange = ({ from, until }: StartRange): Range => ({
  ...(from && { from: from.toISOString() }),
  ...(until && { to: `${until.toISOString()}#~` }),
});

async function loadEntries(
  tenant: TenantStore,
  partition: Partition<ClassEntry>,
  startRange: StartRange,
): Promise<ClassEntry[]> {
  const { from, until } = startRange;
  if (from && until && from > until) return [];
  return tenant.queryAll(partition, toKeyRange(startRange));
}

/** The classes of a course by start, as entries; all, or those that start in a range. */
export const listClassesByCourse = (
  tenant: TenantStore,
  courseId: string,
  startRange: StartRange = {},
): Promise<ClassEntry[]> => loadEntries(tenant, courseClassesPartition(tenant, courseId), startRange);

/** All classes by start, as entries; all, or those that start in a range. */
export const listClassesByStart = (tenant: TenantStore, startRange: StartRange = {}): Promise<ClassEntry[]> =>
  loadEntries(tenant, classesByStart(tenant).listing, startRange);
