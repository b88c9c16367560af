// Finds the classes a list is asked for: the page and the exact number of all.
import type { TenantStore } from '../../../shared/data/store.ts';
import { foldForSort } from '../../../shared/directory/fold-for-sort.ts';
import { countedPage } from '../catalogue/page.ts';
import { takePage } from '../listing.ts';
import { lastClassDay } from './class.ts';
import { type ClassEntry, classSort } from './class-entry.ts';
import { type ClassFilter, matchesClassFilter } from './class-filter.ts';
import {
  type ClassWithSeats,
  classesAndSeats,
  classesByStart,
  listClassesByCourse,
  listClassesByStart,
  type StartRange,
} from './store.ts';

/** What classes can be put in the order of. */
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

/** Which page, in which order. */
export interface ClassPageQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly sortBy: ClassSortField;
  readonly sortDirection: 'asc' | 'desc';
}

/** What classes are looked for by: the filter, the tenant's time zone, and the present moment. */
export interface ClassSearch {
  readonly filter: ClassFilter;
  readonly timeZone: string;
  readonly now: Date;
}

/** A number as a text that sorts as numbers do; none comes first. */
const toSortText = (number: number | undefined): string =>
  number === undefined ? '' : number.toFixed(2).padStart(12, '0');

/** Texts that put entries in the order of a field. */
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
  const keyed = entries.map((entry) => ({ entry, key: `${sortTexts[sortBy](entry)}#${classSort(entry)}` }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  const sorted = keyed.map(({ entry }) => entry);
  return sortDirection === 'desc' ? sorted.reverse() : sorted;
}

/** More than the hours between any two time zones. */
const maxZoneSpread = 26 * 60 * 60 * 1000;

/** The moment by which the last session of a day has begun, wherever the class is; none for days no class is on. */
function latestStart(day: string | undefined): Date | undefined {
  if (day === undefined || day > lastClassDay) return undefined;
  return new Date(Date.parse(`${day}T00:00:00Z`) + 2 * maxZoneSpread);
}

/** The stretch of beginnings outside of which no class can match, so that its entries need not be read. */
function deriveStartRange({ states = [], sessionDays, isUpcoming }: ClassFilter, now: Date): StartRange {
  const [state, ...others] = new Set(states);
  const only = others.length === 0 ? state : undefined;
  const untils = [latestStart(sessionDays?.endDate), only === 'Completed' ? now : undefined];
  const [until] = untils.filter((one) => one !== undefined).sort((a, b) => a.getTime() - b.getTime());
  return { from: isUpcoming === true || only === 'Upcoming' ? now : undefined, until };
}

const courseIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The entries among which all that a filter asks for are: of the courses whose ids it names, else of the whole list. */
async function loadCandidates(
  tenant: TenantStore,
  { filter, now }: ClassSearch,
): Promise<readonly ClassEntry[]> {
  const starting = deriveStartRange(filter, now);
  const courses = [...new Set(filter.courses?.map((id) => id.toLowerCase()))];
  if (courses.length === 0 || courses.length > 10 || !courses.every((id) => courseIdPattern.test(id)))
    return listClassesByStart(tenant, starting);
  const found = await Promise.all(courses.map((id) => listClassesByCourse(tenant, id, starting)));
  return found.flat();
}

/** The entries of the classes that a filter asks for; all when it asks for nothing. Reads about 10 entries a read unit. */
export async function findEntries(tenant: TenantStore, search: ClassSearch): Promise<readonly ClassEntry[]> {
  const isWanted = matchesClassFilter(search.filter, search.timeZone, search.now);
  const entries = await loadCandidates(tenant, search);
  return isWanted ? entries.filter(isWanted) : entries;
}

const hasFilter = ({ filter, timeZone, now }: ClassSearch): boolean =>
  matchesClassFilter(filter, timeZone, now) !== undefined;

/** A page of classes with their seats, and the number of all. */
export interface ClassPage {
  readonly held: readonly ClassWithSeats[];
  readonly total: number;
}

const loadClasses = (tenant: TenantStore, entries: readonly ClassEntry[]): Promise<ClassWithSeats[]> =>
  classesAndSeats(
    tenant,
    entries.map(({ id }) => id),
  );

/** The page of some classes that were found already. */
export const loadClassPage = async (
  tenant: TenantStore,
  found: readonly ClassEntry[],
  wanted: ClassPageQuery,
): Promise<ClassPage> => ({
  held: await loadClasses(tenant, takePage(sortEntries(found, wanted), wanted)),
  total: found.length,
});

/**
 * The page of classes a caller asks for, with their seats.
 *
 * By their beginning and without a filter its cost is that of a page, wherever it is in the list. Filters and other
 * orders read the entries of all classes that may match: about a read unit for 10 of them.
 */
export async function findClassPage(
  tenant: TenantStore,
  search: ClassSearch,
  wanted: ClassPageQuery,
): Promise<ClassPage> {
  if (wanted.sortBy !== 'startDate' || hasFilter(search))
    return loadClassPage(tenant, await findEntries(tenant, search), wanted);
  const { items, total } = await countedPage(classesByStart(tenant), wanted);
  return { held: await loadClasses(tenant, items), total };
}

/** How many classes a list has on all its pages. Without a filter it is read from the counters alone. */
export const countClasses = async (tenant: TenantStore, search: ClassSearch): Promise<number> =>
  hasFilter(search) ? (await findEntries(tenant, search)).length : classesByStart(tenant).total();
