// A tenant that has everything that the demo tenant has, for the tests of its export and its erasure.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { handler as runTenantData } from '../../../functions/identity/jobs/run-tenant-data/handler.ts';
import { insertTenant } from '../../../functions/identity/tenants/store.ts';
import { buildTenant } from '../../../functions/identity/tenants/tenant.ts';
import { type Change, commit, put } from '../../../shared/data/changes.ts';
import { openPlatformStore } from '../../../shared/data/store.ts';
import { listTables } from '../../../shared/data/tables.ts';
import { parseTenantCode } from '../../../shared/data/tenant/tenant-code.ts';
import { writeBatches } from '../../../shared/data/write-batches.ts';

export type Item = Readonly<Record<string, unknown>> & { readonly pk: string; readonly sk: string };

/** Every item of these tables; by default the platform's, and those of tenants that have their own. */
export async function scanTable(tables: readonly string[] = listTables()): Promise<Item[]> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient());
  const found: Item[] = [];
  for (const TableName of tables)
    for await (const { Items = [] } of paginateScan({ client }, { TableName }))
      found.push(...(Items as Item[]));
  return found;
}

/** The items whose partition, or whose partition in the index, begins with this. */
export const filterScope = (items: readonly Item[], prefix: string): Item[] =>
  items.filter(({ pk, gsi1pk }) => pk.startsWith(prefix) || String(gsi1pk ?? '').startsWith(prefix));

/** The same items as texts that can be compared, in the order of their keys. */
export const toTexts = (items: readonly Item[]): string[] =>
  items
    .map((item) =>
      JSON.stringify(Object.entries(item).sort(), (_, value) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
      ),
    )
    .sort();

/** Makes a tenant with copies of all items of the demo tenant. */
export async function copyDemoTenant(text: string): Promise<void> {
  const code = parseTenantCode(text);
  if (!code) throw new Error(`${text} can be no tenant code`);
  const store = openPlatformStore();
  await commit(insertTenant(store, buildTenant(code, { name: 'A copy' }, new Date())));
  const own = (name: unknown) => String(name).replace(/^T#demo#/, `T#${code}#`);
  const copies = (await scanTable())
    .filter(({ pk }) => pk.startsWith('T#demo#') && pk !== 'T#demo#TENANT')
    .map((item): Change => {
      const index = item.gsi1pk === undefined ? {} : { gsi1pk: own(item.gsi1pk) };
      const key = store.tenant(code).key<Item>(own(item.pk).slice(`T#${code}#`.length), item.sk);
      return put(key, { ...item, ...index, pk: key.pk });
    });
  await writeBatches(copies);
}

/** Calls the job at a moment, with time for so many steps. */
export async function callJob(now: Date, steps = Number.POSITIVE_INFINITY): Promise<void> {
  let left = steps;
  const getRemainingTimeInMillis = () => {
    left -= 1;
    return left >= 0 ? 60_000 : 0;
  };
  await runTenantData(undefined, { getRemainingTimeInMillis }, () => now);
}
