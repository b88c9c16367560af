// Replaces stored items of any type as they were read, at their place or at another one.
import { isDeepStrictEqual } from 'node:util';
import { type Change, type Condition, ifVersion, insert, remove, update } from '../data/changes.ts';
import type { TenantStore } from '../data/store.ts';
import { type Attributes, isSamePlace, type StoredItem, toKey } from './stored-item.ts';

const isAttribute = (name: string): boolean => name !== 'pk' && name !== 'sk';

/** An item without its key. */
export const omitKey = (item: StoredItem): Attributes =>
  Object.fromEntries(Object.entries(item).filter(([name]) => isAttribute(name)));

export const pickAttributes = (item: StoredItem, names: readonly string[]): Attributes =>
  Object.fromEntries(names.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])));

/** The names of the attributes in which two states of an item differ, without its key. */
export function listChanges(before: StoredItem, after: StoredItem): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => isAttribute(name) && !isDeepStrictEqual(before[name], after[name]));
}

/** The item must still have these values. */
function ifStill(item: StoredItem, names: readonly string[]): Condition {
  if (typeof item.version === 'number') return ifVersion(item.version);
  const present = names.filter((name) => item[name] !== undefined);
  if (present.length === 0) return { expression: 'attribute_exists(pk)' };
  return {
    expression: present.map((_, index) => `#still${index} = :still${index}`).join(' AND '),
    names: Object.fromEntries(present.map((name, index) => [`#still${index}`, name])),
    values: Object.fromEntries(present.map((name, index) => [`:still${index}`, item[name]])),
  };
}

/** The change that removes an item, unless somebody has changed it since. */
export const removeItem = (tenant: TenantStore, item: StoredItem): Change =>
  remove(toKey(tenant, item), {
    condition: ifStill(item, Object.keys(item).filter(isAttribute)),
    onConflict: 'retry',
  });

/** The changes that replace an item, at its place or at another one. */
export function replaceItem(tenant: TenantStore, before: StoredItem, after: StoredItem): Change[] {
  if (!isSamePlace(before, after)) return [removeItem(tenant, before), insert(toKey(tenant, after), after)];
  const names = listChanges(before, after);
  if (names.length === 0) return [];
  const set = pickAttributes(after, names);
  const unset = names.filter((name) => after[name] === undefined);
  return [
    update(toKey(tenant, before), { set, unset }, { condition: ifStill(before, names), onConflict: 'retry' }),
  ];
}

/** A record's next version, so that nobody overwrites it who read the former one. */
export const withNextVersion = (item: StoredItem): StoredItem =>
  typeof item.version === 'number' ? { ...item, version: item.version + 1 } : item;
