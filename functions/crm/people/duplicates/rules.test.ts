import { describe, expect, it } from 'vitest';
import type { PersonContent } from '../../../../shared/directory/people/person.ts';
import { type DuplicateRule, defaultDuplicateRules, describeRule, matchPeople } from './rules.ts';

const match = (
  people: readonly PersonContent[],
  rules: readonly DuplicateRule[] = defaultDuplicateRules.rules,
) =>
  [
    ...matchPeople(
      people.map((person, index) => ({ ...person, id: String(index) })),
      rules,
    ),
  ].map(({ people: [a, b] }) => a.id + b.id);
const inTown = (zipCode: string): PersonContent => ({
  addresses: [{ id: 'd7b3f4b0-0000-4000-8000-000000000000', type: 'Primary', zipCode }],
});

describe('people of the same name match', () => {
  it('by any address of each, in any case', () => {
    expect(
      match([
        { email: 'Ada@Example.org' },
        { email: 'x@example.org', secondaryEmail: 'ada@example.org' },
        { email: 'other@example.org' },
      ]),
    ).toEqual(['01']);
  });

  it('by postal code, with and without the four digits of ZIP+4', () => {
    expect(match([inTown('21401'), inTown('21401-1234'), inTown('21402'), inTown('k1a 0b1')])).toEqual([
      '01',
    ]);
  });

  it('by telephone number with and without the country, but not by an extension', () => {
    const rules = [{ sameNameAnd: ['phone'] }] as const;
    expect(match([{ phone: '+1 (410) 555-0134' }, { mobilePhone: '410.555.0134' }], rules)).toEqual(['01']);
    expect(match([{ phone: '0134' }, { phone: '0134' }], rules)).toEqual([]);
  });

  it('by a rule of several fields only with all of them', () => {
    const rules = [{ sameNameAnd: ['email', 'postalCode'] }] as const;
    const email = 'a@example.org';
    expect(
      match([{ ...inTown('1'), email }, { email }, { ...inTown('1'), email: 'b@example.org' }], rules),
    ).toEqual([]);
    expect(
      match(
        [
          { ...inTown('1'), email },
          { ...inTown('1'), email },
        ],
        rules,
      ),
    ).toEqual(['01']);
  });

  it('with everybody who has the value, each pair once', () => {
    const same = { email: 'a@example.org', ...inTown('21401') };
    expect(match([same, same, same])).toEqual(['01', '02', '12']);
  });
});

it('a reason names what is equal, never the values', () => {
  expect(describeRule({ sameNameAnd: ['email', 'postalCode'] })).toBe(
    'Both have the same name, email address and postal code.',
  );
});
