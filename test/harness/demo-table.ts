// Tables with the demo data. The first test file of a run seeds one; later ones copy what it wrote, or take a table that
// an earlier file of the same process gave back, and restore in it whatever differs: a third of the time of a copy.
import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { inject } from 'vitest';
import { type DemoData, type Seed, seedDemo } from '../../infra/local/demo/seed.ts';
import { createTestTable, dropTable } from './table.ts';

/** The text of an item as DynamoDB sends it, by its key. */
type ItemTexts = Map<string, string>;

interface Snapshot {
  readonly items: ItemTexts;
  /** The keys that the items are signed and sealed with. */
  readonly secrets: string;
  readonly demo: DemoData;
}

export interface DemoTable {
  readonly tableName: string;
  /** Fills the table, unless it is filled; returns its demo data. */
  readonly seed: Seed;
  /** Lets a later test file of this process have it, if it is one with the demo data. */
  giveBack(): Promise<void>;
}

/** BatchWriteItem takes 25. */
const BATCH = 25;

/** To delete more added items than this takes longer than a new copy of the demo data. */
const ADDED_ITEMS_LIMIT = 2_000;

/** The tables of the run's database that were given back in this process. */
const free: string[] = [];

/** What the first file saved, once this process has read it. */
let snapshot: Snapshot | undefined;

/** Sends a request as it is: the SDK would take apart and put together all items. */
async function sendRequest(endpoint: string, operation: string, body: string): Promise<string> {
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-amz-json-1.0',
      'X-Amz-Target': `DynamoDB_20120810.${operation}`,
      // DynamoDB Local requires a signature, but does not check it.
      Authorization:
        'AWS4-HMAC-SHA256 Credential=local/20200101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
    },
    body,
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${operation} failed: ${text}`);
  return text;
}

interface ScanPage {
  readonly Items: readonly { readonly pk: { readonly S: string }; readonly sk: { readonly S: string } }[];
  readonly LastEvaluatedKey?: unknown;
}

async function readItems(endpoint: string, tableName: string): Promise<ItemTexts> {
  const items: ItemTexts = new Map();
  let start: unknown;
  do {
    const page: ScanPage = JSON.parse(
      await sendRequest(
        endpoint,
        'Scan',
        JSON.stringify({ TableName: tableName, ConsistentRead: true, ExclusiveStartKey: start }),
      ),
    );
    for (const item of page.Items) {
      const { pk, sk } = item;
      items.set(JSON.stringify({ pk, sk }), JSON.stringify(item));
    }
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  return items;
}

/** Makes the items of a table those of the snapshot. */
async function restoreItems(
  endpoint: string,
  tableName: string,
  now: ItemTexts,
  { items }: Snapshot,
): Promise<void> {
  const puts = [...items].flatMap(([key, text]) =>
    now.get(key) === text ? [] : [`{"PutRequest":{"Item":${text}}}`],
  );
  const deletions = [...now.keys()].flatMap((key) =>
    items.has(key) ? [] : [`{"DeleteRequest":{"Key":${key}}}`],
  );
  const requests = [...puts, ...deletions];
  for (let start = 0; start < requests.length; start += BATCH)
    await sendRequest(
      endpoint,
      'BatchWriteItem',
      `{"RequestItems":{${JSON.stringify(tableName)}:[${requests.slice(start, start + BATCH).join()}]}}`,
    );
}

/** A table that was given back; undefined when there is none, or when a test filled it so much that it is dropped. */
async function takeFreeTable(endpoint: string, { items }: Snapshot): Promise<string | undefined> {
  const tableName = free.pop();
  if (tableName === undefined) return undefined;
  const { Table }: { Table: { ItemCount: number } } = JSON.parse(
    await sendRequest(endpoint, 'DescribeTable', JSON.stringify({ TableName: tableName })),
  );
  if (Table.ItemCount <= items.size + ADDED_ITEMS_LIMIT) return tableName;
  await dropTable(tableName);
  return undefined;
}

/**
 * A table for a test file, with the demo data once its seed has run. Two that begin a run together both seed; one's data are
 * kept.
 */
export async function takeDemoTable(secretsFile: string, endpoint: string): Promise<DemoTable> {
  const file = join(inject('runFolder'), 'demo-data');
  snapshot ??= await readFile(file).then(deserialize, () => undefined);
  if (snapshot) {
    const { secrets, demo } = snapshot;
    const given = endpoint === inject('dynamodb') ? await takeFreeTable(endpoint, snapshot) : undefined;
    const tableName = given ?? (await createTestTable()).tableName;
    const items = given === undefined ? new Map() : await readItems(endpoint, tableName);
    await restoreItems(endpoint, tableName, items, snapshot);
    await writeFile(secretsFile, secrets);
    return {
      tableName,
      seed: async () => structuredClone(demo),
      giveBack: async () => void free.push(tableName),
    };
  }
  const tableName = `test-${randomUUID()}`;
  return {
    tableName,
    async seed(onProgress) {
      const demo = await seedDemo(onProgress);
      const secrets = await readFile(secretsFile, 'utf8');
      const seeded: Snapshot = { items: await readItems(endpoint, tableName), secrets, demo };
      await writeFile(`${file}.${process.pid}`, serialize(seeded));
      await rename(`${file}.${process.pid}`, file);
      return demo;
    },
    giveBack: async () => void free.push(tableName),
  };
}

/** A table for a test file that seeds it itself. */
export function createOwnTable(seed: Seed): DemoTable {
  const tableName = `test-${randomUUID()}`;
  return { tableName, seed, giveBack: () => dropTable(tableName) };
}
