// What is missing for an award or a renewal: by name, in numbers, and in words.
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import type { CreditRequirement, Requirements } from './requirements.ts';

/** What courses and credit types are called now, by id. */
export interface Names {
  readonly courses: ReadonlyMap<string, string>;
  readonly creditTypes: ReadonlyMap<string, string>;
}

const listFormat = new Intl.ListFormat('en');

/** What a course is called; its id where it is gone. */
export const courseName = ({ courses }: Names, id: string): string => courses.get(id) ?? id;
/** What a type of credit is called; its id where it is gone. */
export const creditTypeName = ({ creditTypes }: Names, id: string): string => creditTypes.get(id) ?? id;

/** Courses that everybody takes and that are not completed. */
export const missingCourses = ({ courses }: Requirements): string[] =>
  courses
    .filter(({ isElective, completedDate }) => !isElective && completedDate === undefined)
    .map(({ courseId }) => courseId);

/** Electives that are left to choose from, when some are still needed. */
export const remainingElectives = ({ courses, electivesMissing }: Requirements): string[] =>
  electivesMissing === 0
    ? []
    : courses
        .filter(({ isElective, completedDate }) => isElective && completedDate === undefined)
        .map(({ courseId }) => courseId);

/** "4 more General credits and 1.5 more Ethics credits"; empty when none is missing. */
export const describeMissingCredits = (credits: readonly CreditRequirement[], names: Names): string =>
  listFormat.format(
    credits
      .filter(({ missing }) => missing > 0)
      .map(
        ({ creditTypeId, missing }) =>
          `${missing} more ${creditTypeName(names, creditTypeId)} ${missing === 1 ? 'credit' : 'credits'}`,
      ),
  );

/** One fault for each thing that is missing, in words that name it. */
export function validateRequirements(requirements: Requirements, names: Names): ErrorDetail[] {
  const { electivesMissing, credits } = requirements;
  const left = remainingElectives(requirements).map((id) => courseName(names, id));
  return [
    ...missingCourses(requirements).map(
      (id): ErrorDetail => ({
        code: 'NOT_ALLOWED',
        message: `The course ${courseName(names, id)} is not completed.`,
        target: 'requirements.courses',
      }),
    ),
    ...(electivesMissing === 0
      ? []
      : [
          {
            code: 'NOT_ALLOWED',
            message: `${electivesMissing} more ${electivesMissing === 1 ? 'elective is' : 'electives are'} needed, out of ${listFormat.format(left)}.`,
            target: 'requirements.electives',
          } satisfies ErrorDetail,
        ]),
    ...validateCredits(credits, names),
  ];
}

/** One fault for each type of credit of which some are missing. */
export const validateCredits = (credits: readonly CreditRequirement[], names: Names): ErrorDetail[] =>
  credits
    .filter(({ missing }) => missing > 0)
    .map(({ creditTypeId, needed, earned, missing }) => ({
      code: 'NOT_ALLOWED',
      message: `${missing} more ${creditTypeName(names, creditTypeId)} ${missing === 1 ? 'credit is' : 'credits are'} needed: ${earned} of ${needed} are there.`,
      target: 'requirements.credits',
    }));

/** What is missing as one sentence without its full stop; empty when nothing is. */
export function describeMissing(requirements: Requirements, names: Names): string {
  const { electivesMissing, credits } = requirements;
  const courses = missingCourses(requirements).map((id) => courseName(names, id));
  const more = describeMissingCredits(credits, names);
  return listFormat.format([
    ...(courses.length === 0
      ? []
      : [`the ${courses.length === 1 ? 'course' : 'courses'} ${listFormat.format(courses)}`]),
    ...(electivesMissing === 0
      ? []
      : [`${electivesMissing} more ${electivesMissing === 1 ? 'elective' : 'electives'}`]),
    ...(more === '' ? [] : [more]),
  ]);
}
