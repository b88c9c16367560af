// What is missing for an award or a renewal: by name, in numbers, and as text.
import type { ErrorDetail } from '../../../../../shared/errors/failure.ts';
import type { CreditRulesResult } from './credit-rules.ts';
import { describeCreditRules, describeMissingRules } from './describe-credit-rules.ts';
import { courseName, creditTypeName, type Names } from './requirement-names.ts';
import type {
  CourseRequirement,
  CreditRequirement,
  RenewalRequirements,
  Requirements,
} from './requirements.ts';

const listFormat = new Intl.ListFormat('en');

/** Required courses that are not completed. */
export const missingCourses = ({ courses }: Pick<Requirements, 'courses'>): string[] =>
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

const validateCourses = (courses: readonly CourseRequirement[], names: Names): ErrorDetail[] =>
  missingCourses({ courses }).map((id) => ({
    code: 'NOT_ALLOWED',
    message: `The course ${courseName(names, id)} is not completed.`,
    target: 'requirements.courses',
  }));

/** One problem for each credit rule that is not met; that of the total says too why credits do not count. */
function validateCreditRules(result: CreditRulesResult | undefined, names: Names): ErrorDetail[] {
  const rules = result ? describeCreditRules(result, names) : [];
  const reasons = rules.filter(
    ({ rule, notCounted = 0 }) => notCounted > 0 && (rule === 'Maximum' || rule === 'Rounding'),
  );
  return rules
    .filter(({ missing }) => missing > 0)
    .map((rule) => ({
      code: 'NOT_ALLOWED',
      message: [rule, ...(rule.rule === 'Total' ? reasons : [])].map(({ sentence }) => sentence).join(' '),
      target: 'requirements.creditRules',
    }));
}

/** One problem for each missing requirement, with its name. */
export function validateRequirements(requirements: Requirements, names: Names): ErrorDetail[] {
  const { electivesMissing, credits } = requirements;
  const electives = remainingElectives(requirements).map((id) => courseName(names, id));
  return [
    ...validateCourses(requirements.courses, names),
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
    ...validateCreditRules(requirements.creditRules, names),
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

/** One problem for each thing that a renewal lacks. */
export const validateRenewal = (
  { courses, credits, creditRules }: RenewalRequirements,
  names: Names,
): ErrorDetail[] => [
  ...validateCourses(courses, names),
  ...validateCredits(credits, names),
  ...validateCreditRules(creditRules, names),
];

/** "the course Ethics in Office"; nothing when all are completed. */
export const describeMissingCourses = (courses: readonly CourseRequirement[], names: Names): string[] => {
  const missing = missingCourses({ courses }).map((id) => courseName(names, id));
  return missing.length === 0
    ? []
    : [`the ${missing.length === 1 ? 'course' : 'courses'} ${listFormat.format(missing)}`];
};

/** What is missing of credits, by type and by the credit rules; empty when nothing is. */
const describeAllMissingCredits = (
  { credits, creditRules }: Pick<RenewalRequirements, 'credits' | 'creditRules'>,
  names: Names,
): string[] => {
  const more = describeMissingCredits(credits, names);
  return [...(more === '' ? [] : [more]), ...(creditRules ? describeMissingRules(creditRules, names) : [])];
};

/** What is missing as a phrase; empty when nothing is missing. */
export const describeMissing = (requirements: Requirements, names: Names): string => {
  const { courses, electivesMissing } = requirements;
  return listFormat.format([
    ...describeMissingCourses(courses, names),
    ...(electivesMissing === 0
      ? []
      : [`${electivesMissing} more ${electivesMissing === 1 ? 'elective' : 'electives'}`]),
    ...describeAllMissingCredits(requirements, names),
  ]);
};

/** What a renewal lacks as a phrase; empty when nothing is missing. */
export const describeMissingForRenewal = (renewal: RenewalRequirements, names: Names): string =>
  listFormat.format([
    ...describeMissingCourses(renewal.courses, names),
    ...describeAllMissingCredits(renewal, names),
  ]);
