// The items of a table after each of many steps: the whole table is read once, and then only what this process wrote.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  DynamoDBDocumentClient,
  paginateScan,
} from '@aws-sdk/lib-dynamodb';
import { recordWrites, toItemName } from './restore.ts';

type Item = Readonly<Record<string, unknown>> & { readonly pk: string; readonly sk: string };

/** BatchGetItem takes 100. */
const BATCH = 100;

export interface FollowedTable {
  /** All items as they are now. */
  readItems(): Promise<readonly Item[]>;
  /** All items, read from the table. */
  scan(): Promise<readonly Item[]>;
  stop(): void;
}

/** Reads a table, and from now on records which of its items this process writes. */
export async function followTable(tableName: string): Promise<FollowedTable> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient());
  const { written, stop } = recordWrites();
  const scan = async (): Promise<Item[]> => {
    const found: Item[] = [];
    for await (const { Items = [] } of paginateScan({ client }, { TableName: tableName }))
      found.push(...(Items as Item[]));
    return found;
  };
  const items = new Map((await scan()).map((item) => [toItemName(item), item]));
  return {
    scan,
    async readItems() {
      const keys = [...written.values()];
      written.clear();
      for (const key of keys) items.delete(toItemName(key));
      for (let start = 0; start < keys.length; start += BATCH) {
        let rest: NonNullable<BatchGetCommandInput['RequestItems']> = {
          [tableName]: { Keys: keys.slice(start, start + BATCH) },
        };
        while (Object.keys(rest).length > 0) {
          const { Responses = {}, UnprocessedKeys = {} } = await client.send(
            new BatchGetCommand({ RequestItems: rest }),
          );
          for (const item of (Responses[tableName] ?? []) as Item[]) items.set(toItemName(item), item);
          rest = UnprocessedKeys;
        }
      }
      return [...items.values()];
    },
    stop() {
      stop();
      client.destroy();
    },
  };
}
