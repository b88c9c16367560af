// The values that the filters of the course catalogue offer on a day.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { getEndOfDay } from '../../../../shared/time/local-time.ts';
import type { ClassEntry } from '../../classes/record/class-entry.ts';
import { currentClasses, listRecentClasses } from './current-classes.ts';

/** The parts of a filter data request that the rules need. */
interface FilterDataRequest {
  readonly tenant: TenantStore;
  readonly params: { readonly date: string };
  readonly settings: { readonly timeZone: string };
  readonly now: Date;
}

/** The current classes that existed at the end of the day. */
export async function listClassesOnDay({
  tenant,
  params,
  settings,
  now,
}: FilterDataRequest): Promise<ClassEntry[]> {
  const moment = getEndOfDay(params.date, settings.timeZone);
  const classes = currentClasses(await listRecentClasses(tenant, now), now);
  return classes.filter(({ createdDate }) => new Date(createdDate) <= moment);
}

/** Texts in alphabetical order, each once. */
export const sortDistinct = (words: readonly string[]): string[] =>
  [...new Set(words)].sort((a, b) => a.localeCompare(b, 'en'));

/** Records sorted by a text, then by id. */
export const sortByText = <T extends { readonly id: string }>(
  records: readonly T[],
  text: (item: T) => string,
): T[] => [...records].sort((a, b) => text(a).localeCompare(text(b), 'en') || (a.id < b.id ? -1 : 1));

/** The first and the last day of some time ranges; null when there are none. */
export function computeDayExtent(
  ranges: readonly { readonly startsAt: string; readonly endsAt: string }[],
  timeZone: string,
) {
  const starts = ranges.map(({ startsAt }) => startsAt).sort();
  const ends = ranges.map(({ endsAt }) => endsAt).sort();
  const toDay = (instant: string | undefined) =>
    instant === undefined ? null : toLocalDate(timeZone, new Date(instant));
  return { minStartDate: toDay(starts[0]), maxEndDate: toDay(ends.at(-1)) };
}
