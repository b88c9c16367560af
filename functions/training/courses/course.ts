// The rules of courses: what is taught and for which credits, when a change makes another edition, when one may go.
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import { conflict } from '../../../shared/errors/failure.ts';
import { inputOrCurrent, wordsOrCurrent } from '../input-values.ts';
import { nameSort } from '../name-sort.ts';
import type { TypeReference } from '../settings/types/training-type.ts';
import type { CreateCourseInput, UpdateCourseInput } from './contract.ts';

/** So many credits of a type. */
export interface CourseCredit {
  readonly creditTypeId: string;
  /** At least 0, two decimals. */
  readonly credits: number;
}

/** What must be there before the course may be taken. The name is the one it had when it was named here. */
export interface CoursePrerequisite {
  readonly id: string;
  readonly name: string;
  readonly type: 'Course' | 'Award';
}

/** What people say of a course. What they did not say is absent. */
export interface CourseContent {
  readonly name: string;
  /** A short code, unique when there is one: `FIN-101`. */
  readonly code?: string | undefined;
  readonly description?: string | undefined;
  readonly objectTypeId?: string | undefined;
  readonly creditHours?: number | undefined;
  /** Each type once. */
  readonly credits: readonly CourseCredit[];
  readonly tags: readonly string[];
  readonly skills: readonly string[];
  readonly prerequisites: readonly CoursePrerequisite[];
  /** People of the directory who are certified to teach it. */
  readonly certifiedInstructorIds: readonly string[];
  readonly iconUrl?: string | undefined;
  readonly hexNameColor?: string | undefined;
  readonly isActive: boolean;
}

/** A course as the table holds it. The editions before the present one are kept beside it. */
export interface CourseItem extends CourseContent {
  readonly type: 'course';
  readonly id: string;
  /** Counts the editions of what is taught: 1, 2, ... */
  readonly edition: number;
  /** When the present edition came to be. */
  readonly editionDate: string;
  /** Classes and curricula that need it; it can't be removed while there are any. */
  readonly uses: number;
  readonly version: number;
  readonly createdDate: string;
  readonly modifiedDate: string;
  readonly schemaVersion: 1;
}

/** What is taught: a change of any of it makes another edition. */
const taughtFields = ['name', 'description', 'creditHours', 'credits', 'skills', 'prerequisites'] as const;
type TaughtContent = Pick<CourseContent, (typeof taughtFields)[number]>;

/** An edition of a course as the table holds it once another one has followed; never changed. */
export interface CourseEditionItem extends TaughtContent {
  readonly type: 'course-edition';
  /** The course's id. */
  readonly id: string;
  readonly edition: number;
  readonly editionDate: string;
}

export const courseKey = (tenant: TenantStore, id: string): Key<CourseItem> =>
  tenant.key(`COURSE#${id}`, 'COURSE');

/** The content with what was sent laid over it. Prerequisites are given as they are to be kept. */
const applyInput = (
  kept: CourseContent,
  sent: UpdateCourseInput,
  prerequisites: readonly CoursePrerequisite[] | undefined,
): CourseContent => ({
  name: sent.name ?? kept.name,
  code: inputOrCurrent(sent.code, kept.code),
  description: inputOrCurrent(sent.description, kept.description),
  objectTypeId: inputOrCurrent(sent.objectTypeId, kept.objectTypeId),
  creditHours: inputOrCurrent(sent.creditHours, kept.creditHours),
  credits: inputOrCurrent(sent.credits, kept.credits) ?? [],
  tags: wordsOrCurrent(sent.tags, kept.tags),
  skills: wordsOrCurrent(sent.skills, kept.skills),
  prerequisites: prerequisites ?? kept.prerequisites,
  certifiedInstructorIds: wordsOrCurrent(sent.certifiedInstructorIds, kept.certifiedInstructorIds),
  iconUrl: inputOrCurrent(sent.iconUrl, kept.iconUrl),
  hexNameColor: inputOrCurrent(sent.hexNameColor, kept.hexNameColor)?.toUpperCase(),
  isActive: sent.isActive ?? kept.isActive,
});

const defaultContent = {
  credits: [],
  tags: [],
  skills: [],
  prerequisites: [],
  certifiedInstructorIds: [],
  isActive: true,
} as const;

/** A new course in its first edition. */
export function buildCourse(
  id: string,
  sent: CreateCourseInput,
  prerequisites: readonly CoursePrerequisite[] | undefined,
  now: Date,
): CourseItem {
  const moment = now.toISOString();
  return {
    ...applyInput({ ...defaultContent, name: sent.name }, sent, prerequisites),
    type: 'course',
    id,
    edition: 1,
    editionDate: moment,
    uses: 0,
    version: 1,
    createdDate: moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
}

/** The course with what was sent changed, at the next version, still in the edition that it had. */
export const applyCourseInput = (
  before: CourseItem,
  sent: UpdateCourseInput,
  prerequisites: readonly CoursePrerequisite[] | undefined,
  now: Date,
): CourseItem => ({
  ...before,
  ...applyInput(before, sent, prerequisites),
  version: before.version + 1,
  modifiedDate: now.toISOString(),
});

/** What is taught, in a form that two editions can be compared in: the names of others and an order do not count. */
function serializeTaughtContent(course: TaughtContent): string {
  const { name, description, creditHours, skills } = course;
  const credits = course.credits.map(({ creditTypeId, credits: many }) => `${creditTypeId} ${many}`);
  const prerequisites = course.prerequisites.map(({ type, id }) => `${type} ${id}`);
  const sorted = [credits, skills, prerequisites].map((words) => [...words].sort());
  return JSON.stringify([name, description ?? null, creditHours ?? null, ...sorted]);
}

/**
 * The changed course in its edition: the next one when what is taught is another than before, else the same. A label, a
 * code, a colour or being offered at all makes no other edition.
 */
export const assignEdition = (before: CourseItem, after: CourseItem): CourseItem =>
  serializeTaughtContent(before) === serializeTaughtContent(after)
    ? after
    : { ...after, edition: before.edition + 1, editionDate: after.modifiedDate };

/** The present edition of a course, in the form in which earlier ones are kept. */
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
 * A course that classes or curricula need stays.
 * @throws Failure 409
 */
export function assertNotInUse({ name, uses }: CourseItem): void {
  if (uses > 0)
    throw conflict(
      `${uses} ${uses === 1 ? 'class or curriculum needs' : 'classes and curricula need'} ${name}; remove them first, or make the course inactive.`,
    );
}

/** The types that a course refers to, and where. */
export const courseTypeReferences = ({
  objectTypeId,
  credits,
}: Pick<CourseContent, 'credits'> & Partial<Pick<CourseContent, 'objectTypeId'>>): TypeReference[] => [
  ...(objectTypeId === undefined
    ? []
    : [{ kind: 'objectType', id: objectTypeId, target: 'objectTypeId' } satisfies TypeReference]),
  ...credits.map(
    ({ creditTypeId }, at): TypeReference => ({
      kind: 'creditType',
      id: creditTypeId,
      target: `credits[${at}].creditTypeId`,
    }),
  ),
];

/** The form in which codes are compared: `fin-101` is `FIN-101`. */
export const foldCode = (code: string): string => code.normalize('NFKC').toUpperCase();

/** Where a course stands in the order by name. */
export const courseSort: (of: Pick<CourseItem, 'name' | 'id'>) => string = nameSort;
