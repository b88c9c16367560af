// Presents courses of the public catalogue, with the field names that existing callers read
// (docs/interface/training.md#catalogue-of-courses).

import { displayName } from '../../../../shared/directory/people/person.ts';
import type { PresentPicture } from '../../../../shared/directory/people/person-photo.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import type { ClassEntry } from '../../classes/record/class-entry.ts';
import type { CourseItem } from '../../courses/course.ts';
import { presentCourseCredits } from '../../settings/types/credit-amounts.ts';
import type { TypeLabel } from '../../settings/types/training-type.ts';

/** The most classes that a course in the list has. */
const MAX_CLASSES = 10;

type TypeLabels = ReadonlyMap<string, Pick<TypeLabel, 'name'>>;
type PeopleById = ReadonlyMap<string, PersonItem>;

/** An icon in the form that callers read. */
export const presentIcon = (record: { readonly iconUrl?: string | undefined } | undefined) => ({
  iconReference: record?.iconUrl ?? null,
});

const presentClass = ({ id, sectionName, startsAt, endsAt }: ClassEntry, course: CourseItem) => ({
  id,
  name: sectionName,
  sectionName,
  parentCourse: presentIcon(course),
  startsAt,
  endsAt,
});

const objectTypeName = ({ objectTypeId = '' }: CourseItem, types: TypeLabels): string | null =>
  types.get(objectTypeId)?.name ?? null;

const presentTags = (tags: readonly string[]) => tags.map((tagName) => ({ tagName }));

/**
 * A course in the catalogue list.
 *
 * @param classes its current classes, by start
 */
export function presentCatalogueCourse(
  course: CourseItem,
  classes: readonly ClassEntry[],
  types: TypeLabels,
  people: PeopleById,
  presentPicture: PresentPicture,
) {
  const teaching = classes.flatMap(({ instructors }) => instructors.map(({ personId }) => personId));
  return {
    id: course.id,
    courseName: course.name,
    courseIcon: course.iconUrl ?? null,
    objectType: objectTypeName(course, types),
    creditHours: course.creditHours ?? null,
    courseInstructorsCount: new Set([...course.certifiedInstructorIds, ...teaching]).size,
    certifiedInstructors: course.certifiedInstructorIds.flatMap((id) => {
      const person = people.get(id);
      return person ? [{ id, fullName: displayName(person), imageThumbUrl: presentPicture(person) }] : [];
    }),
    courseClassesCount: classes.length,
    courseClasses: classes.slice(0, MAX_CLASSES).map((classItem) => presentClass(classItem, course)),
    courseTags: presentTags(course.tags),
  };
}

/** The location type of all classes together: on location, online, or both. */
function combineLocationTypes(classes: readonly ClassEntry[]): ClassEntry['locationType'] | null {
  const kinds = new Set(classes.map(({ locationType }) => locationType));
  const [only] = kinds;
  return kinds.size > 1 ? 'onlocationandonline' : (only ?? null);
}

/** A course of the catalogue with all its details. */
export const presentCatalogueCourseDetail = (
  course: CourseItem,
  classes: readonly ClassEntry[],
  types: TypeLabels,
) => ({
  id: course.id,
  name: course.name,
  description: course.description ?? null,
  objectType: objectTypeName(course, types),
  creditHours: course.creditHours ?? null,
  icon: presentIcon(course),
  courseTags: presentTags(course.tags),
  skills: course.skills.map((name) => ({ name })),
  secondaryUnits: presentCourseCredits(course.credits, types).map(({ creditType, credits }) => ({
    value: `${credits} ${creditType}`.trim(),
  })),
  classes: classes.map((classItem) => presentClass(classItem, course)),
  courseLocationType: combineLocationTypes(classes),
});

const presentTaughtCourses = (courses: readonly CourseItem[]) =>
  courses.map((course) => ({ name: course.name, icon: presentIcon(course) }));

/** An instructor with the courses they teach and those they are certified to teach. */
export const presentInstructor = (
  person: PersonItem,
  teaches: readonly CourseItem[],
  mayTeach: readonly CourseItem[],
  presentPicture: PresentPicture,
) => ({
  id: person.id,
  fullName: displayName(person),
  imageThumbUrl: presentPicture(person),
  createdDate: person.createdDate,
  coursesTaught: presentTaughtCourses(teaches),
  coursesSkilledToTeach: presentTaughtCourses(mayTeach),
});
