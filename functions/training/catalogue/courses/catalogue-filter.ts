// What narrows the catalogue of courses: the list and the count are narrowed alike.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { endOfPastDay } from '../../days.ts';
import type { CourseFilter } from './contract.ts';
import { matchesCourseFilter, needsClasses } from './course-filter.ts';
import { currentClasses, listRecentClasses } from './current-classes.ts';

/** The moment and the rule that a filter asks for; classes are read only when it asks about them. */
export async function loadCatalogueFilter(
  tenant: TenantStore,
  filter: CourseFilter,
  timeZone: string,
  now: Date,
) {
  const classes = needsClasses(filter) ? currentClasses(await listRecentClasses(tenant, now), now) : [];
  return {
    moment: filter.selectedDate === undefined ? undefined : endOfPastDay(filter.selectedDate, timeZone, now),
    matches: matchesCourseFilter(filter, classes, timeZone),
  };
}
