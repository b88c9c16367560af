// Which courses of the catalogue a filter asks for.
import type { ClassEntry } from '../../classes/class-entry.ts';
import type { CourseEntry } from '../../courses/store.ts';
import { createDayRangeFilter } from '../../days.ts';
import { createChoiceFilter, createTextFilter } from '../../search-text.ts';
import type { CourseFilter } from './contract.ts';

/** Whether a filter asks about classes, so that these must be read. */
export const needsClasses = ({ classes, instructors }: CourseFilter): boolean =>
  classes.length > 0 || instructors.length > 0;

const courseIdsOfClasses = (
  classes: readonly ClassEntry[],
  isChosen: (entry: ClassEntry) => boolean,
): ReadonlySet<string> => new Set(classes.filter(isChosen).map(({ courseId }) => courseId));

/**
 * Tells whether a course is one that the filter asks for: each of its parts must hold, and of a list of choices any.
 * Undefined when it asks for nothing.
 *
 * @param classes the tenant's classes that are not over yet, when the filter asks about classes
 * @param timeZone the tenant's, whose days createdDateRange means
 */
export function matchesCourseFilter(
  filter: CourseFilter,
  classes: readonly ClassEntry[],
  timeZone: string,
): ((entry: CourseEntry) => boolean) | undefined {
  const isFound = createTextFilter(filter.searchText);
  const isTagged = createChoiceFilter(filter.tags);
  const isSection = createChoiceFilter(filter.classes);
  const isInstructor = createChoiceFilter(filter.instructors);
  const isInRange = createDayRangeFilter(filter.createdDateRange, timeZone);
  const inSections =
    isSection && courseIdsOfClasses(classes, ({ id, sectionName }) => isSection(id, sectionName));
  const taught =
    isInstructor &&
    courseIdsOfClasses(classes, ({ instructors }) =>
      instructors.some(({ personId, name }) => isInstructor(personId, name)),
    );
  const rules = [
    isFound && (({ name, code }: CourseEntry) => isFound(name, code)),
    isTagged && (({ tags }: CourseEntry) => isTagged(...tags)),
    inSections && (({ id }: CourseEntry) => inSections.has(id)),
    taught &&
      (({ id, certifiedInstructorIds }: CourseEntry) =>
        taught.has(id) || isInstructor(...certifiedInstructorIds)),
    isInRange && (({ createdDate }: CourseEntry) => isInRange(createdDate)),
  ].filter((rule) => rule !== undefined);
  return rules.length === 0 ? undefined : (entry) => rules.every((rule) => rule(entry));
}
