// What narrows the catalogue of courses: the list and the count are narrowed alike.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { endIfPast } from '../../days.ts';
import type { CourseFilter } from './contract.ts';
import { notOver, recentClasses } from './current-classes.ts';
import { asksForClasses, courseWanted } from './course-filter.ts';

/** The moment and the rule that a filter asks for; classes are read only when it asks about them. */
export async function narrowing(tenant: TenantStore, filter: CourseFilter, timeZone: string, now: Date) {
  const classes = asksForClasses(filter) ? notOver(await recentClasses(tenant, now), now) : [];
  return {
    moment: filter.selectedDate === undefined ? undefined : endIfPast(filter.selectedDate, timeZone, now),
    isWanted: courseWanted(filter, classes, timeZone),
  };
}
