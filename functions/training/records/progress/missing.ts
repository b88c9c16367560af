// What is missing for an award or a renewal: by name, in numbers, and as text.
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import type { CreditRequirement, Requirements } from './requirements.ts';

/** The current names of courses and credit types by id. */
export interface Names {
  readonly courses: ReadonlyMap<string, string>;
  readonly creditTypes: ReadonlyMap<string, string>;
}

const listFormat = new Intl.ListFormat('en');

/** The name of a course; its id when it no longer exists. */
export const courseName = ({ courses }: Names, id: string): string => courses.get(id) ?? id;
/** The name of a credit type; its id when it no longer exists. */
export const creditTypeName = ({ creditTypes }: Names, id: string): string => creditTypes.get(id) ?? id;

/** Required courses that are not completed. */
export const missingCourses = ({ courses }: Requirements): string[] =>
  courses
    .filter(({ isElective, completedDate }) => !isElective && completedDate === undefined)
    .map(({ courseId }) => courseId);

/** Electives to choose from, when some are still needed. */
export const remainingElectives = ({ courses, electivesMissing }: Requirements): string[] =>
  electivesMissing === 0
    ? []
    : courses
        .filter(({ isElective, completedDate }) => isElective && completedDate === undefined)
        .map(({ courseId }) => courseId);

/** "4 more General credits and 1.5 more Ethics credits"; empty when none are missing. */
export const describeMissingCredits = (credits: readonly CreditRequirement[], names: Names): string =>
  listFormat.format(
    credits
      .filter(({ missing }) => missing > 0)
      .map(
        ({ creditTypeId, missing }) =>
          `${missing} more ${creditTypeName(names, creditTypeId)} ${missing === 1 ? 'credit' : 'credits'}`,
      ),
  );

/** One problem for each missing requirement, with its name. */
export function validateRequirements(requirements: Requirements, names: Names): ErrorDetail[] {
  const { electivesMissing, credits } = requirements;
  const electives = remainingElectives(requirements).map((id) => courseName(names, id));
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
            message: `${electivesMissing} more ${electivesMissing === 1 ? 'elective is' : 'electives are'} needed, out of ${listFormat.format(electives)}.`,
            target: 'requirements.electives',
          } satisfies ErrorDetail,
        ]),
    ...validateCredits(credits, names),
  ];
}

/** One problem for each credit type with missing credits. */
export const validateCredits = (credits: readonly CreditRequirement[], names: Names): ErrorDetail[] =>
  credits
    .filter(({ missing }) => missing > 0)
    .map(({ creditTypeId, needed, earned, missing }) => ({
      code: 'NOT_ALLOWED',
      message: `${missing} more ${creditTypeName(names, creditTypeId)} ${missing === 1 ? 'credit is' : 'credits are'} needed: ${earned} of ${needed} were earned.`,
      target: 'requirements.credits',
    }));

/** What is missing as a phrase; empty when nothing is missing. */
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
