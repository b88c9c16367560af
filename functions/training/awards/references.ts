// What awards refer to: types, courses, other awards, people. Validated on input, looked up for responses.
import { displayName, type PersonContent } from '../../../shared/directory/people/person.ts';
import { type ErrorDetail, throwIfInvalid } from '../../../shared/errors/failure.ts';
import { unknownId } from '../../../shared/errors/unknown-id.ts';
import type { CourseItem } from '../courses/course.ts';
import { type TypeLabel, validateTypeReferences } from '../settings/types/training-type.ts';
import type { PrerequisiteInput } from './contract.ts';
import {
  type AwardContent,
  type AwardItem,
  awardTypeReferences,
  type Prerequisite,
} from './record/award-record.ts';

type Person = PersonContent & { readonly id: string };

/** The records that an award refers to; absent where there is no such record. */
export interface AwardReferences {
  readonly levelType?: TypeLabel | undefined;
  readonly objectType?: TypeLabel | undefined;
  /** ISO 4217, of the price. */
  readonly currency: string;
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

/** A course or an award needs an id, experience a name. */
export const validatePrerequisites = (
  input: readonly PrerequisiteInput[] | null | undefined,
): ErrorDetail[] =>
  (input ?? []).flatMap(({ type, id, name }, index): ErrorDetail[] => [
    ...(type !== 'Experience' && !id ? [missingField(`prerequisites[${index}].id`, type, 'an id')] : []),
    ...(type === 'Experience' && !name ? [missingField(`prerequisites[${index}].name`, type, 'a name')] : []),
  ]);

/**
 * Parses prerequisites into the form in which they are stored. The names of courses and awards are looked up later.
 */
export const parsePrerequisites = (
  input: readonly PrerequisiteInput[] | null | undefined,
  newId: () => string,
): readonly Prerequisite[] | undefined =>
  input === undefined
    ? undefined
    : (input ?? []).map(({ type, id, name }) => ({
        type,
        id: id ?? newId(),
        name: type === 'Experience' ? (name ?? '') : '',
      }));

const labelsById = (
  { levelTypeId = '', objectTypeId = '' }: AwardContent,
  { levelType, objectType }: AwardReferences,
): ReadonlyMap<string, TypeLabel> =>
  new Map([
    ...(levelType ? [[levelTypeId, levelType] satisfies [string, TypeLabel]] : []),
    ...(objectType ? [[objectTypeId, objectType] satisfies [string, TypeLabel]] : []),
  ]);

/**
 * The award with the names of its prerequisites. New references must exist; references it already had are not checked
 * again, so that a person who has left does not block a change of the price.
 * @param faults what else is wrong with the request
 * @throws Failure 400 with every problem: UNKNOWN_VALUE, NOT_ALLOWED
 */
export function resolveReferences<A extends AwardContent & { readonly id: string }>(
  award: A,
  before: AwardContent | undefined,
  references: AwardReferences,
  faults: readonly ErrorDetail[] = [],
): A {
  const known = new Set([
    ...(before?.prerequisites ?? []).map(({ id }) => id),
    ...(before?.contactPersonIds ?? []),
  ]);
  const isFaulty = new Set(faults.map(({ target }) => target));
  const details: ErrorDetail[] = [
    ...faults,
    ...validateTypeReferences(
      awardTypeReferences(award),
      before ? awardTypeReferences(before) : [],
      labelsById(award, references),
    ),
    ...award.prerequisites.flatMap(({ type, id }, index): ErrorDetail[] => {
      const target = `prerequisites[${index}].id`;
      if (type === 'Experience' || known.has(id) || isFaulty.has(target)) return [];
      if (id === award.id)
        return [{ code: 'NOT_ALLOWED', message: 'An award must not be its own prerequisite.', target }];
      const what = type === 'Award' ? 'award' : 'course';
      return references[`${what}s`].has(id) ? [] : [unknownId(what, id, target)];
    }),
    ...award.contactPersonIds.flatMap((id, index): ErrorDetail[] =>
      known.has(id) || references.people.has(id)
        ? []
        : [unknownId('person', id, `contactPersonIds[${index}]`)],
    ),
  ];
  throwIfInvalid(details);
  return {
    ...award,
    prerequisites: namePrerequisites(award.prerequisites, before?.prerequisites ?? [], references),
  };
}

/** Prerequisites with the present names of their awards and courses; a deleted one keeps the name it had. */
function namePrerequisites(
  prerequisites: readonly Prerequisite[],
  before: readonly Prerequisite[],
  { awards, courses }: AwardReferences,
): Prerequisite[] {
  return prerequisites.map((prerequisite) => ({
    ...prerequisite,
    name:
      {
        Award: awards.get(prerequisite.id)?.name,
        Course: courses.get(prerequisite.id)?.name,
        Experience: undefined,
      }[prerequisite.type] ??
      (prerequisite.name || (before.find(({ id }) => id === prerequisite.id)?.name ?? '')),
  }));
}

/** The type labels of an award, absent where there is none, and the currency of its price. */
type AwardLabels = { readonly [K in 'levelType' | 'objectType']?: Pick<TypeLabel, 'name'> | undefined } & {
  readonly currency: string;
};

/** An award in a list (docs/interface/training.md#awards). */
export const presentAward = (award: AwardItem, { levelType, objectType, currency }: AwardLabels) => ({
  id: award.id,
  name: award.name,
  description: award.description,
  levelType: levelType?.name,
  objectType: objectType?.name,
  price: award.price,
  currency,
  isActive: award.isActive,
  tags: award.tags,
  skills: award.skills,
  createdDate: award.createdDate,
  modifiedDate: award.modifiedDate,
});

/** An award with all its details (docs/interface/training.md#awards). */
export const presentAwardDetail = (award: AwardItem, references: AwardReferences) => ({
  ...presentAward(award, references),
  levelTypeId: award.levelTypeId,
  objectTypeId: award.objectTypeId,
  requirements: award.requirements,
  duration: award.duration,
  allowSelfRegistration: award.allowSelfRegistration,
  requiresApproval: award.requiresApproval,
  awardsAutomatically: award.awardsAutomatically ?? false,
  prerequisites: namePrerequisites(award.prerequisites, [], references),
  validityPeriod: award.validityPeriod,
  validityEndsOn: award.validityEndsOn,
  contactPersons: award.contactPersonIds.flatMap((id) => {
    const person = references.people.get(id);
    return person ? [{ id, name: displayName(person), email: person.email }] : [];
  }),
  iconUrl: award.iconUrl,
  hexNameColor: award.hexNameColor,
});
