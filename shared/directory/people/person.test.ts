// Proves how a person is presented (docs/interface/crm.md#person-fields).

import { describe, expect, it } from 'vitest';
import { displayName, mergePerson, Person, presentPerson } from './person.ts';

const stored = {
  id: '0b8f3f0c-2c0e-5d0a-8a51-0f6a3f5f9d10',
  createdDate: '2026-01-02T03:04:05.000Z',
  modifiedDate: '2026-01-02T03:04:05.000Z',
};
const present = {
  tenantCode: 'demo',
  today: '2026-06-01',
  fields: [],
  presentPicture: () => null,
};

describe('displayName', () => {
  it.each([
    [{ displayName: 'Ada F.', firstName: 'Ada' }, 'Ada F.'],
    [
      { firstName: 'Ada', middleName: 'B.', lastName: 'Fairweather', suffix: 'Jr.' },
      'Ada B. Fairweather Jr.',
    ],
    [{ lastName: 'Fairweather' }, 'Fairweather'],
    [{ email: 'ada@example.org' }, 'ada'],
    [{}, '(no name)'],
  ])('of %j is %j', (person, name) => {
    expect(displayName(person)).toBe(name);
  });
});

describe('mergePerson', () => {
  const current = { displayName: 'Addie Fairweather', firstName: 'Ada', lastName: 'Fairweather' };

  it('keeps the display name while the names stay', () => {
    expect(mergePerson(current, { lastName: 'Fairweather', email: 'ada@example.org' }).displayName).toBe(
      current.displayName,
    );
  });

  it('drops the display name when a source without one changes the names', () => {
    expect(displayName(mergePerson(current, { lastName: 'Gale' }))).toBe('Ada Gale');
  });
});

describe('presentPerson', () => {
  it('has every field, null where nothing is known', () => {
    const person = presentPerson({ ...stored, lastName: 'Fairweather' }, present);
    expect(Person.parse(person)).toEqual(person);
    expect(person).toMatchObject({
      firstName: null,
      displayName: 'Fairweather',
      addresses: [],
      isActive: true,
      tenantId: 'demo',
    });
  });

  it('computes from the dates whether a position and an office are active', () => {
    const person = presentPerson(
      {
        ...stored,
        lastName: 'Fairweather',
        positions: [{ id: stored.id, title: 'Clerk', endDate: '2026-05-31' }],
        offices: [{ id: stored.id, kind: 'legislature', role: 'upper', startDate: '2026-01-01' }],
      },
      present,
    );
    expect(person.positions[0]?.isActive).toBe(false);
    expect(person.offices[0]?.isActive).toBe(true);
    expect(Person.parse(person)).toEqual(person);
  });

  it("never contains the system's own attributes", () => {
    const item = { ...stored, lastName: 'Fairweather', pk: 'T#demo#PERSON#1', version: 3 };
    expect(Object.keys(presentPerson(item, present))).toEqual(Object.keys(Person.shape));
  });
});
