// Courses as the public catalogue shows them, by the names existing callers read (gap-facts.md 4.3).
import { displayName } from '../../../../shared/directory/person.ts';
import type { PersonItem } from '../../../../shared/directory/person-store.ts';
import type { ClassEntry } from '../../classes/class-entry.ts';
import type { CourseItem } from '../../courses/course.ts';
import { shownCredits } from '../../courses/references.ts';
import type { TypeLabel } from '../../settings/types/training-type.ts';

/** How many classes an entry of the list names. */
const CLASSES_SHOWN = 10;

type Types = ReadonlyMap<string, Pick<TypeLabel, 'name'>>;
type People = ReadonlyMap<string, PersonItem>;

/** A picture as callers read it. */
export const iconOf = (of: { readonly iconUrl?: string | undefined } | undefined) => ({
  iconReference: of?.iconUrl ?? null,
});

const shownClass = ({ id, sectionName, startsAt, endsAt }: ClassEntry, course: CourseItem) => ({
  id,
  name: sectionName,
  sectionName,
  parentCourse: iconOf(course),
  startsAt,
  endsAt,
});

const objectTypeOf = ({ objectTypeId = '' }: CourseItem, types: Types): string | null =>
  types.get(objectTypeId)?.name ?? null;

const tagNames = (tags: readonly string[]) => tags.map((tagName) => ({ tagName }));

/**
 * A course in the list.
 *
 * @param classes its classes that are not over yet, by start
 */
export function listedCourse(
  course: CourseItem,
  classes: readonly ClassEntry[],
  types: Types,
  people: People,
) {
  const teaching = classes.flatMap(({ instructors }) => instructors.map(({ personId }) => personId));
  return {
    id: course.id,
    courseName: course.name,
    courseIcon: course.iconUrl ?? null,
    objectType: objectTypeOf(course, types),
    creditHours: course.creditHours ?? null,
    courseInstructorsCount: new Set([...course.certifiedInstructorIds, ...teaching]).size,
    certifiedInstructors: course.certifiedInstructorIds.flatMap((id) => {
      const person = people.get(id);
      return person
        ? [{ id, fullName: displayName(person), imageThumbUrl: person.imageThumbUrl ?? null }]
        : [];
    }),
    courseClassesCount: classes.length,
    courseClasses: classes.slice(0, CLASSES_SHOWN).map((one) => shownClass(one, course)),
    courseTags: tagNames(course.tags),
  };
}

/** Where all of some classes are: at a place, online, or in both ways. */
function locationTypeOf(classes: readonly ClassEntry[]): ClassEntry['locationType'] | null {
  const kinds = new Set(classes.map(({ locationType }) => locationType));
  const [only] = kinds;
  return kinds.size > 1 ? 'onlocationandonline' : (only ?? null);
}

/** A course with everything that the catalogue tells of it. */
export const catalogueCourse = (course: CourseItem, classes: readonly ClassEntry[], types: Types) => ({
  id: course.id,
  name: course.name,
  description: course.description ?? null,
  objectType: objectTypeOf(course, types),
  creditHours: course.creditHours ?? null,
  icon: iconOf(course),
  courseTags: tagNames(course.tags),
  skills: course.skills.map((name) => ({ name })),
  secondaryUnits: shownCredits(course.credits, types).map(({ creditType, credits }) => ({
    value: `${credits} ${creditType}`.trim(),
  })),
  classes: classes.map((one) => shownClass(one, course)),
  courseLocationType: locationTypeOf(classes),
});

const taughtCourses = (courses: readonly CourseItem[]) =>
  courses.map((course) => ({ name: course.name, icon: iconOf(course) }));

/** Somebody who teaches, with what they teach and are certified to teach. */
export const shownInstructor = (
  person: PersonItem,
  teaches: readonly CourseItem[],
  mayTeach: readonly CourseItem[],
) => ({
  id: person.id,
  fullName: displayName(person),
  imageThumbUrl: person.imageThumbUrl ?? null,
  createdDate: person.createdDate,
  coursesTaught: taughtCourses(teaches),
  coursesSkilledToTeach: taughtCourses(mayTeach),
});
