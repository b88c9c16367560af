// The filter of a catalogue request for courses; the list and the count use the same one.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { endOfPastDay } from '../../time/days.ts';
import type { CourseFilter } from './contract.ts';
import { matchesCourseFilter, needsClasses } from './course-filter.ts';
import { currentClasses, listRecentClasses } from './current-classes.ts';

/** Loads what the filter needs: classes are read only when it filters by class or instructor. */
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
