// How a merge replaces stored items, so that a change by somebody else since they were read is not lost.
import { beforeAll, describe, expect, it } from 'vitest';
import { openTenantStore, type TenantStore } from '../data/store.ts';
import { parseTenantCode } from '../data/tenant/tenant-code.ts';
import {
  listChanges,
  omitKey,
  pickAttributes,
  removeItem,
  replaceItem,
  withNextVersion,
} from './replace-item.ts';
import { isSamePlace, type StoredItem, toPlace } from './stored-item.ts';

let tenant: TenantStore;
beforeAll(() => {
  process.env.TABLE_NAME = 'the-table';
  tenant = openTenantStore(parseTenantCode('alder') ?? expect.fail('alder is a tenant code'));
});

const place = { pk: 'T#alder#A', sk: 'B' };
const createItem = (attributes: object, at = place) => ({ ...at, ...attributes }) as unknown as StoredItem;

describe('the place of an item', () => {
  it('is its key, of which both parts count', () => {
    expect(toPlace(createItem({ name: 'x' }))).toStrictEqual(place);
    expect(isSamePlace(place, { ...place })).toBe(true);
    expect(isSamePlace(place, { ...place, pk: 'T#alder#C' })).toBe(false);
    expect(isSamePlace(place, { ...place, sk: 'C' })).toBe(false);
  });

  it('is none of its attributes', () => {
    expect(omitKey(createItem({ name: 'x', gone: undefined }))).toStrictEqual({ name: 'x', gone: undefined });
    expect(pickAttributes(createItem({ a: 0, b: null }), ['a', 'b', 'c'])).toStrictEqual({ a: 0, b: null });
  });
});

it('the changes of an item are its attributes that differ, were added or removed', () => {
  const before = createItem({ a: 1, list: [{ x: 1 }], gone: true, same: { y: [] } });
  const after = createItem(
    { a: 2, list: [{ x: 2 }], same: { y: [] }, added: '' },
    { pk: 'T#alder#Z', sk: 'Z' },
  );
  expect(listChanges(before, after)).toEqual(['a', 'list', 'gone', 'added']);
  expect(listChanges(before, { ...before })).toEqual([]);
});

describe('an item is removed', () => {
  it('at the version that was read', () => {
    const change = removeItem(tenant, createItem({ version: 0, name: 'x' }));
    expect(change).toMatchObject({
      onConflict: 'retry',
      action: { Delete: { Key: place, ExpressionAttributeValues: { ':expectedVersion': 0 } } },
    });
  });

  it('with the values that were read, where it has no version', () => {
    expect(removeItem(tenant, createItem({ name: 'x', gone: undefined, role: 7 })).action).toEqual({
      Delete: {
        TableName: 'the-table',
        Key: place,
        ConditionExpression: '#still0 = :still0 AND #still1 = :still1',
        ExpressionAttributeNames: { '#still0': 'name', '#still1': 'role' },
        ExpressionAttributeValues: { ':still0': 'x', ':still1': 7 },
      },
    });
  });

  it('if it is there, where it has no values', () => {
    expect(removeItem(tenant, createItem({})).action).toMatchObject({
      Delete: { ConditionExpression: 'attribute_exists(pk)' },
    });
  });
});

describe('an item is replaced', () => {
  it('at its place by the attributes that changed, if they are as they were read', () => {
    const [change, ...others] = replaceItem(
      tenant,
      createItem({ a: 1, gone: 'x', same: 3 }),
      createItem({ a: 2, same: 3, added: 'y' }),
    );
    expect(others).toEqual([]);
    expect(change?.onConflict).toBe('retry');
    expect(change?.action).toMatchObject({
      Update: {
        Key: place,
        UpdateExpression: expect.stringMatching(/SET .*#a = .*#added = .* REMOVE #gone/),
        ConditionExpression: '#still0 = :still0 AND #still1 = :still1',
        ExpressionAttributeNames: { '#still0': 'a', '#still1': 'gone' },
        ExpressionAttributeValues: { ':still0': 1, ':still1': 'x' },
      },
    });
  });

  it('not at all where nothing changed', () => {
    expect(replaceItem(tenant, createItem({ a: 1 }), createItem({ a: 1 }))).toEqual([]);
  });

  it('at another place by removing it at the former one', () => {
    const there = { pk: 'T#alder#C', sk: 'B' };
    const changes = replaceItem(tenant, createItem({ a: 1 }), createItem({ a: 1 }, there));
    expect(changes.map(({ action }) => action)).toMatchObject([
      { Delete: { Key: place } },
      { Put: { Item: { ...there, a: 1 }, ConditionExpression: 'attribute_not_exists(pk)' } },
    ]);
  });
});

it('a record gets its next version, and an item without one stays as it is', () => {
  expect(withNextVersion(createItem({ version: 0 }))).toEqual(createItem({ version: 1 }));
  const item = createItem({ version: '1' });
  expect(withNextVersion(item)).toBe(item);
});
