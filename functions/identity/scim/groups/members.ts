// What a PATCH of a group says about its members (RFC 7644, 3.5.2).
import * as z from 'zod';
import { invalid } from '../../../../shared/errors/failure.ts';
import { foldId } from '../../administration/administration.ts';
import { findEqualValue, parseFilter } from '../filter.ts';
import type { readOperations } from '../operations.ts';
import { groupFields } from './contract.ts';

/** Who becomes a member and who no longer is one. `all` stands for every member that there is. */
export interface MemberChanges {
  readonly added: ReadonlySet<string>;
  readonly removed: ReadonlySet<string> | 'all';
}

/** The changes of a group; what is absent stays. */
export interface GroupChanges extends MemberChanges {
  readonly displayName?: string | undefined;
  readonly externalId?: string | undefined;
}

type Operation = ReturnType<typeof readOperations>[number];

const Member = z.object({ value: z.string().min(1).max(100).overwrite(foldId) });
const Members = z.union([z.array(Member).max(1000), Member.transform((member) => [member])]);
const Attributes = z.object({ ...groupFields, members: Members }).partial();

const refuse = (index: number, member: 'path' | 'value', message: string) =>
  invalid([{ code: 'INVALID_FORMAT', message, target: `Operations[${index}].${member}` }]);

function readIds(value: unknown, index: number): string[] {
  const parsed = Members.safeParse(value);
  if (!parsed.success)
    throw refuse(index, 'value', 'The value must be a list of members, each with a value.');
  return parsed.data.map((member) => member.value);
}

/** The id in `members[value eq "…"]`. */
function readPathId(path: string, index: number): string | undefined {
  const inner = /^members\[(.+)\]$/i.exec(path)?.[1];
  if (inner === undefined) return undefined;
  const id = findEqualValue(parseFilter(inner, ['value']), 'value');
  if (id === undefined)
    throw refuse(index, 'path', 'Members are named by their value: members[value eq "<id>"].');
  return foldId(id);
}

/** The attributes of an operation whose value, or whose path and value, name them. */
function readAttributes(value: unknown, index: number): z.output<typeof Attributes> {
  const parsed = Attributes.safeParse(value);
  if (!parsed.success) throw refuse(index, 'value', 'The value must have the attributes to change.');
  return parsed.data;
}

/** The attributes of a group, but for its members, as a path names them. */
const attributeNames: Readonly<Record<string, 'displayName' | 'externalId'>> = {
  displayname: 'displayName',
  externalid: 'externalId',
};

/**
 * The changes that all operations make together, one after the other.
 * @throws Failure 400 invalidPath, invalidValue
 */
export function readGroupChanges(operations: readonly Operation[]): GroupChanges {
  let attributes: Pick<GroupChanges, 'displayName' | 'externalId'> = {};
  const added = new Set<string>();
  let removed: Set<string> | 'all' = new Set<string>();
  const add = (ids: readonly string[]) => {
    for (const id of ids) {
      added.add(id);
      if (removed !== 'all') removed.delete(id);
    }
  };
  const removeAll = () => {
    added.clear();
    removed = 'all';
  };
  const remove = (ids: readonly string[]) => {
    for (const id of ids) {
      added.delete(id);
      if (removed !== 'all') removed.add(id);
    }
  };
  for (const [index, { op, path, value }] of operations.entries()) {
    const name = path?.replace(/^urn:ietf:params:scim:schemas:core:2\.0:Group:/i, '');
    const attribute = name && attributeNames[name.toLowerCase()];
    if (name === undefined) {
      const { members, ...others } = readAttributes(value, index);
      attributes = { ...attributes, ...others };
      if (op === 'replace' && members) removeAll();
      add((members ?? []).map((member) => member.value));
    } else if (attribute) {
      if (op !== 'remove') attributes = { ...attributes, ...readAttributes({ [attribute]: value }, index) };
    } else if (name.toLowerCase() === 'members') {
      if (op === 'remove' && value === undefined) removeAll();
      else if (op === 'remove') remove(readIds(value, index));
      else {
        if (op === 'replace') removeAll();
        add(readIds(value, index));
      }
    } else {
      const id = readPathId(name, index);
      if (id === undefined || op !== 'remove')
        throw refuse(index, 'path', `A group has members and displayName, and no ${name}.`);
      remove([id]);
    }
  }
  return { ...attributes, added, removed };
}
