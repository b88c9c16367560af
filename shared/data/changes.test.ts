// Changes are values: what a rule decides can be looked at before anything is written.
import { beforeAll, describe, expect, it } from 'vitest';
import { check, ifPresent, ifVersion, insert, put, remove, update } from './changes.ts';
import { toConditionChecks } from './dry-run.ts';
import { type Key, openTenantStore, type TenantStore } from './store.ts';
import { parseTenantCode } from './tenant/tenant-code.ts';

interface Item {
  readonly id: string;
  readonly version?: number;
}

let tenant: TenantStore;
let key: Key<Item>;
beforeAll(() => {
  process.env.TABLE_NAME = 'the-table';
  const code = parseTenantCode('alder');
  if (!code) throw new Error('alder is a tenant code');
  tenant = openTenantStore(code);
  key = tenant.key('PERSON#1', 'PERSON');
});
const address = { pk: 'T#alder#PERSON#1', sk: 'PERSON' };

describe('put', () => {
  it('writes the item at its key, and in a listing where it has one', () => {
    const listed = { listing: tenant.listing('PEOPLE'), sort: 'ash#1' };
    expect(put(key, { id: '1' }, { listed }).action).toEqual({
      Put: {
        TableName: 'the-table',
        Item: { id: '1', ...address, gsi1pk: 'T#alder#PEOPLE', gsi1sk: 'ash#1' },
      },
    });
  });
  it('ignores the key attributes of an item', () => {
    const stray = { id: '1', pk: 'T#birch#PERSON#1', sk: 'X' };
    expect(put<Item>(key, stray).action.Put?.Item).toEqual({ id: '1', ...address });
  });
});

describe('update', () => {
  it('names attributes by placeholders, so that no name is a reserved word', () => {
    const { action } = update<Item>(
      key,
      { set: { name: 'x', gone: undefined }, add: { count: -1 }, unset: ['size'] },
      { condition: ifVersion(2) },
    );
    expect(action.Update).toEqual({
      TableName: 'the-table',
      Key: address,
      UpdateExpression: 'SET #name = :name ADD #count :count REMOVE #size',
      ConditionExpression: '#version = :expectedVersion',
      ExpressionAttributeNames: {
        '#name': 'name',
        '#count': 'count',
        '#size': 'size',
        '#version': 'version',
      },
      ExpressionAttributeValues: { ':name': 'x', ':count': -1, ':expectedVersion': 2 },
    });
  });
  it('sets the version that follows the one in its condition', () => {
    const { action } = update<Item>(key, { set: { version: 3 } }, { condition: ifVersion(2) });
    expect(action.Update?.ExpressionAttributeValues).toEqual({ ':version': 3, ':expectedVersion': 2 });
  });
});

describe('toConditionChecks', () => {
  it('keeps every condition with its failure, and no write', () => {
    const changes = [
      insert(key, { id: '1' }),
      put(key, { id: '1' }),
      remove(key, { condition: ifPresent }),
      update<Item>(key, { set: { id: '2' }, unset: ['x'] }, { condition: ifVersion(2) }),
      check(key, ifPresent, 'retry'),
    ];
    const checks = toConditionChecks(changes);
    expect(checks.map(({ action }) => Object.keys(action))).toEqual(Array(4).fill(['ConditionCheck']));
    expect(checks.map(({ action }) => action.ConditionCheck?.Key)).toEqual(Array(4).fill(address));
    expect(checks[0]?.onConflict).toBe('retry');
  });
  it('leaves out placeholders that the condition does not use, which DynamoDB would refuse', () => {
    const [only] = toConditionChecks([
      update<Item>(key, { set: { id: '2', version: 3 }, add: { versions: 1 } }, { condition: ifVersion(2) }),
    ]);
    expect(only?.action.ConditionCheck).toMatchObject({
      ExpressionAttributeNames: { '#version': 'version' },
      ExpressionAttributeValues: { ':expectedVersion': 2 },
    });
  });
});
