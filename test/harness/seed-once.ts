// The demo data is seeded by the first test file of a run; the others copy what it wrote, in a tenth of the time.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import {
  type AttributeValue,
  BatchWriteItemCommand,
  DynamoDBClient,
  paginateScan,
} from '@aws-sdk/client-dynamodb';
import { type DemoData, type Seed, seedDemo } from '../../infra/local/demo/seed.ts';

interface Snapshot {
  readonly items: readonly Record<string, AttributeValue>[];
  /** The keys that the items are signed and sealed with. */
  readonly secrets: string;
  readonly demo: DemoData;
}

/** BatchWriteItem takes 25. */
const BATCH = 25;

async function readAllItems(client: DynamoDBClient, tableName: string): Promise<Snapshot['items']> {
  const items: Record<string, AttributeValue>[] = [];
  for await (const page of paginateScan({ client }, { TableName: tableName }))
    items.push(...(page.Items ?? []));
  return items;
}

async function writeItems(
  client: DynamoDBClient,
  tableName: string,
  items: Snapshot['items'],
): Promise<void> {
  for (let start = 0; start < items.length; start += BATCH) {
    const puts = items.slice(start, start + BATCH).map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteItemCommand({ RequestItems: { [tableName]: puts } }));
  }
}

/**
 * A seed that copies the run's first one, once there is one. Two that begin together both seed; one is stored.
 * @param folder the folder that the test files of the run share
 */
export function seedOnce(folder: string, tableName: string, secretsFile: string): Seed {
  const file = join(folder, 'demo-data');
  return async (onProgress) => {
    const client = new DynamoDBClient();
    try {
      const saved = await readFile(file).catch(() => undefined);
      if (saved) {
        const { items, secrets, demo }: Snapshot = deserialize(saved);
        await writeFile(secretsFile, secrets);
        await writeItems(client, tableName, items);
        return demo;
      }
      const demo = await seedDemo(onProgress);
      const secrets = await readFile(secretsFile, 'utf8');
      const snapshot: Snapshot = { items: await readAllItems(client, tableName), secrets, demo };
      await writeFile(`${file}.${process.pid}`, serialize(snapshot));
      await rename(`${file}.${process.pid}`, file);
      return demo;
    } finally {
      client.destroy();
    }
  };
}
