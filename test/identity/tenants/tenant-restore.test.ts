// One tenant brought back from a second table, as from one that AWS restored, while the others stay
// (docs/runbooks.md#restore-the-data-of-one-tenant).
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { restoreTenant } from '../../../functions/identity/tenant-data/restore-tenant.ts';
import { commit, put, remove, update } from '../../../shared/data/changes.ts';
import { copyItems } from '../../../shared/data/copy-items.ts';
import { openPlatformStore } from '../../../shared/data/store.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { dropTable } from '../../harness/table.ts';
import { signInAdministrator } from './demo.ts';
import { copyDemoTenant, filterScope, type Item, scanTable, toTexts } from './tenant-data.ts';

let platform: TestPlatform;
let call: Awaited<ReturnType<typeof signInAdministrator>>;
let backup: string;
const restore = (code: string) => restoreTenant(openPlatformStore(), code, backup, () => undefined);
beforeAll(async () => {
  platform = await startPlatform();
  call = await signInAdministrator(platform);
  await copyDemoTenant('larch');
  backup = `${platform.tableName}-restored`;
  const client = new DynamoDBClient();
  await client.send(
    new CreateTableCommand({
      TableName: backup,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
    }),
  );
  for (const code of ['larch', 'demo'])
    await copyItems(
      platform.store(code),
      { from: platform.tableName, to: backup },
      () => true,
      () => undefined,
    );
});
afterAll(async () => {
  await dropTable(backup);
  await platform.stop();
});

const staying = [
  'tenant',
  'change',
  'followed-change',
  'change-feed',
  'record-entry',
  'audit',
  'settings-audit',
];
const isRestored = ({ type }: Item): boolean => !staying.includes(String(type));
/** The items of both tenants. */
async function readScopes() {
  const items = await scanTable();
  return { larch: filterScope(items, 'T#larch#'), demo: filterScope(items, 'T#demo#') };
}

it('has the items of the other table, no others, and leaves the other tenants alone', async () => {
  const { larch } = await readScopes();
  const before = toTexts(larch.filter(isRestored));
  const store = platform.store('larch');
  const person = larch.find(({ type }) => type === 'person') ?? expect.fail('no person');
  const course = larch.find(({ type }) => type === 'course') ?? expect.fail('no course');
  const keyOf = ({ pk, sk }: Item) => store.key<object>(pk.slice('T#larch#'.length), sk);
  await commit([
    update(keyOf(person), { set: { lastName: 'Damaged' } }),
    remove(keyOf(course)),
    put(store.key<object>('PERSON#later', 'PERSON'), { type: 'person', id: 'later' }),
  ]);
  await commit([update(platform.store('demo').key<object>('TENANT', 'TENANT'), { set: { name: 'Later' } })]);
  const demo = toTexts((await readScopes()).demo);

  await expect(restore('larch')).rejects.toThrow('must be suspended');
  expect((await call('POST', '/api/v1/Tenants/larch/Suspend')).status).toBe(200);
  const restored = await restore('larch');
  expect(restored).toMatchObject({ removed: 1 });
  const { larch: after, demo: demoAfter } = await readScopes();
  expect(toTexts(after.filter(isRestored))).toEqual(before);
  expect(
    after.filter(({ pk, operation }) => pk === 'T#larch#AUDIT' && String(operation).includes('Suspend')),
  ).toHaveLength(1);
  expect(after.find(({ pk }) => pk === 'T#larch#TENANT')).toMatchObject({ status: 'suspended' });
  expect(toTexts(demoAfter)).toEqual(demo);
  expect((await call('POST', '/api/v1/Tenants/larch/Reactivate')).status).toBe(200);
});

it('refuses a table that has nothing of the tenant', async () => {
  expect((await call('POST', '/api/v1/Tenants/harbor/Suspend')).status).toBe(200);
  await expect(restore('harbor')).rejects.toThrow('has nothing of the tenant harbor');
});
