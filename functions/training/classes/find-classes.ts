// Finds the classes a list is asked for: the page and the exact number of all.
import type { TenantStore } from '../../../shared/data/store.ts';
import { foldForSort } from '../../../shared/directory/fold-for-sort.ts';
import { countedPage } from '../catalogue/page.ts';
import { pageFrom } from '../listing.ts';
import { lastClassDay } from './class.ts';
import { type ClassFilter, classWanted } from './class-filter.ts';
import { type ClassEntry, classSort } from './class-entry.ts';
import {
  type ClassWithSeats,
  classesAndSeats,
  classesByStart,
  classesOfCourse,
  classesStarting,
  type Starting,
} from './store.ts';

/** What classes can be put in the order of. */
export const classOrders = [
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
type ClassOrder = (typeof classOrders)[number];

/** Which page, in which order. */
export interface ClassPageQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly sortBy: ClassOrder;
  readonly sortDirection: 'asc' | 'desc';
}

/** What classes are looked for by: the filter, the tenant's time zone, and the present moment. */
export interface ClassSearch {
  readonly filter: ClassFilter;
  readonly timeZone: string;
  readonly now: Date;
}

/** A number as a text that sorts as numbers do; none comes first. */
const asText = (number: number | undefined): string =>
  number === undefined ? '' : number.toFixed(2).padStart(12, '0');

/** Texts that put entries in the order of a field. */
const orders: Readonly<Record<ClassOrder, (entry: ClassEntry) => string>> = {
  startDate: () => '',
  endDate: ({ endsAt }) => endsAt,
  sectionName: ({ sectionName }) => foldForSort(sectionName),
  courseName: ({ courseName }) => foldForSort(courseName),
  creditHours: ({ creditHours }) => asText(creditHours),
  createdDate: ({ createdDate }) => createdDate,
  modifiedDate: ({ modifiedDate }) => modifiedDate,
  createdOn: ({ createdDate }) => createdDate,
  modifiedOn: ({ modifiedDate }) => modifiedDate,
  classDuration: ({ days }) => asText(days.length),
  classInstructorsCount: ({ instructors }) => asText(instructors.length),
  locationType: ({ locationType }) => locationType,
  id: ({ id }) => id,
};

function inOrder(entries: readonly ClassEntry[], { sortBy, sortDirection }: ClassPageQuery): ClassEntry[] {
  const keyed = entries.map((entry) => ({ entry, key: `${orders[sortBy](entry)}#${classSort(entry)}` }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  const sorted = keyed.map(({ entry }) => entry);
  return sortDirection === 'desc' ? sorted.reverse() : sorted;
}

/** More than the hours between any two time zones. */
const aDay = 26 * 60 * 60 * 1000;

/** The moment by which the last session of a day has begun, wherever the class is; none for days no class is on. */
function lastBeginning(day: string | undefined): Date | undefined {
  if (day === undefined || day > lastClassDay) return undefined;
  return new Date(Date.parse(`${day}T00:00:00Z`) + 2 * aDay);
}

/** The stretch of beginnings outside of which no class can match, so that its entries need not be read. */
function startingOf({ states = [], sessionDays, isUpcoming }: ClassFilter, now: Date): Starting {
  const [state, ...others] = new Set(states);
  const only = others.length === 0 ? state : undefined;
  const untils = [lastBeginning(sessionDays?.endDate), only === 'Completed' ? now : undefined];
  const [until] = untils.filter((one) => one !== undefined).sort((a, b) => a.getTime() - b.getTime());
  return { from: isUpcoming === true || only === 'Upcoming' ? now : undefined, until };
}

const courseId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The entries among which all that a filter asks for are: of the courses whose ids it names, else of the whole list. */
async function candidates(tenant: TenantStore, { filter, now }: ClassSearch): Promise<readonly ClassEntry[]> {
  const starting = startingOf(filter, now);
  const courses = [...new Set(filter.courses?.map((id) => id.toLowerCase()))];
  if (courses.length === 0 || courses.length > 10 || !courses.every((id) => courseId.test(id)))
    return classesStarting(tenant, starting);
  const found = await Promise.all(courses.map((id) => classesOfCourse(tenant, id, starting)));
  return found.flat();
}

/** The entries of the classes that a filter asks for; all when it asks for nothing. Reads about 10 entries a read unit. */
export async function entriesFound(tenant: TenantStore, search: ClassSearch): Promise<readonly ClassEntry[]> {
  const isWanted = classWanted(search.filter, search.timeZone, search.now);
  const entries = await candidates(tenant, search);
  return isWanted ? entries.filter(isWanted) : entries;
}

const isNarrow = ({ filter, timeZone, now }: ClassSearch): boolean =>
  classWanted(filter, timeZone, now) !== undefined;

/** A page of classes with their seats, and the number of all. */
export interface ClassPage {
  readonly held: readonly ClassWithSeats[];
  readonly total: number;
}

const heldBy = (tenant: TenantStore, entries: readonly ClassEntry[]): Promise<ClassWithSeats[]> =>
  classesAndSeats(
    tenant,
    entries.map(({ id }) => id),
  );

/** The page of some classes that were found already. */
export const pageAmong = async (
  tenant: TenantStore,
  found: readonly ClassEntry[],
  wanted: ClassPageQuery,
): Promise<ClassPage> => ({
  held: await heldBy(tenant, pageFrom(inOrder(found, wanted), wanted)),
  total: found.length,
});

/**
 * The page of classes a caller asks for, with their seats.
 *
 * By their beginning and without a filter its cost is that of a page, wherever it is in the list. Filters and other
 * orders read the entries of all classes that may match: about a read unit for 10 of them.
 */
export async function pageOfClasses(
  tenant: TenantStore,
  search: ClassSearch,
  wanted: ClassPageQuery,
): Promise<ClassPage> {
  if (wanted.sortBy !== 'startDate' || isNarrow(search))
    return pageAmong(tenant, await entriesFound(tenant, search), wanted);
  const { items, total } = await countedPage(classesByStart(tenant), wanted);
  return { held: await heldBy(tenant, items), total };
}

/** How many classes a list has on all its pages. Without a filter it is read from the counters alone. */
export const countOfClasses = async (tenant: TenantStore, search: ClassSearch): Promise<number> =>
  isNarrow(search) ? (await entriesFound(tenant, search)).length : classesByStart(tenant).total();
