// What a PATCH of a group says about its members (RFC 7644 3.5.2).
import { describe, expect, it } from 'vitest';
import type { readOperations } from '../operations.ts';
import { readMemberChanges } from './members.ts';

type Operations = ReturnType<typeof readOperations>;
const [a, b] = ['0f2504e0-4f89-41d3-9a0c-0305e82c3301', '1f2504e0-4f89-41d3-9a0c-0305e82c3301'];
const members = (...ids: readonly string[]) => ids.map((value) => ({ value }));
const read = (...operations: readonly object[]) => {
  const { added, removed } = readMemberChanges('staff', operations as unknown as Operations);
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

  it.each([
    { op: 'replace', path: 'displayName', value: 'other' },
    { op: 'replace', path: 'DISPLAYNAME', value: undefined },
    { op: 'replace', value: { displayName: 'other' } },
  ])('that renames a role: %j', (operation) => {
    const message = 'displayName cannot be changed; the role is staff.';
    expect(() => read(operation)).toThrow(
      expect.objectContaining({ details: [{ code: 'NOT_ALLOWED', message, target: 'Operations[0].value' }] }),
    );
    expect(read({ op: 'replace', path: 'displayName', value: 'staff' })).toEqual([[], []]);
  });
});
