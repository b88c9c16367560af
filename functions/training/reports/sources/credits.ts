// Reads credits by the shortest way: from the records of people, the lists of courses, or the list by day.
import type { Partition, Range, TenantStore } from '../../../../shared/data/store.ts';
import { daysBetween } from '../../../../shared/time/calendar-day.ts';
import {
  type CreditItem,
  type CreditPointer,
  creditKey,
  creditsByCourse,
  creditsByDay,
  recordSortPrefixes,
  trainingRecord,
} from '../../records/training-record/training-record.ts';
import { isEmptyPeriod, isWithin, type Period } from '../definition/period.ts';
import type { Batch, ReadPosition, ReportScope } from '../definition/report.ts';
import { readPages } from './pages.ts';

/** The filter of credits: people, courses, and a period; all by default. */
export interface CreditFilter {
  readonly personIds?: readonly string[] | null | undefined;
  readonly courseIds?: readonly string[] | null | undefined;
  readonly period?: Period | undefined;
}

/** How many people, courses or days must be read; progress is counted in these. */
export interface CreditScope extends Pick<ReportScope, 'size'> {
  readonly firstDay?: string | undefined;
}

/** How many pointers are read at once, and then their credits by key. */
const pointersPerBatch = 400;

/** The range of sort keys of a period; a tilde sorts after every id. */
const toSortRange = (period: Period | undefined): Range => ({
  ...(period?.from !== undefined && { from: period.from }),
  ...(period?.to !== undefined && { to: `${period.to}#~` }),
});

const loadCredits = async (
  tenant: TenantStore,
  pointers: readonly CreditPointer[],
): Promise<CreditItem[]> => {
  const found = await tenant.getMany(
    pointers.map(({ personId, creditId }) => creditKey(tenant, personId, creditId)),
  );
  return found.filter((credit) => credit !== undefined);
};

/** The day of the first or last credit of a range. Two short reads. */
async function findEndDay(tenant: TenantStore, range: Range, backward: boolean): Promise<string | undefined> {
  const { items } = await tenant.query(creditsByDay(tenant), { ...range, limit: 1, backward });
  const [credit] = await loadCredits(tenant, items);
  return credit?.earnedDate;
}

/** The lists to read, with their ranges, when the filter names people or courses. */
function selectLists(
  tenant: TenantStore,
  { personIds, courseIds, period }: CreditFilter,
): readonly { readonly partition: Partition<CreditItem>; readonly range: Range }[] | undefined {
  if (personIds && personIds.length > 0)
    return personIds.map((id) => ({
      partition: trainingRecord<CreditItem>(tenant, id),
      range: { beginsWith: recordSortPrefixes.credit },
    }));
  if (courseIds && courseIds.length > 0)
    return courseIds.map((id) => ({ partition: creditsByCourse(tenant, id), range: toSortRange(period) }));
  return undefined;
}

/** Loads how much must be read. No read when the filter names people or courses, else four short ones. */
export async function loadCreditScope(tenant: TenantStore, filter: CreditFilter): Promise<CreditScope> {
  const lists = selectLists(tenant, filter);
  if (lists) return { size: lists.length };
  if (isEmptyPeriod(filter.period)) return { size: 1 };
  const range = toSortRange(filter.period);
  const [firstDay, lastDay] = await Promise.all([
    findEndDay(tenant, range, false),
    findEndDay(tenant, range, true),
  ]);
  if (firstDay === undefined || lastDay === undefined) return { size: 1 };
  return { size: daysBetween(firstDay, lastDay) + 1, firstDay };
}

/** Where reading of several lists continues. */
interface ListPosition {
  readonly at: number;
  readonly after?: string | undefined;
}

/** Reads the credits that match, in batches, with the progress. */
export async function* readCredits(
  tenant: TenantStore,
  filter: CreditFilter,
  { size, firstDay }: CreditScope,
  asOf: Date,
  from: ReadPosition,
): AsyncGenerator<Batch<CreditItem>> {
  const { period } = filter;
  // Existing callers send such periods; a query with an empty range would fail.
  if (isEmptyPeriod(period)) return;
  const moment = asOf.toISOString();
  const [people, courses] = [filter.personIds, filter.courseIds].map((ids) => new Set(ids));
  const isWanted = (credit: CreditItem): boolean =>
    credit.voidedDate === undefined &&
    credit.createdDate <= moment &&
    isWithin(credit.earnedDate, period) &&
    (!courses?.size || courses.has(credit.courseId ?? '')) &&
    (!people?.size || people.has(credit.personId));

  const lists = selectLists(tenant, filter);
  if (lists) {
    const place: ListPosition = from.next === undefined ? { at: 0 } : JSON.parse(from.next);
    for (const [index, { partition, range }] of lists.entries()) {
      if (index < place.at) continue;
      const after = index === place.at ? place.after : undefined;
      for await (const { items, next } of readPages(tenant, partition, range, after)) {
        const goOn: ListPosition = next === undefined ? { at: index + 1 } : { at: index, after: next };
        yield { rows: items.filter(isWanted), done: goOn.at, next: JSON.stringify(goOn) };
      }
    }
    return;
  }
  const range = { ...toSortRange(period), limit: pointersPerBatch };
  for await (const { items, next } of readPages(tenant, creditsByDay(tenant), range, from.next)) {
    const credits = await loadCredits(tenant, items);
    const day = credits.at(-1)?.earnedDate;
    const done = next === undefined || day === undefined ? size : daysBetween(firstDay ?? day, day);
    yield { rows: credits.filter(isWanted), done, next: next ?? '' };
  }
}
