// Filters of SCIM (RFC 7644 3.4.2.2): which attributes they name, in any case, and what they select.
import { describe, expect, it } from 'vitest';
import { applyFilter, findEqualValue, namesAttribute, parseFilter } from './filter.ts';

const attributes = ['userName', 'name', 'name.familyName', 'emails', 'emails.value', 'active'];
const parse = (text: string) => parseFilter(text, attributes);

describe('a filter', () => {
  it('names attributes in any case, with or without their schema (RFC 7643 2.1)', () => {
    const expected = { op: 'eq', attrPath: 'userName', compValue: 'Ada' };
    expect(parse('userName eq "Ada"')).toEqual(expected);
    expect(parse('USERNAME eq "Ada"')).toEqual(expected);
    expect(parse('urn:ietf:params:scim:schemas:core:2.0:User:username eq "Ada"')).toEqual(expected);
  });

  it('may have parts, at any depth', () => {
    expect(parse('not (username pr) and (Name.FamilyName co "Q" or emails[VALUE sw "a"])')).toMatchObject({
      op: 'and',
      filters: [
        { op: 'not', filter: { op: 'pr', attrPath: 'userName' } },
        {
          op: 'or',
          filters: [
            { op: 'co', attrPath: 'name.familyName' },
            { op: '[]', attrPath: 'emails', valFilter: { op: 'sw', attrPath: 'value' } },
          ],
        },
      ],
    });
  });

  it.each([
    [
      'color eq "red"',
      'it names color, and can name userName, name, name.familyName, emails, emails.value, active',
    ],
    [
      'emails[color eq "red"]',
      'it names emails.color, and can name userName, name, name.familyName, emails, emails.value, active',
    ],
    ['userName', 'an example is userName eq "grace@demo.example"'],
    ['', 'an example is userName eq "grace@demo.example"'],
  ])('is refused: %s', (text, problem) => {
    const message = `filter is not a filter of SCIM: ${problem}.`;
    expect(() => parse(text)).toThrow(
      expect.objectContaining({ details: [{ code: 'INVALID_FORMAT', message, target: 'filter' }] }),
    );
  });

  it.each([
    ['userName eq "Ada"', 'Ada'],
    ['userName ne "Ada"', undefined],
    ['active eq true', undefined],
    ['name.familyName eq "Ada"', undefined],
    ['userName eq 7', undefined],
    ['userName eq "Ada" and active eq true', undefined],
  ])('that says only what the user name is has its text: %s, %s', (text, value) => {
    expect(findEqualValue(parse(text), 'userName')).toBe(value);
  });

  it.each([
    ['name.familyName pr', true],
    ['active eq true or not (name pr)', true],
    ['active eq true and userName pr', false],
    ['emails[value pr]', false],
  ])('names the attribute name or a part of it: %s, %s', (text, expected) => {
    expect(namesAttribute(parse(text), 'name')).toBe(expected);
  });
});

describe('the resources that a filter selects', () => {
  const [ada, bo] = [
    {
      userName: 'Ada@x.example',
      active: true,
      name: { familyName: 'Quill' },
      emails: [{ value: 'A@x.example' }],
    },
    { userName: 'bo@x.example', active: false, emails: [] },
  ];

  it.each([
    ['userName eq "ADA@x.example"', [ada]],
    ['userName sw "BO"', [bo]],
    ['active eq false', [bo]],
    ['name.familyName eq "quill"', [ada]],
    ['emails[value eq "a@X.example"]', [ada]],
    ['userName pr', [ada, bo]],
    ['userName eq "eve"', []],
  ])('are found without regard to case: %s', (text, expected) => {
    expect(applyFilter([ada, bo], parse(text))).toEqual(expected);
  });
});
