// The rules of courses: their content, when a change starts a new edition, and when a course may be removed.

import type { Key, TenantStore } from '../../../shared/data/store.ts';
import type { VersionedRecord } from '../../../shared/data/versioned-record.ts';
import { conflict } from '../../../shared/errors/failure.ts';
import { nameSort } from '../../../shared/lists/sort.ts';
import { inputOrCurrent, wordsOrCurrent } from '../input-values.ts';
import { type CancellationTerms, termsOrCurrent } from '../prices/cancellation-terms.ts';
import type { CreditAmount } from '../settings/types/credit-amounts.ts';
import type { TypeReference } from '../settings/types/training-type.ts';
import type { RetakeRule } from '../training-settings.ts';
import type { CreateCourseInput, UpdateCourseInput } from './contract.ts';

/** A prerequisite as it is stored, with the name that the course or award had when the prerequisite was saved. */
export interface CoursePrerequisite {
  readonly id: string;
  readonly name: string;
  readonly type: 'Course' | 'Award' | 'Experience';
}

/** The fields of a course that people edit. A field without a value is absent. */
export interface CourseContent {
  readonly name: string;
  /** A short code, unique if present: `FIN-101`. */
  readonly code?: string | undefined;
  readonly description?: string | undefined;
  readonly objectTypeId?: string | undefined;
  readonly creditHours?: number | undefined;
  /** Each type once. */
  readonly credits: readonly CreditAmount[];
  readonly tags: readonly string[];
  readonly skills: readonly string[];
  readonly prerequisites: readonly CoursePrerequisite[];
  /** People of the directory who are certified to teach it. */
  readonly certifiedInstructorIds: readonly string[];
  readonly iconUrl?: string | undefined;
  readonly hexNameColor?: string | undefined;
  readonly isActive: boolean;
  /** Within how many months of credits it gives none again; absent where the tenant's rule holds. */
  readonly retakeMonths?: number | undefined;
  /** Whether somebody may register again in that time; absent where the tenant's rule holds. */
  readonly retakeRegistration?: RetakeRule['registration'] | undefined;
  /** What cancellations cost in its classes that do not say it; absent where the tenant says it. */
  readonly cancellation?: CancellationTerms | undefined;
}

/** A course as it is stored. Its earlier editions are separate items in the same partition. */
export interface CourseItem extends CourseContent, VersionedRecord {
  readonly type: 'course';
  readonly id: string;
  /** The number of the current edition: 1, 2, ... */
  readonly edition: number;
  /** When the current edition started. */
  readonly editionDate: string;
  /** The number of classes and curricula that use it; it can't be removed while there are any. */
  readonly uses: number;
}

/** What is taught: changing any of these fields starts a new edition. */
const taughtFields = ['name', 'description', 'creditHours', 'credits', 'skills', 'prerequisites'] as const;
type TaughtContent = Pick<CourseContent, (typeof taughtFields)[number]>;

/** An earlier edition of a course as it is stored; never changed. */
export interface CourseEditionItem extends TaughtContent {
  readonly type: 'course-edition';
  /** The course's id. */
  readonly id: string;
  readonly edition: number;
  readonly editionDate: string;
}

export const courseKey = (tenant: TenantStore, id: string): Key<CourseItem> =>
  tenant.key(`COURSE#${id}`, 'COURSE');

/** Applies an input to the content. Prerequisites are passed in the form in which they are stored. */
const applyInput = (
  current: CourseContent,
  input: UpdateCourseInput,
  prerequisites: readonly CoursePrerequisite[] | undefined,
): CourseContent => ({
  name: input.name ?? current.name,
  code: inputOrCurrent(input.code, current.code),
  description: inputOrCurrent(input.description, current.description),
  objectTypeId: inputOrCurrent(input.objectTypeId, current.objectTypeId),
  creditHours: inputOrCurrent(input.creditHours, current.creditHours),
  credits: inputOrCurrent(input.credits, current.credits) ?? [],
  tags: wordsOrCurrent(input.tags, current.tags),
  skills: wordsOrCurrent(input.skills, current.skills),
  prerequisites: prerequisites ?? current.prerequisites,
  certifiedInstructorIds: wordsOrCurrent(input.certifiedInstructorIds, current.certifiedInstructorIds),
  iconUrl: inputOrCurrent(input.iconUrl, current.iconUrl),
  hexNameColor: inputOrCurrent(input.hexNameColor, current.hexNameColor)?.toUpperCase(),
  isActive: input.isActive ?? current.isActive,
  retakeMonths: inputOrCurrent(input.retakeMonths, current.retakeMonths),
  retakeRegistration: inputOrCurrent(input.retakeRegistration, current.retakeRegistration),
  cancellation: termsOrCurrent(input.cancellation, current.cancellation),
});

const defaultContent = {
  credits: [],
  tags: [],
  skills: [],
  prerequisites: [],
  certifiedInstructorIds: [],
  isActive: true,
} as const;

/** Builds a new course, edition 1. */
export function buildCourse(
  id: string,
  input: CreateCourseInput,
  prerequisites: readonly CoursePrerequisite[] | undefined,
  now: Date,
): CourseItem {
  const createdDate = now.toISOString();
  return {
    ...applyInput({ ...defaultContent, name: input.name }, input, prerequisites),
    type: 'course',
    id,
    edition: 1,
    editionDate: createdDate,
    uses: 0,
    version: 1,
    createdDate,
    modifiedDate: createdDate,
    schemaVersion: 1,
  };
}

/** The course with an input applied, at its next version; `assignEdition` decides about its edition. */
export const applyCourseInput = (
  before: CourseItem,
  input: UpdateCourseInput,
  prerequisites: readonly CoursePrerequisite[] | undefined,
  now: Date,
): CourseItem => ({
  ...before,
  ...applyInput(before, input, prerequisites),
  version: before.version + 1,
  modifiedDate: now.toISOString(),
});

/** What is taught as comparable text: neither the order of lists nor the names of other courses and awards count. */
function serializeTaughtContent(course: TaughtContent): string {
  const { name, description, creditHours, skills } = course;
  const credits = course.credits.map(({ creditTypeId, credits: many }) => `${creditTypeId} ${many}`);
  const prerequisites = course.prerequisites.map(({ type, id, name }) =>
    type === 'Experience' ? `${type} ${name}` : `${type} ${id}`,
  );
  const sorted = [credits, skills, prerequisites].map((words) => [...words].sort());
  return JSON.stringify([name, description ?? null, creditHours ?? null, ...sorted]);
}

/**
 * The changed course with its edition: the next one when what is taught has changed, else the same. A new label, code,
 * colour or active flag does not start a new edition.
 */
export const assignEdition = (before: CourseItem, after: CourseItem): CourseItem =>
  serializeTaughtContent(before) === serializeTaughtContent(after)
    ? after
    : { ...after, edition: before.edition + 1, editionDate: after.modifiedDate };

/** The current edition of a course, in the form in which earlier editions are stored. */
export const currentEdition = (course: CourseItem): CourseEditionItem => ({
  type: 'course-edition',
  id: course.id,
  edition: course.edition,
  editionDate: course.editionDate,
  name: course.name,
  description: course.description,
  creditHours: course.creditHours,
  credits: course.credits,
  skills: course.skills,
  prerequisites: course.prerequisites,
});

/**
 * A course that classes or curricula use can't be removed.
 * @throws Failure 409
 */
export function assertNotInUse({ name, uses }: CourseItem): void {
  if (uses > 0)
    throw conflict(
      `${uses} ${uses === 1 ? 'class or curriculum needs' : 'classes and curricula need'} ${name}; remove them first, or make the course inactive.`,
    );
}

/** The types that a course refers to, each with the field that names it. */
export const courseTypeReferences = ({
  objectTypeId,
  credits,
}: Pick<CourseContent, 'credits'> & Partial<Pick<CourseContent, 'objectTypeId'>>): TypeReference[] => [
  ...(objectTypeId === undefined
    ? []
    : [{ kind: 'objectType', id: objectTypeId, target: 'objectTypeId' } satisfies TypeReference]),
  ...credits.map(
    ({ creditTypeId }, index): TypeReference => ({
      kind: 'creditType',
      id: creditTypeId,
      target: `credits[${index}].creditTypeId`,
    }),
  ),
];

/** The form in which codes are compared: `fin-101` is `FIN-101`. */
export const foldCode = (code: string): string => code.normalize('NFKC').toUpperCase();

/** The sort text of a course in the list by name. */
export const courseSort: (of: Pick<CourseItem, 'name' | 'id'>) => string = nameSort;
