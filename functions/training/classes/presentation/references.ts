// The records that a class refers to: courses, awards, types, approval chains and people; checked when they are set.
import { displayName } from '../../../../shared/directory/people/person.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import { type ErrorDetail, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { unknownId } from '../../../../shared/errors/unknown-id.ts';
import { describeLeaver, mayAct } from '../../access/acting-people.ts';
import type { AwardItem } from '../../awards/record/award-record.ts';
import type { CourseItem } from '../../courses/course.ts';
import type { ApprovalChainItem } from '../../settings/approval-chains/approval-chain.ts';
import {
  type TrainingTypeItem,
  type TypeReference,
  validateTypeReferences,
} from '../../settings/types/training-type.ts';
import type { ClassPlan } from '../plan/plan-class.ts';
import type { ClassItem } from '../record/class.ts';

/** The records that some classes refer to, by id; ids without a record are absent. */
export interface ClassReferences {
  readonly courses: ReadonlyMap<string, CourseItem>;
  readonly awards: ReadonlyMap<string, AwardItem>;
  readonly chains: ReadonlyMap<string, ApprovalChainItem>;
  /** Object types and credit types. */
  readonly types: ReadonlyMap<string, TrainingTypeItem>;
  readonly people: ReadonlyMap<string, PersonItem>;
  /** ISO 4217, of the fees. */
  readonly currency: string;
}

/** The types that a class refers to, and in which field. */
export const listTypeUses = ({ objectTypeId }: Pick<ClassItem, 'objectTypeId'>): TypeReference[] =>
  objectTypeId === undefined ? [] : [{ kind: 'objectType', id: objectTypeId, target: 'objectTypeId' }];

function validateCourse({ courseId }: ClassItem, { courses }: ClassReferences): ErrorDetail[] {
  const course = courses.get(courseId);
  if (!course) return [unknownId('course', courseId, 'courseId')];
  if (course.isActive) return [];
  return [{ code: 'NOT_ALLOWED', message: `${course.name} is no longer offered.`, target: 'courseId' }];
}

function validateInstructor(
  id: string,
  person: PersonItem | undefined,
  today: string,
  target: string,
): ErrorDetail[] {
  if (!person) return [unknownId('person', id, target)];
  return mayAct(person, today)
    ? []
    : [
        {
          code: 'NOT_ALLOWED',
          message: `${describeLeaver(person, today)} Choose an active instructor.`,
          target,
        },
      ];
}

/**
 * Checks the references of a class. Unchanged references are not checked, so that a former instructor does not prevent
 * another change.
 */
function validateReferences(
  item: ClassItem,
  before: ClassItem | undefined,
  references: ClassReferences,
  today: string,
): ErrorDetail[] {
  const { awardId, registration, instructors } = item;
  const { approvalChainId } = registration;
  const had = new Set(before?.instructors.map(({ personId }) => personId));
  return [
    ...(before ? [] : validateCourse(item, references)),
    ...(awardId === undefined || awardId === before?.awardId || references.awards.has(awardId)
      ? []
      : [unknownId('award', awardId, 'awardId')]),
    ...(approvalChainId === undefined ||
    approvalChainId === before?.registration.approvalChainId ||
    references.chains.has(approvalChainId)
      ? []
      : [unknownId('approval chain', approvalChainId, 'registration.approvalChainId')]),
    ...validateTypeReferences(listTypeUses(item), before ? listTypeUses(before) : [], references.types),
    ...instructors.flatMap(({ personId }, index) =>
      had.has(personId)
        ? []
        : validateInstructor(
            personId,
            references.people.get(personId),
            today,
            `instructors[${index}].personId`,
          ),
    ),
  ];
}

/**
 * The planned class with the names of its instructors and, when it is new, the current edition of its course. The name
 * of a person who is no longer in the directory stays.
 * @param today YYYY-MM-DD in the tenant's time zone, on which new instructors must be active
 * @throws Failure 400 with everything that is wrong with the plan and its references
 */
export function applyReferences(
  { item, errors }: ClassPlan,
  before: ClassItem | undefined,
  references: ClassReferences,
  today: string,
): ClassItem {
  throwIfInvalid([...errors, ...validateReferences(item, before, references, today)]);
  const { courses, people } = references;
  const instructors = item.instructors.map((instructor) => {
    const person = people.get(instructor.personId);
    const had = before?.instructors.find(({ personId }) => personId === instructor.personId);
    return { ...instructor, name: person ? displayName(person) : (had?.name ?? '') };
  });
  const course = before ? undefined : courses.get(item.courseId);
  if (!course) return { ...item, instructors };
  const { name, edition, creditHours, credits } = course;
  return {
    ...item,
    instructors,
    courseName: name,
    courseEdition: edition,
    creditHours,
    courseCredits: credits,
  };
}
