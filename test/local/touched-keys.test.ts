// The recorder sees every key: were it blind to one operation, the isolation test would prove nothing.
import { beforeAll, expect, it } from 'vitest';
import { listTouchedKeys } from '../../infra/local/database/touched-keys.ts';
import { check, commit, ifPresent, put, remove, update } from '../../shared/data/changes.ts';
import { type DatabaseRequest, observeRequests } from '../../shared/data/client.ts';
import { openTenantStore, type TenantStore } from '../../shared/data/store.ts';
import { parseTenantCode } from '../../shared/data/tenant/tenant-code.ts';
import { createTestTable } from '../harness/table.ts';

let tenant: TenantStore;
beforeAll(async () => {
  await createTestTable();
  const code = parseTenantCode('alder');
  if (!code) throw new Error('alder is a tenant code');
  tenant = openTenantStore(code);
});

interface Item {
  readonly n: number;
}

async function touchedBy(work: () => Promise<unknown>): Promise<string[]> {
  const sent: DatabaseRequest[] = [];
  const stop = observeRequests((request) => sent.push(request));
  try {
    await work();
  } finally {
    stop();
  }
  return sent.flatMap(listTouchedKeys);
}

it('finds the keys of every operation that the store and commit() send', async () => {
  const [a, b] = [tenant.key<Item>('A', '1'), tenant.key<Item>('B', '1')];
  const listed = { listing: tenant.listing<Item>('LIST'), sort: 'x' };
  const refused = { onConflict: 'retry' } as const;
  expect(await touchedBy(() => commit([put(a, { n: 1 }, { listed })]))).toEqual([
    'T#alder#A',
    'T#alder#LIST',
  ]);
  expect(await touchedBy(() => commit([update(a, { set: { n: 2, gsi1pk: 'T#alder#OTHER' } })]))).toEqual([
    'T#alder#A',
    'T#alder#OTHER',
  ]);
  expect(await touchedBy(() => tenant.get(a))).toEqual(['T#alder#A']);
  expect(await touchedBy(() => tenant.getMany([a, b]))).toEqual(['T#alder#A', 'T#alder#B']);
  expect(await touchedBy(() => tenant.query(tenant.partition('A'), { from: '0' }))).toEqual(['T#alder#A']);
  expect(await touchedBy(() => tenant.query(tenant.listing('LIST')))).toEqual(['T#alder#LIST']);
  const changes = [
    put(b, { n: 1 }, { listed }),
    update(a, { add: { n: 1 } }),
    check(tenant.key('C', '1'), ifPresent, 'retry'),
  ];
  const expected = ['T#alder#B', 'T#alder#LIST', 'T#alder#A', 'T#alder#C'];
  expect(await touchedBy(() => commit(changes).catch(() => undefined))).toEqual(expected);
  expect(await touchedBy(() => commit([remove(a, refused)]))).toEqual(['T#alder#A']);
});

it('treats a request without a partition as touching everything', () => {
  expect(listTouchedKeys({ operation: 'Scan', input: { TableName: 't' } })).toEqual(['*']);
  expect(
    listTouchedKeys({ operation: 'Query', input: { KeyConditionExpression: 'begins_with(sk, :x)' } }),
  ).toEqual(['*']);
  expect(listTouchedKeys({ operation: 'ExecuteStatement', input: { Statement: 'SELECT *' } })).toEqual(['*']);
  const start = { pk: 'T#birch#A', gsi1pk: 'T#birch#L' };
  const query = {
    KeyConditionExpression: '#pk = :pk',
    ExpressionAttributeValues: { ':pk': 'T#alder#A' },
    ExclusiveStartKey: start,
  };
  expect(listTouchedKeys({ operation: 'Query', input: query })).toEqual([
    'T#alder#A',
    'T#birch#A',
    'T#birch#L',
  ]);
});
