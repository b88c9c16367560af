// How the fields of two records become those of one (docs/interface/crm.md#merging-people).
import { describe, expect, it } from 'vitest';
import { combineFields, type FieldChoices, pickFields, toChoices, type Values } from './combine-fields.ts';

const rules = {
  fields: ['name', 'city', 'zip', 'tags', 'links', 'values', 'extra'],
  storedNames: { place: ['city', 'zip'] },
};
const combine = (remaining: Values, removed: Values, choices: FieldChoices = {}) =>
  combineFields(remaining, removed, choices, rules);

describe('a field of two records', () => {
  it('has the value of the record that remains, or else of the removed one', () => {
    expect(combine({ name: 'a' }, { name: 'b' })).toStrictEqual({ name: 'a' });
    expect(combine({}, { name: 'b' })).toStrictEqual({ name: 'b' });
    expect(combine({ name: '' }, { name: 'b' })).toStrictEqual({ name: '' });
    expect(combine({}, {})).toStrictEqual({});
    expect(combine({ name: null }, { name: { a: 1 } })).toStrictEqual({ name: null });
    expect(combine({ name: 'a' }, { name: { a: 1 } })).toStrictEqual({ name: 'a' });
  });

  it('has the value of the chosen record, also where that has none', () => {
    expect(combine({ name: 'a' }, { name: 'b' }, { name: 'removed' })).toStrictEqual({ name: 'b' });
    expect(combine({ name: 'a' }, {}, { name: 'removed' })).toStrictEqual({});
    expect(combine({ name: 'a' }, { name: 'b' }, { name: 'remaining' })).toStrictEqual({ name: 'a' });
    expect(combine({}, { name: 'b' }, { name: 'remaining' })).toStrictEqual({});
  });

  it('that is stored in several parts has those of one record', () => {
    const [own, other] = [{ city: 'a' }, { city: 'b', zip: '1' }];
    expect(combine(own, other)).toStrictEqual({ city: 'a' });
    expect(combine({}, other)).toStrictEqual(other);
    expect(combine({ zip: '2' }, other)).toStrictEqual({ zip: '2' });
    expect(combine(own, other, { place: 'removed' })).toStrictEqual(other);
    // The choice has the name of the whole.
    expect(combine(own, other, { city: 'removed' })).toStrictEqual({ city: 'a' });
  });

  it('of members has those of both, and where both have one that of the record that remains', () => {
    expect(combine({ extra: { a: 1 } }, { extra: { a: 2, b: 3 } })).toStrictEqual({ extra: { a: 1, b: 3 } });
  });
});

describe('a list of two records', () => {
  it('has the entries of both, each once, those of the record that remains first', () => {
    expect(combine({ tags: ['Board', 'x'] }, { tags: ['board', 'Éa', 'é A'] })).toStrictEqual({
      tags: ['Board', 'x', 'Éa', 'é A'],
    });
    expect(combine({ tags: ['a'] }, { tags: ['b'] }, { tags: 'both' })).toStrictEqual({ tags: ['a', 'b'] });
    expect(combine({ tags: ['a'] }, { tags: ['b'] }, { tags: 'removed' })).toStrictEqual({ tags: ['b'] });
    expect(combine({ tags: [] }, { tags: ['b'] })).toStrictEqual({ tags: ['b'] });
  });

  it('knows entries by their content, whatever their id and the order of their members', () => {
    const [one, other] = [
      { id: '1', url: 'u', note: 'n' },
      { note: 'n', url: 'u', id: '2' },
    ];
    expect(combine({ links: [one] }, { links: [other] })).toStrictEqual({ links: [one] });
    expect(combine({ links: [one] }, { links: [{ ...other, note: 'm' }] })).toStrictEqual({
      links: [one, { ...other, note: 'm' }],
    });
    expect(combine({ links: [{ url: 'u' }] }, { links: [{ url: 'u', id: 7 }] })).toStrictEqual({
      links: [{ url: 'u' }],
    });
  });

  it('knows custom values by the id of their field, which has one value', () => {
    const own = [{ id: 'f', value: '1' }];
    expect(
      combine(
        { values: own },
        {
          values: [
            { id: 'f', value: '2' },
            { id: 'g', value: '1' },
          ],
        },
      ),
    ).toStrictEqual({
      values: [...own, { id: 'g', value: '1' }],
    });
  });

  it('tells texts apart that are nothing but signs', () => {
    expect(combine({ tags: ['!'] }, { tags: ['?', '!'] })).toStrictEqual({ tags: ['!', '?'] });
  });
});

describe('the rules of a type of record', () => {
  const byDefault = (field: string) => (field === 'name' ? ('removed' as const) : undefined);
  const uniteField = (field: string) => (field === 'tags' ? { tags: 'united' } : undefined);

  it('choose for a field without a choice', () => {
    const own = { name: 'a', city: 'a' };
    const other = { name: 'b', city: 'b' };
    expect(combineFields(own, other, {}, { ...rules, byDefault })).toStrictEqual({ name: 'b', city: 'a' });
    expect(combineFields(own, other, { name: 'remaining' }, { ...rules, byDefault })).toMatchObject({
      name: 'a',
    });
  });

  it('unite lists in another way, unless one record is chosen', () => {
    const unite = (choices: FieldChoices) =>
      combineFields({ tags: ['a'] }, { tags: ['b'] }, choices, { ...rules, uniteField }).tags;
    expect(unite({})).toBe('united');
    expect(unite({ tags: 'both' })).toBe('united');
    expect(unite({ tags: 'remaining' })).toEqual(['a']);
    expect(unite({ tags: 'removed' })).toEqual(['b']);
  });
});

it('choices of a request are those that are not null', () => {
  expect(toChoices({ name: 'removed', tags: null, place: undefined })).toStrictEqual({ name: 'removed' });
  expect(toChoices(null)).toStrictEqual({});
  expect(toChoices(undefined)).toStrictEqual({});
});

it('fields are picked where they have a value', () => {
  expect(pickFields({ a: null, b: undefined, c: 0, d: 1 }, ['a', 'b', 'c', 'e'])).toStrictEqual({
    a: null,
    c: 0,
  });
});
