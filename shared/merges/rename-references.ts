// What an item becomes that refers to a removed record: it refers to the remaining one, with the name of that one.
import type { OpenMerge } from '../data/open-merge.ts';
import type { Attributes, StoredItem } from './stored-item.ts';

const isPlain = (value: unknown): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The person in an entry of a list. */
const personIn = (entry: unknown): unknown => (isPlain(entry) ? entry.personId : entry);

/** A list in which two records became one names that one once. */
function dropRepeated(value: unknown, id: string): unknown {
  if (Array.isArray(value)) {
    const isFirst = (entry: unknown, index: number): boolean =>
      personIn(entry) !== id || value.findIndex((other) => personIn(other) === id) === index;
    return value.map((entry) => dropRepeated(entry, id)).filter((_, index) => isFirst(value[index], index));
  }
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, dropRepeated(each, id)]));
}

/** A record whose name other records have copies of. */
export interface NamedRecord {
  readonly id: string;
  readonly name: string;
}

/**
 * Types of items with copies of names that follow a merge. Documents such as invoices keep the name of their time, and bills
 * the names of their source.
 */
const typesWithNames = new Set([
  'person',
  'person-entry',
  'registration',
  'pending-approval',
  'award-registration',
  'certification',
  'reported-credit',
  'class',
  'class-entry',
  'instructor',
]);

/** Which attribute has the name of the record whose id another one next to it has. */
const copies: readonly (readonly [id: string, name: string])[] = [
  ['organizationId', 'organizationName'],
  ['memberId', 'memberName'],
  ['personId', 'personName'],
  ['personId', 'name'],
  // Of short entries of people.
  ['o', 'on'],
];

/** Whether an item has copies of names that follow a merge. */
export const hasNames = ({ type = '' }: StoredItem): boolean => typesWithNames.has(type);

/** The value in which copies of a record's name are the current one. */
function nameIn(value: unknown, { id, name }: NamedRecord): unknown {
  if (Array.isArray(value)) return value.map((each) => nameIn(each, { id, name }));
  if (!isPlain(value)) return value;
  const named = copies.flatMap(([idName, copy]) =>
    value[idName] === id && typeof value[copy] === 'string' ? [[copy, name]] : [],
  );
  return {
    ...Object.fromEntries(Object.entries(value).map(([key, each]) => [key, nameIn(each, { id, name })])),
    ...Object.fromEntries(named),
  };
}

/** An item in which copies of a record's name are the current one: of a person, or of an organization. */
export function nameRecord(item: StoredItem, named: NamedRecord | undefined): StoredItem {
  if (!named || !hasNames(item)) return item;
  const next = nameIn(item, named) as StoredItem;
  return item.type === 'instructor' && item.id === named.id ? { ...next, name: named.name } : next;
}

/** The item with the remaining id in place of the removed one: ids are unique, so every text that has it means the record. */
export const renameReferences = (
  item: StoredItem,
  { from, into }: Pick<OpenMerge, 'from' | 'into'>,
): StoredItem => dropRepeated(JSON.parse(JSON.stringify(item).replaceAll(from, into)), into) as StoredItem;
