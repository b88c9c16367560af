// The rules of political relationships: what is wrong with one, and how it is presented.

import type {
  RelationshipContent,
  RelationshipItem,
  RelationshipTypeItem,
} from '../../../../shared/directory/officials/political-relationship.ts';
import { displayName } from '../../../../shared/directory/people/person.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import { unknownId } from '../../../../shared/errors/unknown-id.ts';
import { describeTerm, isInForce, overlap } from '../../../../shared/time/in-force.ts';
import type { PoliticalRelationship } from './schemas.ts';

/** What relationships refer to. */
export interface Referenced {
  readonly people: ReadonlyMap<string, PersonItem>;
  readonly types: readonly RelationshipTypeItem[];
  /** What became of people who are no longer there, by id. */
  readonly formerPeople?: ReadonlyMap<string, string>;
}

/** A relationship to be written. */
export interface RelationshipWrite {
  readonly before: RelationshipItem | undefined;
  readonly id: string;
  readonly content: RelationshipContent;
}

/** The person and the official are two people who exist, and the official holds or held an office. */
function validatePeople(
  { personId, officialId }: RelationshipContent,
  { people, formerPeople }: Referenced,
): ErrorDetail[] {
  const official = people.get(officialId);
  const refuse = (message: string): ErrorDetail[] => [{ code: 'NOT_ALLOWED', message, target: 'officialId' }];
  const refuseUnknown = (id: string, target: string): ErrorDetail[] => {
    const message = formerPeople?.get(id);
    return [
      message === undefined ? unknownId('person', id, target) : { code: 'UNKNOWN_VALUE', message, target },
    ];
  };
  const ofOfficial = (): ErrorDetail[] => {
    if (personId === officialId) return refuse('The person and the official must be two people.');
    if (!official) return refuseUnknown(officialId, 'officialId');
    if ((official.offices ?? []).length > 0) return [];
    return refuse(`${displayName(official)} holds and held no public office: choose an official.`);
  };
  return [...(people.has(personId) ? [] : refuseUnknown(personId, 'personId')), ...ofOfficial()];
}

/** An inactive type stays with its relationships and is given to no other one. */
function validateType({ before, content }: RelationshipWrite, { types }: Referenced): ErrorDetail[] {
  const type = types.find(({ id }) => id === content.typeId);
  if (!type) return [unknownId('relationship type', content.typeId, 'typeId')];
  if (type.isActive !== false || before?.typeId === type.id) return [];
  const message = `The relationship type ${type.name} is inactive: choose another one.`;
  return [{ code: 'NOT_ALLOWED', message, target: 'typeId' }];
}

/** A relationship ends when it starts or later. */
function validateDates({ content: { startDate, endDate } }: RelationshipWrite): ErrorDetail[] {
  if (!startDate || !endDate || startDate <= endDate) return [];
  return [
    {
      code: 'OUT_OF_RANGE',
      message: `The relationship would end on ${endDate}, before it starts on ${startDate}. Delete a relationship that never was.`,
      target: 'endDate',
    },
  ];
}

/** Everything that is wrong with a relationship by itself. */
export const validateRelationship = (write: RelationshipWrite, referenced: Referenced): ErrorDetail[] => [
  ...validatePeople(write.content, referenced),
  ...validateType(write, referenced),
  ...validateDates(write),
];

/**
 * Another relationship of the type with the official at the same time.
 * @param others the relationships of the person, as they will be
 */
export function findOverlaps(
  { id, content }: RelationshipWrite,
  others: readonly RelationshipItem[],
  { types }: Referenced,
): ErrorDetail[] {
  const { officialId, typeId } = content;
  const name = types.find((type) => type.id === typeId)?.name ?? 'relationship';
  return others
    .filter((other) => other.id !== id && other.officialId === officialId && other.typeId === typeId)
    .filter((other) => overlap(other, content))
    .map((other) => ({
      code: 'DUPLICATE_VALUE',
      message: `The person has a relationship of the type ${name} with the official ${describeTerm(other)} already: choose dates that do not overlap, or change that one (${other.id}).`,
      target: 'typeId',
    }));
}

/** What a relationship is on a day. */
function statusOn(
  relationship: Pick<RelationshipContent, 'startDate' | 'endDate'>,
  day: string,
): PoliticalRelationship['status'] {
  if (isInForce(relationship, day)) return 'current';
  return relationship.startDate !== undefined && relationship.startDate > day ? 'future' : 'past';
}

/** The relationship in the interface's form. */
export function presentRelationship(
  relationship: RelationshipItem,
  { people, types }: Referenced,
  today: string,
): PoliticalRelationship {
  const person = people.get(relationship.personId);
  const official = people.get(relationship.officialId);
  const status = statusOn(relationship, today);
  return {
    id: relationship.id,
    personId: relationship.personId,
    personName: person ? displayName(person) : null,
    organizationName: person?.organizationName ?? null,
    officialId: relationship.officialId,
    officialName: official ? displayName(official) : null,
    typeId: relationship.typeId,
    typeName: types.find(({ id }) => id === relationship.typeId)?.name ?? null,
    strength: relationship.strength,
    startDate: relationship.startDate ?? null,
    endDate: relationship.endDate ?? null,
    notes: relationship.notes ?? null,
    title: relationship.title ?? null,
    status,
    isActive: status === 'current',
    createdDate: relationship.createdDate,
    modifiedDate: relationship.modifiedDate,
  };
}
