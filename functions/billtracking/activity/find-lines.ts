// Finds lines of the activity log: chooses the list that a filter needs, and tests its lines for the rest of the
// filter.

import type { TenantStore } from '../../../shared/data/store.ts';
import type { CountedList } from '../../../shared/lists/counted-list.ts';
import type { Bounds } from '../../../shared/lists/counted-rows.ts';
import { sortsAscending } from '../../../shared/lists/query.ts';
import { compareTexts } from '../../../shared/lists/sort.ts';
import { addDays } from '../../../shared/time/calendar-day.ts';
import { getStartOfDay } from '../../../shared/time/local-time.ts';
import { matchesWords } from '../word-search.ts';
import type { ActivityFilter } from './contract.ts';
import type { ActivityLine } from './line.ts';
import { activityByEntity, activityByUser, allActivity } from './store.ts';

type LineTest = (line: ActivityLine) => boolean;

const equalsIgnoreCase = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** No line is before the first or after the last day; days outside are clamped to them. */
const [FIRST_DAY, LAST_DAY] = ['1890-01-01', '2210-01-01'];
const clampDay = (day: string): string => (day < FIRST_DAY ? FIRST_DAY : day > LAST_DAY ? LAST_DAY : day);
const startOfDay = (day: string, timeZone: string): string => getStartOfDay(day, timeZone).toISOString();

/** The bounds of the log for days in the tenant's time zone, both inclusive. */
const toBounds = (
  { startDate, endDate }: Pick<ActivityFilter, 'startDate' | 'endDate'>,
  timeZone: string,
): Bounds => ({
  from: startDate && startOfDay(clampDay(startDate), timeZone),
  before: endDate && startOfDay(addDays(clampDay(endDate)), timeZone),
});

const searchableFields: Readonly<Record<string, (line: ActivityLine) => string>> = {
  userid: ({ userId }) => userId,
  action: ({ action }) => action.replaceAll('_', ' '),
  entitytype: ({ entityType }) => entityType,
  entityid: ({ entityId }) => entityId,
  metadata: ({ metadata = '' }) => metadata,
};

/**
 * Tests whether a line has the words of the filter in the named fields; in any field when none of the names is known.
 */
function matchesText({ text = '', searchFields = [] }: ActivityFilter): LineTest {
  const known = searchFields.flatMap((field) => searchableFields[field.toLowerCase()] ?? []);
  const fields = known.length > 0 ? known : Object.values(searchableFields);
  return (line) => matchesWords(text, fields.map((getText) => getText(line)).join(' '));
}

/** The narrowest list that has every matching line, and the tests that its lines still need. */
function chooseList(
  tenant: TenantStore,
  filter: ActivityFilter,
): { readonly list: CountedList<ActivityLine>; readonly tests: readonly LineTest[] } {
  const { userId, action, entityType, entityId, text } = filter;
  const tests = {
    user: userId === undefined ? [] : [(line: ActivityLine) => line.userId === userId],
    type:
      entityType === undefined ? [] : [(line: ActivityLine) => equalsIgnoreCase(line.entityType, entityType)],
    entity: entityId === undefined ? [] : [(line: ActivityLine) => line.entityId === entityId],
  };
  const others: readonly LineTest[] = [
    ...(action === undefined ? [] : [(line: ActivityLine) => equalsIgnoreCase(line.action, action)]),
    ...(text === undefined ? [] : [matchesText(filter)]),
  ];
  if (entityType !== undefined && entityId !== undefined)
    return { list: activityByEntity(tenant, entityType, entityId), tests: [...tests.user, ...others] };
  const remaining = [...tests.type, ...tests.entity, ...others];
  return userId === undefined
    ? { list: allActivity(tenant), tests: remaining }
    : { list: activityByUser(tenant, userId), tests: remaining };
}

/** Sorts lines by a field; equal ones stay in the order of time. */
const sortLines = (
  lines: readonly ActivityLine[],
  field: ActivityFilter['sortBy'],
): readonly ActivityLine[] =>
  field === 'timestamp' ? lines : lines.toSorted((a, b) => compareTexts(a[field], b[field]));

/** The page of lines that a request selects, and the number of all matching lines. */
export async function findLines(
  tenant: TenantStore,
  filter: ActivityFilter,
  timeZone: string,
): Promise<{ readonly lines: readonly ActivityLine[]; readonly total: number }> {
  const { list, tests } = chooseList(tenant, filter);
  const bounds = toBounds(filter, timeZone);
  const isForward = sortsAscending(filter, false);
  const skipped = (filter.pageNumber - 1) * filter.pageSize;
  const orient = (lines: readonly ActivityLine[]) => (isForward ? lines : [...lines].reverse());
  if (tests.length === 0 && filter.sortBy === 'timestamp') {
    const { total, rows } = await list.range(bounds);
    const end = isForward ? Math.min(total, skipped + filter.pageSize) : total - skipped;
    const first = isForward ? skipped : Math.max(0, end - filter.pageSize);
    return { total, lines: end > first ? orient(await rows(first, end - first)) : [] };
  }
  const found = (await list.between(bounds)).filter((line) => tests.every((test) => test(line)));
  const lines = orient(sortLines(found, filter.sortBy)).slice(skipped, skipped + filter.pageSize);
  return { total: found.length, lines };
}
