// Finds a page of classes and the exact number of matching classes.
import type { TenantStore } from '../../../shared/data/store.ts';
import { foldForSort } from '../../../shared/lists/fold-for-sort.ts';
import { loadCountedPage, takePage } from '../../../shared/lists/page.ts';
import { sortByValue } from '../../../shared/lists/sort.ts';
import { type ClassFilter, matchesClassFilter } from './class-filter.ts';
import { lastClassDay } from './record/class.ts';
import { type ClassEntry, classSort } from './record/class-entry.ts';
import {
  type ClassWithSeats,
  classesAndSeats,
  classesByStart,
  listClassesByCourse,
  listClassesByStart,
  type StartRange,
} from './record/store.ts';

/** Fields that a list of classes can be sorted by. */
export const classSortFields = [
  'startDate',
  'endDate',
  'sectionName',
  'courseName',
  'creditHours',
  'createdDate',
  'modifiedDate',
  'createdOn',
  'modifiedOn',
  'classDuration',
  'classInstructorsCount',
  'locationType',
  'id',
] as const;
type ClassSortField = (typeof classSortFields)[number];

export interface ClassPageQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly sortBy: ClassSortField;
  readonly sortDirection: 'asc' | 'desc';
}

/** What to search for, the tenant's time zone, and the present moment. */
export interface ClassSearch {
  readonly filter: ClassFilter;
  readonly timeZone: string;
  readonly now: Date;
}

/** A number as text that sorts numerically; an absent number sorts first. */
const toSortText = (number: number | undefined): string =>
  number === undefined ? '' : number.toFixed(2).padStart(12, '0');

/** The text that an entry is sorted by, for each field. */
const sortTexts: Readonly<Record<ClassSortField, (entry: ClassEntry) => string>> = {
  startDate: () => '',
  endDate: ({ endsAt }) => endsAt,
  sectionName: ({ sectionName }) => foldForSort(sectionName),
  courseName: ({ courseName }) => foldForSort(courseName),
  creditHours: ({ creditHours }) => toSortText(creditHours),
  createdDate: ({ createdDate }) => createdDate,
  modifiedDate: ({ modifiedDate }) => modifiedDate,
  createdOn: ({ createdDate }) => createdDate,
  modifiedOn: ({ modifiedDate }) => modifiedDate,
  classDuration: ({ days }) => toSortText(days.length),
  classInstructorsCount: ({ instructors }) => toSortText(instructors.length),
  locationType: ({ locationType }) => locationType,
  id: ({ id }) => id,
};

function sortEntries(
  entries: readonly ClassEntry[],
  { sortBy, sortDirection }: ClassPageQuery,
): ClassEntry[] {
  return sortByValue(entries, (entry) => `${sortTexts[sortBy](entry)}#${classSort(entry)}`, sortDirection);
}

/** More than the difference between any two time zones. */
const maxZoneSpread = 26 * 60 * 60 * 1000;

/** When the last session of a day has started in every time zone; undefined for days on which no class can be. */
function latestStart(day: string | undefined): Date | undefined {
  if (day === undefined || day > lastClassDay) return undefined;
  return new Date(Date.parse(`${day}T00:00:00Z`) + 2 * maxZoneSpread);
}

/** The range of start times outside of which no class can match, so that fewer entries are read. */
function deriveStartRange({ states = [], sessionDays, isUpcoming }: ClassFilter, now: Date): StartRange {
  const [state, ...others] = new Set(states);
  const only = others.length === 0 ? state : undefined;
  const untils = [latestStart(sessionDays?.endDate), only === 'Completed' ? now : undefined];
  const [until] = untils.filter((limit) => limit !== undefined).sort((a, b) => a.getTime() - b.getTime());
  return { from: isUpcoming === true || only === 'Upcoming' ? now : undefined, until };
}

const courseIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** All entries that can match: those of the courses the filter names by id, else those of the whole list. */
async function loadCandidates(
  tenant: TenantStore,
  { filter, now }: ClassSearch,
): Promise<readonly ClassEntry[]> {
  const startRange = deriveStartRange(filter, now);
  const courses = [...new Set(filter.courses?.map((id) => id.toLowerCase()))];
  if (courses.length === 0 || courses.length > 10 || !courses.every((id) => courseIdPattern.test(id)))
    return listClassesByStart(tenant, startRange);
  const found = await Promise.all(courses.map((id) => listClassesByCourse(tenant, id, startRange)));
  return found.flat();
}

/** The entries that match a search; about 10 entries per read unit. */
export async function findEntries(tenant: TenantStore, search: ClassSearch): Promise<readonly ClassEntry[]> {
  const matches = matchesClassFilter(search.filter, search.timeZone, search.now);
  const entries = await loadCandidates(tenant, search);
  return matches ? entries.filter(matches) : entries;
}

const hasFilter = ({ filter, timeZone, now }: ClassSearch): boolean =>
  matchesClassFilter(filter, timeZone, now) !== undefined;

/** A page of classes with their seats, and the number of all matching classes. */
export interface ClassPage {
  readonly classes: readonly ClassWithSeats[];
  readonly total: number;
}

const loadClasses = (tenant: TenantStore, entries: readonly ClassEntry[]): Promise<ClassWithSeats[]> =>
  classesAndSeats(
    tenant,
    entries.map(({ id }) => id),
  );

/** A page of classes whose entries were found already. */
export const loadClassPage = async (
  tenant: TenantStore,
  found: readonly ClassEntry[],
  query: ClassPageQuery,
): Promise<ClassPage> => ({
  classes: await loadClasses(tenant, takePage(sortEntries(found, query), query)),
  total: found.length,
});

/**
 * A page of matching classes with their seats.
 *
 * By startDate and without a filter the cost is that of a page, wherever it is in the list. Filters and other sort
 * fields read the entries of all classes that can match: about a read unit for 10 of them.
 */
export async function findClassPage(
  tenant: TenantStore,
  search: ClassSearch,
  query: ClassPageQuery,
): Promise<ClassPage> {
  if (query.sortBy !== 'startDate' || hasFilter(search))
    return loadClassPage(tenant, await findEntries(tenant, search), query);
  const { items, total } = await loadCountedPage(classesByStart(tenant), query);
  return { classes: await loadClasses(tenant, items), total };
}

/** The number of matching classes. Without a filter it is read from the counters alone. */
export const countClasses = async (tenant: TenantStore, search: ClassSearch): Promise<number> =>
  hasFilter(search) ? (await findEntries(tenant, search)).length : classesByStart(tenant).total();
