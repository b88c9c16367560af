// Finding lines of the activity log: which of the lists a filter needs, and what must be looked at one by one.
import type { CountedList } from '../../../shared/data/counted-list.ts';
import type { Bounds } from '../../../shared/data/counted-rows.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { addDays } from '../../../shared/time/calendar-day.ts';
import { getStartOfDay } from '../../../shared/time/local-time.ts';
import { matchesWords } from '../bills/word-search.ts';
import { sortsAscending } from '../envelopes.ts';
import type { ActivityFilter } from './contract.ts';
import type { ActivityLine } from './line.ts';
import { activityByEntity, activityByUser, allActivity } from './store.ts';

type LineTest = (line: ActivityLine) => boolean;

const equalsIgnoreCase = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Days beyond those that any line has are as good as the first or the last of them. */
const [FIRST_DAY, LAST_DAY] = ['1890-01-01', '2210-01-01'];
const clampDay = (day: string): string => (day < FIRST_DAY ? FIRST_DAY : day > LAST_DAY ? LAST_DAY : day);
const startOfDay = (day: string, timeZone: string): string => getStartOfDay(day, timeZone).toISOString();

/** Days in the tenant's time zone, both inclusive, as bounds of the log. */
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

/** Whether a line holds the words, in the fields that are named; in any of them when none is that a line has. */
function matchesText({ text = '', searchFields = [] }: ActivityFilter): LineTest {
  const named = searchFields.flatMap((field) => searchableFields[field.toLowerCase()] ?? []);
  const fields = named.length > 0 ? named : Object.values(searchableFields);
  return (line) => matchesWords(text, fields.map((of) => of(line)).join(' '));
}

/** The narrowest list that holds every wanted line, and the tests that are left. */
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
  const left = [...tests.type, ...tests.entity, ...others];
  return userId === undefined
    ? { list: allActivity(tenant), tests: left }
    : { list: activityByUser(tenant, userId), tests: left };
}

/** Lines in another order than theirs; those that are alike stay in the order of time. */
const sortLines = (
  lines: readonly ActivityLine[],
  field: ActivityFilter['sortBy'],
): readonly ActivityLine[] =>
  field === 'timestamp'
    ? lines
    : [...lines].sort((a, b) => (a[field] < b[field] ? -1 : a[field] > b[field] ? 1 : 0));

/** The page of lines that a filter asks for, and the number of all that it finds. */
export async function findLines(
  tenant: TenantStore,
  filter: ActivityFilter,
  timeZone: string,
): Promise<{ readonly lines: readonly ActivityLine[]; readonly total: number }> {
  const { list, tests } = chooseList(tenant, filter);
  const bounds = toBounds(filter, timeZone);
  const isForward = sortsAscending(filter, false);
  const skipped = (filter.pageNumber - 1) * filter.pageSize;
  const inOrder = (lines: readonly ActivityLine[]) => (isForward ? lines : [...lines].reverse());
  if (tests.length === 0 && filter.sortBy === 'timestamp') {
    const { total, rows } = await list.range(bounds);
    const end = isForward ? Math.min(total, skipped + filter.pageSize) : total - skipped;
    const first = isForward ? skipped : Math.max(0, end - filter.pageSize);
    return { total, lines: end > first ? inOrder(await rows(first, end - first)) : [] };
  }
  const found = (await list.between(bounds)).filter((line) => tests.every((holds) => holds(line)));
  const lines = inOrder(sortLines(found, filter.sortBy)).slice(skipped, skipped + filter.pageSize);
  return { total: found.length, lines };
}
