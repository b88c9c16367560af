// What a PATCH of a group says about its members (RFC 7644 3.5.2).
import { describe, expect, it } from 'vitest';
import type { readOperations } from '../operations.ts';
import { readGroupChanges } from './members.ts';

type Operations = ReturnType<typeof readOperations>;
const [a, b] = ['0f2504e0-4f89-41d3-9a0c-0305e82c3301', '1f2504e0-4f89-41d3-9a0c-0305e82c3301'];
const members = (...ids: readonly string[]) => ids.map((value) => ({ value }));
const read = (...operations: readonly object[]) => {
  const { added, removed } = readGroupChanges(operations as unknown as Operations);
  return [[...added], removed === 'all' ? 'all' : [...removed]];
};

describe('members', () => {
  it.each<[string, object[], unknown[]]>([
    ['none', [], [[], []]],
    ['added', [{ op: 'add', path: 'members', value: members(a, b) }], [[a, b], []]],
    ['added as one', [{ op: 'add', path: 'members', value: { value: a } }], [[a], []]],
    ['added without a path', [{ op: 'add', value: { members: members(a) } }], [[a], []]],
    ['removed', [{ op: 'remove', path: 'members', value: members(a) }], [[], [a]]],
    ['removed by a filter', [{ op: 'remove', path: `members[value eq "${a}"]` }], [[], [a]]],
    ['all removed', [{ op: 'remove', path: 'members' }], [[], 'all']],
    ['replaced', [{ op: 'replace', path: 'members', value: members(a) }], [[a], 'all']],
    ['replaced without a path', [{ op: 'replace', value: { members: members(a) } }], [[a], 'all']],
    [
      'by their full names',
      [{ op: 'add', path: 'urn:ietf:params:scim:schemas:core:2.0:Group:members', value: members(a) }],
      [[a], []],
    ],
    ['in any case', [{ op: 'remove', path: `MEMBERS[VALUE eq "${a.toUpperCase()}"]` }], [[], [a]]],
    ['nobody', [{ op: 'replace', value: { displayName: 'staff' } }], [[], []]],
    ['nobody by another id', [{ op: 'replace', path: 'externalId', value: 'x' }], [[], []]],
  ])('are %s', (_, operations, expected) => {
    expect(read(...operations)).toEqual(expected);
  });

  it('are those of all operations, one after the other', () => {
    const add = { op: 'add', path: 'members', value: members(a) };
    const remove = { op: 'remove', path: 'members', value: members(a) };
    const removeAll = { op: 'remove', path: 'members' };
    expect(read(add, remove)).toEqual([[], [a]]);
    expect(read(remove, add)).toEqual([[a], []]);
    expect(read(add, removeAll)).toEqual([[], 'all']);
    expect(read(removeAll, add)).toEqual([[a], 'all']);
    expect(read(removeAll, add, remove)).toEqual([[], 'all']);
  });
});

describe('an operation is refused', () => {
  it.each([
    [
      { op: 'add', path: 'members', value: 'x' },
      'value',
      'The value must be a list of members, each with a value.',
    ],
    [{ op: 'add', path: 'members' }, 'value', 'The value must be a list of members, each with a value.'],
    [
      { op: 'add', path: 'members', value: [{ value: '' }] },
      'value',
      'The value must be a list of members, each with a value.',
    ],
    [{ op: 'add', value: 'x' }, 'value', 'The value must have the attributes to change.'],
    [{ op: 'add', path: 'color', value: 'x' }, 'path', 'A group has members and displayName, and no color.'],
    [
      { op: 'add', path: `members[value eq "${a}"]`, value: 'x' },
      'path',
      `A group has members and displayName, and no members[value eq "${a}"].`,
    ],
    [
      { op: 'remove', path: `members[value ne "${a}"]` },
      'path',
      'Members are named by their value: members[value eq "<id>"].',
    ],
  ])('%j', (operation, member, message) => {
    expect(() => read({ op: 'add', path: 'externalId' }, operation)).toThrow(
      expect.objectContaining({
        details: [{ code: 'INVALID_FORMAT', message, target: `Operations[1].${member}` }],
      }),
    );
  });
});

describe('the name and the external id', () => {
  it.each([
    [{ op: 'replace', path: 'displayName', value: 'other' }, { displayName: 'other' }],
    [{ op: 'replace', path: 'DISPLAYNAME', value: 'other' }, { displayName: 'other' }],
    [
      { op: 'replace', value: { displayName: 'other', externalId: 'x' } },
      { displayName: 'other', externalId: 'x' },
    ],
    [{ op: 'add', path: 'externalId', value: 'x' }, { externalId: 'x' }],
    [{ op: 'remove', path: 'externalId' }, {}],
  ])('are those of %j', (operation, expected) => {
    expect(readGroupChanges([operation] as unknown as Operations)).toMatchObject(expected);
  });

  it('must be texts', () => {
    const operation = { op: 'replace', path: 'displayName', value: 5 };
    expect(() => read(operation)).toThrow('The value must have the attributes to change.');
  });
});
