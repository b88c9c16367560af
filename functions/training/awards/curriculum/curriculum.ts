// The rules of curricula: how one changes, what may stand in it, and which courses and types it needs.
import { type ErrorDetail, invalid } from '../../../../shared/errors/failure.ts';
import type { CourseCredit, CourseItem } from '../../courses/course.ts';
import type { Curriculum, CurriculumItem } from '../../courses/curriculum.ts';
import { validateUniqueCreditTypes } from '../../courses/references.ts';
import { inputOrCurrent, wordsOrCurrent } from '../../input-values.ts';
import {
  type TypeLabel,
  type TypeReference,
  validateTypeReferences,
} from '../../settings/types/training-type.ts';
import type { UpdateCurriculumInput } from './contract.ts';

/** Courses and types that one curriculum may need: a change counts each in and out in a transaction of a hundred. */
const MAX_COURSES = 40;
const MAX_CREDIT_TYPES = 8;

/** What an award without a curriculum asks for: nothing. */
export const emptyCurriculum: Curriculum = {
  requiredCourseIds: [],
  electiveCourseIds: [],
  electivesNeeded: 0,
  minimumCredits: [],
};

/** The curriculum of an award with what was sent changed, at the next version; its first one is version 1. */
export function applyCurriculumInput(
  awardId: string,
  before: CurriculumItem | undefined,
  sent: UpdateCurriculumInput,
  now: Date,
): CurriculumItem {
  const kept = before ?? emptyCurriculum;
  const moment = now.toISOString();
  return {
    type: 'curriculum',
    id: awardId,
    requiredCourseIds: wordsOrCurrent(sent.requiredCourseIds, kept.requiredCourseIds),
    electiveCourseIds: wordsOrCurrent(sent.electiveCourseIds, kept.electiveCourseIds),
    electivesNeeded: inputOrCurrent(sent.electivesNeeded, kept.electivesNeeded) ?? 0,
    minimumCredits: inputOrCurrent(sent.minimumCredits, kept.minimumCredits) ?? [],
    renewalCredits: inputOrCurrent(sent.renewalCredits, kept.renewalCredits),
    version: (before?.version ?? 0) + 1,
    createdDate: before?.createdDate ?? moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
}

/** The courses that a curriculum names, each once. */
export const curriculumCourseIds = ({ requiredCourseIds, electiveCourseIds }: Curriculum): string[] => [
  ...new Set([...requiredCourseIds, ...electiveCourseIds]),
];

const creditTypeReferences = (credits: readonly CourseCredit[], field: string): TypeReference[] =>
  credits.map(({ creditTypeId }, at) => ({
    kind: 'creditType',
    id: creditTypeId,
    target: `${field}[${at}].creditTypeId`,
  }));

/** The credit types that a curriculum refers to, and where. */
export const curriculumTypeReferences = ({
  minimumCredits,
  renewalCredits = [],
}: Curriculum): TypeReference[] => [
  ...creditTypeReferences(minimumCredits, 'minimumCredits'),
  ...creditTypeReferences(renewalCredits, 'renewalCredits'),
];

/** What a curriculum refers to; absent where there is no such record. */
export interface CurriculumReferences {
  readonly courses: ReadonlyMap<string, CourseItem>;
  readonly types: ReadonlyMap<string, TypeLabel>;
}

const validateCourses = (
  ids: readonly string[],
  field: string,
  had: ReadonlySet<string>,
  { courses }: CurriculumReferences,
): ErrorDetail[] =>
  ids.flatMap((id, at): ErrorDetail[] => {
    const target = `${field}[${at}]`;
    if (had.has(id)) return [];
    const course = courses.get(id);
    if (!course) return [{ code: 'UNKNOWN_VALUE', message: `There is no course with the id ${id}.`, target }];
    if (course.isActive) return [];
    return [{ code: 'NOT_ALLOWED', message: `The course ${course.name} is no longer offered.`, target }];
  });

const outOfRange = (target: string, message: string): ErrorDetail => ({
  code: 'OUT_OF_RANGE',
  message,
  target,
});

/**
 * Refuses a curriculum that nobody could fulfil, or that names what is not there. What it named before is not asked for
 * again.
 * @throws Failure 400 with every fault
 */
export function assertValidCurriculum(
  after: CurriculumItem,
  before: CurriculumItem | undefined,
  found: CurriculumReferences,
): void {
  const had = new Set(before ? curriculumCourseIds(before) : []);
  const required = new Set(after.requiredCourseIds);
  const { electiveCourseIds: electives, electivesNeeded } = after;
  const courses = curriculumCourseIds(after).length;
  const types = new Set(curriculumTypeReferences(after).map(({ id }) => id)).size;
  const faults: ErrorDetail[] = [
    ...validateCourses(after.requiredCourseIds, 'requiredCourseIds', had, found),
    ...validateCourses(electives, 'electiveCourseIds', had, found),
    ...electives.flatMap((id, at): ErrorDetail[] => {
      const message = 'A course is either required or an elective.';
      return required.has(id) ? [{ code: 'NOT_ALLOWED', message, target: `electiveCourseIds[${at}]` }] : [];
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
      found.types,
    ),
    ...validateUniqueCreditTypes(after.minimumCredits, 'minimumCredits'),
    ...validateUniqueCreditTypes(after.renewalCredits ?? [], 'renewalCredits'),
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
  const [first, ...rest] = faults;
  if (first) throw invalid([first, ...rest]);
}
