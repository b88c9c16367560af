// The filter of the public catalogue of courses.
import type { ClassEntry } from '../../classes/record/class-entry.ts';
import type { CourseEntry } from '../../courses/store.ts';
import { createChoiceFilter, createTextFilter } from '../../listing/search-text.ts';
import { createDayRangeFilter } from '../../time/days.ts';
import type { CourseFilter } from './contract.ts';

/** Whether a filter refers to classes, so that they must be read. */
export const needsClasses = ({ classes, instructors }: CourseFilter): boolean =>
  classes.length > 0 || instructors.length > 0;

const courseIdsOfClasses = (
  classes: readonly ClassEntry[],
  isChosen: (entry: ClassEntry) => boolean,
): ReadonlySet<string> => new Set(classes.filter(isChosen).map(({ courseId }) => courseId));

/**
 * A predicate that is true for courses that match every part of the filter; of a list of choices, one must match.
 * Undefined when the filter is empty.
 *
 * @param classes the tenant's current classes, when the filter refers to classes
 * @param timeZone the tenant's; createdDateRange has days of it
 */
export function matchesCourseFilter(
  filter: CourseFilter,
  classes: readonly ClassEntry[],
  timeZone: string,
): ((entry: CourseEntry) => boolean) | undefined {
  const matchesText = createTextFilter(filter.searchText);
  const matchesTag = createChoiceFilter(filter.tags);
  const matchesClass = createChoiceFilter(filter.classes);
  const matchesInstructor = createChoiceFilter(filter.instructors);
  const isInRange = createDayRangeFilter(filter.createdDateRange, timeZone);
  const classCourseIds =
    matchesClass && courseIdsOfClasses(classes, ({ id, sectionName }) => matchesClass(id, sectionName));
  const taughtIds =
    matchesInstructor &&
    courseIdsOfClasses(classes, ({ instructors }) =>
      instructors.some(({ personId, name }) => matchesInstructor(personId, name)),
    );
  const rules = [
    matchesText && (({ name, code }: CourseEntry) => matchesText(name, code)),
    matchesTag && (({ tags }: CourseEntry) => matchesTag(...tags)),
    classCourseIds && (({ id }: CourseEntry) => classCourseIds.has(id)),
    taughtIds &&
      (({ id, certifiedInstructorIds }: CourseEntry) =>
        taughtIds.has(id) || matchesInstructor(...certifiedInstructorIds)),
    isInRange && (({ createdDate }: CourseEntry) => isInRange(createdDate)),
  ].filter((rule) => rule !== undefined);
  return rules.length === 0 ? undefined : (entry) => rules.every((rule) => rule(entry));
}
