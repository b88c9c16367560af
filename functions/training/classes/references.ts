// What classes refer to: courses, awards, types, approval chains, people. Checked when it is said, looked up when it is shown.
import { displayName } from '../../../shared/directory/person.ts';
import type { PersonItem } from '../../../shared/directory/person-store.ts';
import { type ErrorDetail, invalid } from '../../../shared/errors/failure.ts';
import type { AwardItem } from '../awards/award.ts';
import type { CourseItem } from '../courses/course.ts';
import type { ApprovalChainItem } from '../settings/approval-chains/approval-chain.ts';
import {
  type TrainingTypeItem,
  type TypeReference,
  validateTypeReferences,
} from '../settings/types/training-type.ts';
import type { ClassItem } from './class.ts';
import type { ClassPlan } from './plan-class.ts';

/** What the ids of some classes stand for; nothing where there is no such record. */
export interface ClassReferences {
  readonly courses: ReadonlyMap<string, CourseItem>;
  readonly awards: ReadonlyMap<string, AwardItem>;
  readonly chains: ReadonlyMap<string, ApprovalChainItem>;
  /** Object types and credit types. */
  readonly types: ReadonlyMap<string, TrainingTypeItem>;
  readonly people: ReadonlyMap<string, PersonItem>;
}

/** The types a class refers to, and where. */
export const listTypeUses = ({ objectTypeId }: Pick<ClassItem, 'objectTypeId'>): TypeReference[] =>
  objectTypeId === undefined ? [] : [{ kind: 'objectType', id: objectTypeId, target: 'objectTypeId' }];

const unknownId = (what: string, id: string, target: string): ErrorDetail => ({
  code: 'UNKNOWN_VALUE',
  message: `There is no ${what} with the id ${id}.`,
  target,
});

function validateCourse({ courseId }: ClassItem, { courses }: ClassReferences): ErrorDetail[] {
  const course = courses.get(courseId);
  if (!course) return [unknownId('course', courseId, 'courseId')];
  if (course.isActive) return [];
  return [{ code: 'NOT_ALLOWED', message: `${course.name} is no longer offered.`, target: 'courseId' }];
}

/**
 * What is wrong with the references of a class. What it referred to before is not asked for again: an instructor who has
 * left does not stand in the way of another room.
 */
function validateReferences(
  item: ClassItem,
  before: ClassItem | undefined,
  found: ClassReferences,
): ErrorDetail[] {
  const { awardId, registration, instructors } = item;
  const { approvalChainId } = registration;
  const had = new Set(before?.instructors.map(({ personId }) => personId));
  return [
    ...(before ? [] : validateCourse(item, found)),
    ...(awardId === undefined || awardId === before?.awardId || found.awards.has(awardId)
      ? []
      : [unknownId('award', awardId, 'awardId')]),
    ...(approvalChainId === undefined ||
    approvalChainId === before?.registration.approvalChainId ||
    found.chains.has(approvalChainId)
      ? []
      : [unknownId('approval chain', approvalChainId, 'registration.approvalChainId')]),
    ...validateTypeReferences(listTypeUses(item), before ? listTypeUses(before) : [], found.types),
    ...instructors.flatMap(({ personId }, at) =>
      had.has(personId) || found.people.has(personId)
        ? []
        : [unknownId('person', personId, `instructors[${at}].personId`)],
    ),
  ];
}

/**
 * The class as it is planned, with the names of its instructors, and when it is new with what its course is in its
 * present edition. An instructor who is gone keeps the name they had.
 * @throws Failure 400 with every fault of the plan and of what it refers to
 */
export function applyReferences(
  { item, faults }: ClassPlan,
  before: ClassItem | undefined,
  found: ClassReferences,
): ClassItem {
  const [first, ...rest] = [...faults, ...validateReferences(item, before, found)];
  if (first) throw invalid([first, ...rest]);
  const { courses, people } = found;
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
