// What awards refer to: types, courses, other awards, people. Checked when it is said, looked up when it is shown.
import { displayName, type PersonContent } from '../../../shared/directory/person.ts';
import { type ErrorDetail, invalid } from '../../../shared/errors/failure.ts';
import type { CourseItem } from '../courses/course.ts';
import { type TypeLabel, validateTypeReferences } from '../settings/types/training-type.ts';
import { type AwardContent, type AwardItem, awardTypeReferences, type Prerequisite } from './award.ts';
import type { PrerequisiteInput } from './contract.ts';

type Person = PersonContent & { readonly id: string };

/** What the ids of an award stand for; absent where there is no such record. */
export interface AwardReferences {
  readonly levelType?: TypeLabel | undefined;
  readonly objectType?: TypeLabel | undefined;
  /** Awards and courses that are prerequisites, by id. */
  readonly awards: ReadonlyMap<string, Pick<AwardItem, 'name' | 'iconUrl'>>;
  readonly courses: ReadonlyMap<string, Pick<CourseItem, 'name' | 'iconUrl'>>;
  readonly people: ReadonlyMap<string, Person>;
}

const missingField = (target: string, type: string, what: string): ErrorDetail => ({
  code: 'REQUIRED_FIELD',
  message: `A prerequisite of type ${type} needs ${what}.`,
  target,
});

/**
 * Prerequisites as they are kept, from what was sent: a course or an award names its id, experience its name. The name of
 * a course or an award is looked up later.
 * @throws Failure 400 with every fault
 */
export function parsePrerequisites(
  sent: readonly PrerequisiteInput[] | null | undefined,
  newId: () => string,
): readonly Prerequisite[] | undefined {
  if (sent === undefined) return undefined;
  const faults = (sent ?? []).flatMap(({ type, id, name }, index): ErrorDetail[] => [
    ...(type !== 'Experience' && !id ? [missingField(`prerequisites[${index}].id`, type, 'an id')] : []),
    ...(type === 'Experience' && !name ? [missingField(`prerequisites[${index}].name`, type, 'a name')] : []),
  ]);
  const [first, ...rest] = faults;
  if (first) throw invalid([first, ...rest]);
  return (sent ?? []).map(({ type, id, name }) => ({
    type,
    id: id ?? newId(),
    name: type === 'Experience' ? (name ?? '') : '',
  }));
}

const labelsById = (
  { levelTypeId = '', objectTypeId = '' }: AwardContent,
  { levelType, objectType }: AwardReferences,
): ReadonlyMap<string, TypeLabel> =>
  new Map([
    ...(levelType ? [[levelTypeId, levelType] satisfies [string, TypeLabel]] : []),
    ...(objectType ? [[objectTypeId, objectType] satisfies [string, TypeLabel]] : []),
  ]);

/**
 * The award with the names of its prerequisites, if all it newly refers to is there. What it referred to before is not
 * asked for again: a person who has left does not stand in the way of another price.
 * @throws Failure 400 with every fault: UNKNOWN_VALUE, NOT_ALLOWED
 */
export function resolveReferences<A extends AwardContent & { readonly id: string }>(
  award: A,
  before: AwardContent | undefined,
  found: AwardReferences,
): A {
  const had = new Set([
    ...(before?.prerequisites ?? []).map(({ id }) => id),
    ...(before?.contactPersonIds ?? []),
  ]);
  const faults: ErrorDetail[] = [
    ...validateTypeReferences(
      awardTypeReferences(award),
      before ? awardTypeReferences(before) : [],
      labelsById(award, found),
    ),
    ...award.prerequisites.flatMap(({ type, id }, index): ErrorDetail[] => {
      const target = `prerequisites[${index}].id`;
      if (type === 'Experience' || had.has(id)) return [];
      if (id === award.id)
        return [{ code: 'NOT_ALLOWED', message: 'An award is no prerequisite of itself.', target }];
      const what = type === 'Award' ? 'award' : 'course';
      return found[`${what}s`].has(id)
        ? []
        : [{ code: 'UNKNOWN_VALUE', message: `There is no ${what} with the id ${id}.`, target }];
    }),
    ...award.contactPersonIds.flatMap((id, index): ErrorDetail[] =>
      had.has(id) || found.people.has(id)
        ? []
        : [
            {
              code: 'UNKNOWN_VALUE',
              message: `There is no person with the id ${id}.`,
              target: `contactPersonIds[${index}]`,
            },
          ],
    ),
  ];
  const [first, ...rest] = faults;
  if (first) throw invalid([first, ...rest]);
  return {
    ...award,
    prerequisites: namePrerequisites(award.prerequisites, before?.prerequisites ?? [], found),
  };
}

/** Prerequisites under the names their awards and courses have now; one that is gone keeps the name it had. */
function namePrerequisites(
  prerequisites: readonly Prerequisite[],
  before: readonly Prerequisite[],
  { awards, courses }: AwardReferences,
): Prerequisite[] {
  return prerequisites.map((one) => ({
    ...one,
    name:
      { Award: awards.get(one.id)?.name, Course: courses.get(one.id)?.name, Experience: undefined }[
        one.type
      ] ??
      (one.name || (before.find(({ id }) => id === one.id)?.name ?? '')),
  }));
}

/** The labels of an award, as far as they are there. */
type TypeLabels = { readonly [K in 'levelType' | 'objectType']?: Pick<TypeLabel, 'name'> | undefined };

/** An award as lists show it (docs/interface/training.md#awards). */
export const presentAward = (award: AwardItem, { levelType, objectType }: TypeLabels) => ({
  id: award.id,
  name: award.name,
  description: award.description,
  levelType: levelType?.name,
  objectType: objectType?.name,
  price: award.price,
  isActive: award.isActive,
  tags: award.tags,
  skills: award.skills,
  createdDate: award.createdDate,
  modifiedDate: award.modifiedDate,
});

/** An award with everything about it (docs/interface/training.md#awards). */
export const presentAwardDetail = (award: AwardItem, found: AwardReferences) => ({
  ...presentAward(award, found),
  levelTypeId: award.levelTypeId,
  objectTypeId: award.objectTypeId,
  requirements: award.requirements,
  duration: award.duration,
  allowSelfRegistration: award.allowSelfRegistration,
  requiresApproval: award.requiresApproval,
  prerequisites: namePrerequisites(award.prerequisites, [], found),
  validityPeriod: award.validityPeriod,
  contactPersons: award.contactPersonIds.flatMap((id) => {
    const person = found.people.get(id);
    return person ? [{ id, name: displayName(person), email: person.email }] : [];
  }),
  iconUrl: award.iconUrl,
  hexNameColor: award.hexNameColor,
});
