// Relationships with officials (docs/interface/crm.md#political-relationships).
import { describe, expect, it } from 'vitest';
import type {
  RelationshipContent,
  RelationshipItem,
} from '../../../../shared/directory/officials/political-relationship.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import { findOverlaps, presentRelationship, type Referenced, validateRelationship } from './relationship.ts';

const record = { version: 1, schemaVersion: 1, createdDate: '', modifiedDate: '' } as const;
const person = (id: string, offices: PersonItem['offices'] = []): PersonItem => ({
  ...{ type: 'person', id, firstName: id, lastName: 'Berg', offices, ...record },
});
const friend = { ...({ type: 'relationship-type', id: 't', name: 'Friend', ...record } as const) };
const referenced: Referenced = {
  people: new Map([
    ['ada', person('ada')],
    ['ben', person('ben')],
    [
      'senator',
      person('senator', [
        { id: 'o', kind: 'legislature', role: 'Senator', startDate: '2020-01-01', endDate: '2020-12-31' },
      ]),
    ],
  ]),
  types: [friend],
  formerPeople: new Map([['gone', 'Gus was merged.']]),
};
const content: RelationshipContent = { personId: 'ada', officialId: 'senator', typeId: 't', strength: 3 };
const item = (id: string, more: Partial<RelationshipContent> = {}): RelationshipItem => ({
  ...{ type: 'political-relationship', id, ...content, ...more, ...record },
});

describe('a relationship', () => {
  const validate = (more: Partial<RelationshipContent>, facts = referenced, before?: RelationshipItem) =>
    validateRelationship({ before, id: 'r', content: { ...content, ...more } }, facts).map(
      ({ code, target }) => `${code} ${target}`,
    );

  it('is of two people, of whom the official holds or held an office', () => {
    expect(validate({})).toEqual([]);
    expect(validate({ officialId: 'ben' })).toEqual(['NOT_ALLOWED officialId']);
    expect(validate({ personId: 'senator' })).toEqual(['NOT_ALLOWED officialId']);
  });

  it('names people who exist; of those who did it says what became of them', () => {
    expect(validate({ personId: 'x', officialId: 'y' })).toEqual([
      'UNKNOWN_VALUE personId',
      'UNKNOWN_VALUE officialId',
    ]);
    const [fault] = validateRelationship(
      { before: undefined, id: 'r', content: { ...content, personId: 'gone' } },
      referenced,
    );
    expect(fault?.message).toBe('Gus was merged.');
  });

  it('keeps an inactive type that it has, and is given no other', () => {
    const inactive = { ...referenced, types: [{ ...friend, isActive: false }] };
    expect(validate({}, inactive)).toEqual(['NOT_ALLOWED typeId']);
    expect(validate({}, inactive, item('r'))).toEqual([]);
    expect(validate({}, inactive, item('r', { typeId: 'other' }))).toEqual(['NOT_ALLOWED typeId']);
    expect(validate({ typeId: 'x' })).toEqual(['UNKNOWN_VALUE typeId']);
  });

  it('ends on the day when it starts or later', () => {
    expect(validate({ startDate: '2027-01-02', endDate: '2027-01-02' })).toEqual([]);
    expect(validate({ startDate: '2027-01-02', endDate: '2027-01-01' })).toEqual(['OUT_OF_RANGE endDate']);
  });

  it('does not overlap another of its type with the official, not even on one day', () => {
    const overlaps = (other: Partial<RelationshipContent>, id = 'other') =>
      findOverlaps(
        { before: undefined, id: 'r', content: { ...content, startDate: '2027-01-10' } },
        [item(id, other)],
        referenced,
      ).length;
    expect(overlaps({ endDate: '2027-01-09' })).toBe(0);
    expect(overlaps({ endDate: '2027-01-10' })).toBe(1);
    expect(overlaps({ endDate: '2027-01-10', typeId: 'x' })).toBe(0);
    expect(overlaps({ endDate: '2027-01-10', officialId: 'ben' })).toBe(0);
    // Itself, as it was.
    expect(overlaps({ endDate: '2027-01-10' }, 'r')).toBe(0);
  });

  it('is current from its first day to its last', () => {
    const statusOn = (day: string) =>
      presentRelationship(item('r', { startDate: '2027-01-02', endDate: '2027-01-04' }), referenced, day)
        .status;
    expect(['2027-01-01', '2027-01-02', '2027-01-04', '2027-01-05'].map(statusOn)).toEqual([
      'future',
      'current',
      'current',
      'past',
    ]);
  });
});
