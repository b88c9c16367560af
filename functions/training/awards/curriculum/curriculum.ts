// The rules of curricula: how one changes, when it is valid, and which courses and types it refers to.
import { type ErrorDetail, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { unknownId } from '../../../../shared/errors/unknown-id.ts';
import type { CourseItem } from '../../courses/course.ts';
import { inputOrCurrent, wordsOrCurrent } from '../../input-values.ts';
import { type CreditAmount, validateUniqueCreditTypes } from '../../settings/types/credit-amounts.ts';
import {
  type TypeLabel,
  type TypeReference,
  validateTypeReferences,
} from '../../settings/types/training-type.ts';
import type { CreditRules } from '../record/credit-rules.ts';
import { type Curriculum, type CurriculumItem, emptyCurriculum } from '../record/curriculum-record.ts';
import type { UpdateCurriculumInput } from './contract.ts';
import { creditRulesReferences, parseCreditRules, validateCreditRules } from './credit-rules.ts';
import type { CreditRulesInput } from './credit-rules-schemas.ts';

/**
 * The most courses and types of one curriculum: a change updates the use count of each, in a transaction of at most 100
 * writes.
 */
const MAX_COURSES = 40;
const MAX_CREDIT_TYPES = 8;

const applyRules = (input: CreditRulesInput | null | undefined, current: CreditRules | undefined) =>
  inputOrCurrent(input && parseCreditRules(input), current);

/** The curriculum of an award with an input applied, at its next version; the first version is 1. */
export function applyCurriculumInput(
  awardId: string,
  before: CurriculumItem | undefined,
  input: UpdateCurriculumInput,
  now: Date,
): CurriculumItem {
  const current = before ?? emptyCurriculum;
  const modifiedDate = now.toISOString();
  return {
    type: 'curriculum',
    id: awardId,
    requiredCourseIds: wordsOrCurrent(input.requiredCourseIds, current.requiredCourseIds),
    electiveCourseIds: wordsOrCurrent(input.electiveCourseIds, current.electiveCourseIds),
    electivesNeeded: inputOrCurrent(input.electivesNeeded, current.electivesNeeded) ?? 0,
    minimumCredits: inputOrCurrent(input.minimumCredits, current.minimumCredits) ?? [],
    renewalCredits: inputOrCurrent(input.renewalCredits, current.renewalCredits),
    creditRules: applyRules(input.creditRules, current.creditRules),
    renewalCreditRules: applyRules(input.renewalCreditRules, current.renewalCreditRules),
    version: (before?.version ?? 0) + 1,
    createdDate: before?.createdDate ?? modifiedDate,
    modifiedDate,
    schemaVersion: 1,
  };
}

/** The ids of the courses that earn the award, each once. */
export const curriculumCourseIds = ({ requiredCourseIds, electiveCourseIds }: Curriculum): string[] => [
  ...new Set([...requiredCourseIds, ...electiveCourseIds]),
];

/** The ids of the courses that a curriculum names, each once: those that earn the award, and those of its renewal. */
export const namedCourseIds = (curriculum: Curriculum): string[] => [
  ...new Set([
    ...curriculumCourseIds(curriculum),
    ...(curriculum.renewalCreditRules?.requiredCourseIds ?? []),
  ]),
];

const creditTypeReferences = (credits: readonly CreditAmount[], field: string): TypeReference[] =>
  credits.map(({ creditTypeId }, index) => ({
    kind: 'creditType',
    id: creditTypeId,
    target: `${field}[${index}].creditTypeId`,
  }));

/** The credit types that a curriculum refers to, each with the field that names it. */
export const curriculumTypeReferences = ({
  minimumCredits,
  renewalCredits = [],
  creditRules,
  renewalCreditRules,
}: Curriculum): TypeReference[] => [
  ...creditTypeReferences(minimumCredits, 'minimumCredits'),
  ...creditTypeReferences(renewalCredits, 'renewalCredits'),
  ...creditRulesReferences(creditRules, 'creditRules'),
  ...creditRulesReferences(renewalCreditRules, 'renewalCreditRules'),
];

/** The records that curricula refer to; absent where there is no such record. */
export interface CurriculumReferences {
  readonly courses: ReadonlyMap<string, CourseItem>;
  readonly types: ReadonlyMap<string, TypeLabel>;
}

const validateCourses = (
  ids: readonly string[],
  field: string,
  known: ReadonlySet<string>,
  { courses }: CurriculumReferences,
): ErrorDetail[] =>
  ids.flatMap((id, index): ErrorDetail[] => {
    const target = `${field}[${index}]`;
    if (known.has(id)) return [];
    const course = courses.get(id);
    if (!course) return [unknownId('course', id, target)];
    if (course.isActive) return [];
    return [{ code: 'NOT_ALLOWED', message: `The course ${course.name} is no longer offered.`, target }];
  });

const outOfRange = (target: string, message: string): ErrorDetail => ({
  code: 'OUT_OF_RANGE',
  message,
  target,
});

/**
 * A curriculum must be achievable, and every course and type it newly names must exist. References it already had are
 * not checked again.
 * @throws Failure 400 with every problem
 */
export function assertValidCurriculum(
  after: CurriculumItem,
  before: CurriculumItem | undefined,
  references: CurriculumReferences,
): void {
  const known = new Set(before ? namedCourseIds(before) : []);
  const required = new Set(after.requiredCourseIds);
  const { electiveCourseIds: electives, electivesNeeded } = after;
  const courses = namedCourseIds(after).length;
  const types = new Set(curriculumTypeReferences(after).map(({ id }) => id)).size;
  const details: ErrorDetail[] = [
    ...validateCourses(after.requiredCourseIds, 'requiredCourseIds', known, references),
    ...validateCourses(electives, 'electiveCourseIds', known, references),
    ...validateCourses(
      after.renewalCreditRules?.requiredCourseIds ?? [],
      'renewalCreditRules.requiredCourseIds',
      known,
      references,
    ),
    ...electives.flatMap((id, index): ErrorDetail[] => {
      const message = 'A course must be either required or an elective, not both.';
      return required.has(id)
        ? [{ code: 'NOT_ALLOWED', message, target: `electiveCourseIds[${index}]` }]
        : [];
    }),
    ...(electivesNeeded > electives.length
      ? [
          outOfRange(
            'electivesNeeded',
            `electivesNeeded must be at most the number of electives, ${electives.length}, but was ${electivesNeeded}.`,
          ),
        ]
      : []),
    ...validateTypeReferences(
      curriculumTypeReferences(after),
      before ? curriculumTypeReferences(before) : [],
      references.types,
    ),
    ...validateUniqueCreditTypes(after.minimumCredits, 'minimumCredits'),
    ...validateUniqueCreditTypes(after.renewalCredits ?? [], 'renewalCredits'),
    ...validateCreditRules(after.creditRules, 'creditRules'),
    ...validateCreditRules(after.renewalCreditRules, 'renewalCreditRules'),
    ...(courses > MAX_COURSES
      ? [outOfRange('requiredCourseIds', `A curriculum has at most ${MAX_COURSES} courses, not ${courses}.`)]
      : []),
    ...(types > MAX_CREDIT_TYPES
      ? [
          outOfRange(
            'minimumCredits',
            `A curriculum has at most ${MAX_CREDIT_TYPES} credit types, not ${types}.`,
          ),
        ]
      : []),
  ];
  throwIfInvalid(details);
}
