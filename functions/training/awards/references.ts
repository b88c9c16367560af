// What awards refer to: types, other awards, people. Checked when it is said, looked up when it is shown.
import { displayName, type PersonContent } from '../../../shared/directory/person.ts';
import { type Fault, invalid } from '../../../shared/errors/failure.ts';
import type { AwardContent, AwardItem, Prerequisite } from './award.ts';
import type { PrerequisiteWish } from './contract.ts';

/** A level type or object type, as far as awards care. */
interface Label {
  readonly name: string;
  readonly isActive: boolean;
}

type Person = PersonContent & { readonly id: string };

/** What the ids of an award stand for; absent where there is no such record. */
export interface Referred {
  readonly levelType?: Label | undefined;
  readonly objectType?: Label | undefined;
  /** Awards that are prerequisites, by id. */
  readonly awards: ReadonlyMap<string, Pick<AwardItem, 'name'>>;
  readonly people: ReadonlyMap<string, Person>;
}

const missing = (target: string, type: string, what: string): Fault => ({
  code: 'REQUIRED_FIELD',
  message: `A prerequisite of type ${type} needs ${what}.`,
  target,
});

/**
 * Prerequisites as they are kept, from what was sent: a course names id and name, an award its id, experience its name.
 * The name of an award is looked up later.
 * @throws Failure 400 with every fault
 */
export function prerequisitesFrom(
  sent: readonly PrerequisiteWish[] | null | undefined,
  newId: () => string,
): readonly Prerequisite[] | undefined {
  if (sent === undefined) return undefined;
  const faults = (sent ?? []).flatMap(({ type, id, name }, index): Fault[] => [
    ...(type !== 'Experience' && !id ? [missing(`prerequisites[${index}].id`, type, 'an id')] : []),
    ...(type !== 'Award' && !name ? [missing(`prerequisites[${index}].name`, type, 'a name')] : []),
  ]);
  const [first, ...rest] = faults;
  if (first) throw invalid([first, ...rest]);
  return (sent ?? []).map(({ type, id, name }) => ({ type, id: id ?? newId(), name: name ?? '' }));
}

function typeFaults(
  target: 'levelTypeId' | 'objectTypeId',
  id: string | undefined,
  had: string | undefined,
  label: Label | undefined,
): Fault[] {
  if (id === undefined || id === had) return [];
  const what = target === 'levelTypeId' ? 'level type' : 'object type';
  if (!label) return [{ code: 'UNKNOWN_VALUE', message: `There is no ${what} with the id ${id}.`, target }];
  if (!label.isActive)
    return [{ code: 'NOT_ALLOWED', message: `The ${what} ${label.name} is no longer in use.`, target }];
  return [];
}

/**
 * The award with the names of its prerequisites, if all it newly refers to is there. What it referred to before is not
 * asked for again: a person who has left does not stand in the way of another price.
 * @throws Failure 400 with every fault: UNKNOWN_VALUE, NOT_ALLOWED
 */
export function withReferences<A extends AwardContent & { readonly id: string }>(
  award: A,
  before: AwardContent | undefined,
  found: Referred,
): A {
  const had = new Set([
    ...(before?.prerequisites ?? []).map(({ id }) => id),
    ...(before?.contactPersonIds ?? []),
  ]);
  const faults: Fault[] = [
    ...typeFaults('levelTypeId', award.levelTypeId, before?.levelTypeId, found.levelType),
    ...typeFaults('objectTypeId', award.objectTypeId, before?.objectTypeId, found.objectType),
    ...award.prerequisites.flatMap(({ type, id }, index): Fault[] => {
      const target = `prerequisites[${index}].id`;
      if (type !== 'Award' || had.has(id)) return [];
      if (id === award.id)
        return [{ code: 'NOT_ALLOWED', message: 'An award is no prerequisite of itself.', target }];
      return found.awards.has(id)
        ? []
        : [{ code: 'UNKNOWN_VALUE', message: `There is no award with the id ${id}.`, target }];
    }),
    ...award.contactPersonIds.flatMap((id, index): Fault[] =>
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
  return { ...award, prerequisites: named(award.prerequisites, before?.prerequisites ?? [], found) };
}

/** Prerequisites under the names their awards have now; one that is gone keeps the name it had. */
function named(
  prerequisites: readonly Prerequisite[],
  before: readonly Prerequisite[],
  { awards }: Referred,
): Prerequisite[] {
  return prerequisites.map((one) => ({
    ...one,
    name:
      (one.type === 'Award' ? awards.get(one.id)?.name : undefined) ??
      (one.name || (before.find(({ id }) => id === one.id)?.name ?? '')),
  }));
}

/** The labels of an award, as far as they are there. */
type Labels = { readonly [K in 'levelType' | 'objectType']?: Pick<Label, 'name'> | undefined };

/** An award as lists show it (interface.md 2.1). */
export const shownAward = (award: AwardItem, { levelType, objectType }: Labels) => ({
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

/** An award with everything about it (interface.md 2.1 AwardDetail, gap-facts.md 4.1). */
export const shownDetail = (award: AwardItem, found: Referred) => ({
  ...shownAward(award, found),
  levelTypeId: award.levelTypeId,
  objectTypeId: award.objectTypeId,
  requirements: award.requirements,
  duration: award.duration,
  allowSelfRegistration: award.allowSelfRegistration,
  requiresApproval: award.requiresApproval,
  prerequisites: named(award.prerequisites, [], found),
  validityPeriod: award.validityPeriod,
  contactPersons: award.contactPersonIds.flatMap((id) => {
    const person = found.people.get(id);
    return person ? [{ id, name: displayName(person), email: person.email }] : [];
  }),
  iconUrl: award.iconUrl,
  hexNameColor: award.hexNameColor,
});
