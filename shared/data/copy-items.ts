// Makes the items of a scope in one table those of another table: to bring one tenant back from a restored table without
// touching the others, and to move a tenant to another table. What is written is compared at the end.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  BatchGetCommand,
  BatchWriteCommand,
  type BatchWriteCommandInput,
  ScanCommand,
} from '@aws-sdk/lib-dynamodb';
import { Failure } from '../errors/failure.ts';
import { documentClient } from './client.ts';
import type { ScannedItem } from './scan-items.ts';
import type { Position, Store } from './store.ts';

/** From which table to which other one. */
export interface TablePair {
  readonly from: string;
  readonly to: string;
}

/** How many items a scope has in a table, and a digest of all of them that does not depend on their order. */
export interface TableDigest {
  readonly items: number;
  readonly digest: string;
}

type WriteRequest = NonNullable<BatchWriteCommandInput['RequestItems']>[string][number];

const MAX_ATTEMPTS = 9;

/** The items of the scope in a table, in the parts in which DynamoDB reads them. */
async function* scanTable({ prefix }: Store, table: string): AsyncGenerator<readonly ScannedItem[]> {
  let after: Position | undefined;
  do {
    const { Items, LastEvaluatedKey } = await documentClient().send(
      new ScanCommand({
        TableName: table,
        ConsistentRead: true,
        FilterExpression: 'begins_with(pk, :prefix)',
        ExpressionAttributeValues: { ':prefix': prefix },
        ExclusiveStartKey: after,
      }),
    );
    yield (Items ?? []) as ScannedItem[];
    after = LastEvaluatedKey as Position | undefined;
  } while (after);
}

async function writeAll(table: string, requests: readonly WriteRequest[]): Promise<void> {
  for (let start = 0; start < requests.length; start += 25) {
    let open: WriteRequest[] = requests.slice(start, start + 25);
    for (let attempt = 0; open.length > 0; attempt += 1) {
      if (attempt >= MAX_ATTEMPTS) throw new Failure('SERVICE_BUSY');
      if (attempt > 0) await sleep(Math.random() * 20 * 2 ** attempt);
      const { UnprocessedItems } = await documentClient().send(
        new BatchWriteCommand({ RequestItems: { [table]: open } }),
      );
      open = UnprocessedItems?.[table] ?? [];
    }
  }
}

/** Those of the items that a table does not have. */
async function findMissing(table: string, items: readonly ScannedItem[]): Promise<readonly ScannedItem[]> {
  const toName = ({ pk, sk }: Pick<ScannedItem, 'pk' | 'sk'>) => JSON.stringify([pk, sk]);
  const found = new Set<string>();
  for (let start = 0; start < items.length; start += 100) {
    let unread: Record<string, unknown>[] = items.slice(start, start + 100).map(({ pk, sk }) => ({ pk, sk }));
    for (let attempt = 0; unread.length > 0; attempt += 1) {
      if (attempt >= MAX_ATTEMPTS) throw new Failure('SERVICE_BUSY');
      if (attempt > 0) await sleep(Math.random() * 20 * 2 ** attempt);
      const { Responses, UnprocessedKeys } = await documentClient().send(
        new BatchGetCommand({
          RequestItems: {
            [table]: { Keys: unread, ConsistentRead: true, ProjectionExpression: 'pk, sk' },
          },
        }),
      );
      for (const item of Responses?.[table] ?? []) found.add(toName(item as ScannedItem));
      unread = UnprocessedKeys?.[table]?.Keys ?? [];
    }
  }
  return items.filter((item) => !found.has(toName(item)));
}

/**
 * Copies the items of the scope. Can be repeated: an item that is there already is replaced.
 * @param isCopied whether an item is copied
 * @param onItems is called with the number of items of each part
 */
export async function copyItems(
  store: Store,
  { from, to }: TablePair,
  isCopied: (item: ScannedItem) => boolean,
  onItems: (count: number) => void,
): Promise<void> {
  for await (const items of scanTable(store, from)) {
    const copied = items.filter(isCopied);
    await writeAll(
      to,
      copied.map((Item) => ({ PutRequest: { Item } })),
    );
    onItems(copied.length);
  }
}

/** Removes the items of the scope that the other table does not have. Returns how many there were. */
export async function removeSurplus(
  store: Store,
  { from, to }: TablePair,
  isCopied: (item: ScannedItem) => boolean,
): Promise<number> {
  let removed = 0;
  for await (const items of scanTable(store, to)) {
    const surplus = await findMissing(from, items.filter(isCopied));
    await writeAll(
      to,
      surplus.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
    );
    removed += surplus.length;
  }
  return removed;
}

/** An item as text: the same for equal items, whatever the order of their attributes. */
const toText = (item: ScannedItem): string =>
  JSON.stringify(item, (_, value: unknown) => {
    if (value instanceof Uint8Array) return { $base64: Buffer.from(value).toString('base64') };
    if (value instanceof Set) return { $set: [...value].map(String).sort() };
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });

/** Counts the items of the scope in a table, and adds up their hashes. */
export async function digestItems(
  store: Store,
  table: string,
  isCopied: (item: ScannedItem) => boolean,
): Promise<TableDigest> {
  let items = 0;
  let sum = 0n;
  for await (const part of scanTable(store, table))
    for (const item of part.filter(isCopied)) {
      items += 1;
      sum += BigInt(`0x${createHash('sha256').update(toText(item)).digest('hex')}`);
    }
  return { items, digest: (sum % 2n ** 256n).toString(16).padStart(64, '0') };
}
