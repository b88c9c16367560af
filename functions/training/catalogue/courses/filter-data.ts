// What the filters of the catalogue of courses can be set to, on a day.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { toLocalDate } from '../../../../shared/directory/local-date.ts';
import { getEndOfDay } from '../../../../shared/time/local-time.ts';
import type { ClassEntry } from '../../classes/class-entry.ts';
import { currentClasses, listRecentClasses } from './current-classes.ts';

/** What a request for filter data carries. */
interface FilterDataRequest {
  readonly tenant: TenantStore;
  readonly params: { readonly date: string };
  readonly settings: { readonly timeZone: string };
  readonly now: Date;
}

/** The classes that are not over yet and existed on the day. */
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

/** Texts in the order of their language, each once. */
export const sortDistinct = (words: readonly string[]): string[] =>
  [...new Set(words)].sort((a, b) => a.localeCompare(b, 'en'));

/** Records by a text, then by their ids. */
export const sortByText = <T extends { readonly id: string }>(
  records: readonly T[],
  text: (one: T) => string,
): T[] => [...records].sort((a, b) => text(a).localeCompare(text(b), 'en') || (a.id < b.id ? -1 : 1));

/** The first and the last day of some stretches of time; null when there are none. */
export function computeDayExtent(
  stretches: readonly { readonly startsAt: string; readonly endsAt: string }[],
  timeZone: string,
) {
  const starts = stretches.map(({ startsAt }) => startsAt).sort();
  const ends = stretches.map(({ endsAt }) => endsAt).sort();
  const dayOf = (instant: string | undefined) =>
    instant === undefined ? null : toLocalDate(timeZone, new Date(instant));
  return { minStartDate: dayOf(starts[0]), maxEndDate: dayOf(ends.at(-1)) };
}
