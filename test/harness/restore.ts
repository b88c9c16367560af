// Restores a table: it records which items are written, so that a test of each
// of many endpoints can begin with the same demo data without seeding it again.
import { isDeepStrictEqual } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { type DatabaseRequest, observeRequests } from '../../shared/data/client.ts';
import { groupByTable, listTables } from '../../shared/data/tables.ts';

type Item = Readonly<Record<string, unknown>>;

interface ItemKey {
  readonly pk: string;
  readonly sk: string;
}

const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const toItem = (value: unknown): Item => (isItem(value) ? value : {});
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The keys that a request writes, read from the request itself. */
const writtenKeys: Readonly<Record<string, (input: Item) => readonly Item[]>> = {
  PutItem: ({ Item: put }) => [toItem(put)],
  UpdateItem: ({ Key }) => [toItem(Key)],
  DeleteItem: ({ Key }) => [toItem(Key)],
  BatchWriteItem: ({ RequestItems }) =>
    Object.values(toItem(RequestItems)).flatMap((writes) =>
      toList(writes).map((write) => {
        const { PutRequest, DeleteRequest } = toItem(write);
        return PutRequest === undefined ? toItem(toItem(DeleteRequest).Key) : toItem(toItem(PutRequest).Item);
      }),
    ),
  TransactWriteItems: ({ TransactItems }) =>
    toList(TransactItems).flatMap((action) => {
      const { Put, Update, Delete } = toItem(action);
      if (Put !== undefined) return [toItem(toItem(Put).Item)];
      const written = Update ?? Delete;
      return written === undefined ? [] : [toItem(toItem(written).Key)];
    }),
};

export const toItemName = ({ pk, sk }: Partial<Record<'pk' | 'sk', unknown>>): string =>
  JSON.stringify([pk, sk]);

/** Records the keys of the items that this process writes from now on, by their names. */
export function recordWrites(): { readonly written: Map<string, ItemKey>; stop(): void } {
  const written = new Map<string, ItemKey>();
  const stop = observeRequests(({ operation, input }: DatabaseRequest) => {
    for (const { pk, sk } of writtenKeys[operation]?.(input) ?? [])
      written.set(toItemName({ pk, sk }), { pk: String(pk), sk: String(sk) });
  });
  return { written, stop };
}

/** A table that can be restored. */
export interface RestorableTable {
  /** Restores every item that was written since the beginning or since the last call. */
  restore(): Promise<void>;
  /** The keys of the items that differ from the copy: added, changed or removed. Reads the whole table. */
  listDifferences(): Promise<readonly string[]>;
  /** Stops recording writes. */
  stop(): void;
}

/** Copies the tables as they are now, and from now on records which of their items this process writes. */
export async function trackTable(): Promise<RestorableTable> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient());
  const readTable = async (): Promise<Map<string, Item>> => {
    const items = new Map<string, Item>();
    for (const TableName of listTables())
      for await (const { Items = [] } of paginateScan({ client }, { TableName }))
        for (const item of Items) items.set(toItemName(item), item);
    return items;
  };
  const before = await readTable();
  const { written, stop } = recordWrites();
  return {
    async restore() {
      const requests = [...written].map(([name, Key]) => {
        const original = before.get(name);
        return original ? { PutRequest: { Item: { ...original } } } : { DeleteRequest: { Key: { ...Key } } };
      });
      for (let start = 0; start < requests.length; start += 25)
        await client.send(
          new BatchWriteCommand({
            RequestItems: groupByTable(requests.slice(start, start + 25), ({ PutRequest, DeleteRequest }) =>
              String((PutRequest?.Item ?? DeleteRequest?.Key)?.pk),
            ),
          }),
        );
      written.clear();
    },
    async listDifferences() {
      const now = await readTable();
      return [...new Set([...before.keys(), ...now.keys()])].filter(
        (name) => !isDeepStrictEqual(before.get(name), now.get(name)),
      );
    },
    stop() {
      stop();
      client.destroy();
    },
  };
}
