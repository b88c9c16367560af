// Reads everything that a scope has by scanning the table: only for exporting, erasing and copying the whole data of a
// tenant, because it reads the items of all others on the way. A role needs a permission of its own for it.
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { documentClient } from './client.ts';
import type { Key, Position, Store } from './store.ts';
import { findTable, tenantRecordPartition } from './tables.ts';

/** An item as it is stored, with its key. */
export type ScannedItem = Readonly<Record<string, unknown>> & { readonly pk: string; readonly sk: string };

/** A part of a scan: the items of the scope in it, and the position after it; undefined after the last part. */
export interface ScannedPart {
  readonly items: readonly ScannedItem[];
  readonly next: Position | undefined;
}

/** Whether the keys of items are looked at, or those in the index. */
type ScannedKeys = 'table' | 'gsi1';

/** The tenant's own record, where it is in another table than everything else of the tenant. */
async function findRecordElsewhere(store: Store): Promise<ScannedItem | undefined> {
  const key: Key<ScannedItem> = store.key(tenantRecordPartition, tenantRecordPartition);
  return findTable(key.pk) === findTable(store.prefix) ? undefined : store.get(key, { consistent: true });
}

/**
 * One part of a scan: what DynamoDB reads at once (1 MB of all items), without the items of others.
 * Reads of the table are consistent; the index has no consistent reads.
 */
export async function scanItems(
  store: Store,
  {
    after,
    of = 'table',
    only,
    limit,
  }: {
    readonly after?: Position | undefined;
    readonly of?: ScannedKeys;
    /** Attributes to return beside the keys; all of them by default. */
    readonly only?: readonly string[];
    /** The most items that are looked at, those of others included. */
    readonly limit?: number | undefined;
  } = {},
): Promise<ScannedPart> {
  const { prefix } = store;
  const names = [...new Set([...(only ?? []), 'pk', 'sk'])];
  const { Items, LastEvaluatedKey } = await documentClient().send(
    new ScanCommand({
      TableName: findTable(prefix),
      ...(of === 'gsi1' ? { IndexName: 'gsi1' } : { ConsistentRead: true }),
      FilterExpression: 'begins_with(#scanned, :prefix)',
      ExpressionAttributeNames: {
        '#scanned': of === 'gsi1' ? 'gsi1pk' : 'pk',
        ...(only && Object.fromEntries(names.map((name, index) => [`#only${index}`, name]))),
      },
      ExpressionAttributeValues: { ':prefix': prefix },
      ...(only && { ProjectionExpression: names.map((_, index) => `#only${index}`).join(', ') }),
      ExclusiveStartKey: after,
      Limit: limit,
    }),
  );
  const next = LastEvaluatedKey as Position | undefined;
  // The record of a tenant with a table of its own is in the platform's table.
  const record = next || of === 'gsi1' ? undefined : await findRecordElsewhere(store);
  return { items: [...((Items ?? []) as ScannedItem[]), ...(record ? [record] : [])], next };
}

/** The key of a scanned item in its store. */
export const toScannedKey = (store: Store, { pk, sk }: ScannedItem): Key<ScannedItem> =>
  store.key(pk.slice(store.prefix.length), sk);
