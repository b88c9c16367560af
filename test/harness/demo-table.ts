// Tables with the demo data: a test file copies what is prepared, or takes a table that an earlier file of the same process
// gave back, and restores in it whatever differs: a third of the time of a copy.
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { inject } from 'vitest';
import { readItemTexts, replaceItems, sendPlainRequest } from '../../infra/local/database/plain-requests.ts';
import { seedAndKeep } from '../../infra/local/demo/fill-table.ts';
import { type PreparedDemo, readPreparedDemo } from '../../infra/local/demo/prepared-demo.ts';
import type { Seed } from '../../infra/local/demo/seed.ts';
import { createTestTable, dropTable } from './table.ts';

export interface DemoTable {
  readonly tableName: string;
  /** Fills the table, unless it is filled; returns its demo data. */
  readonly seed: Seed;
  /** Lets a later test file of this process have it, if it is one with the demo data. */
  giveBack(): Promise<void>;
}

/** To delete more added items than this takes longer than a new copy of the demo data. */
const ADDED_ITEMS_LIMIT = 2_000;

/** The tables of the run's database that were given back in this process. */
const free: string[] = [];

/** The prepared copy, once this process has read it. */
let prepared: PreparedDemo | undefined;

/** A table that was given back; undefined when there is none, or when a test filled it so much that it is dropped. */
async function takeFreeTable(endpoint: string, { items }: PreparedDemo): Promise<string | undefined> {
  const tableName = free.pop();
  if (tableName === undefined) return undefined;
  const { Table }: { Table: { ItemCount: number } } = JSON.parse(
    await sendPlainRequest(endpoint, 'DescribeTable', JSON.stringify({ TableName: tableName })),
  );
  if (Table.ItemCount <= items.size + ADDED_ITEMS_LIMIT) return tableName;
  await dropTable(tableName);
  return undefined;
}

/** A table for a test file, with the demo data once its seed has run. Two that begin without a copy both seed. */
export async function takeDemoTable(secretsFile: string, endpoint: string): Promise<DemoTable> {
  prepared ??= await readPreparedDemo(inject('preparedDemo'));
  const giveBackTo = (tableName: string) => async () => void free.push(tableName);
  if (prepared) {
    const { items: wanted, secrets, demo } = prepared;
    const given = endpoint === inject('dynamodb') ? await takeFreeTable(endpoint, prepared) : undefined;
    const tableName = given ?? (await createTestTable()).tableName;
    const now = given === undefined ? new Map() : await readItemTexts(endpoint, tableName);
    await replaceItems(endpoint, tableName, now, wanted);
    await writeFile(secretsFile, secrets);
    return { tableName, seed: async () => structuredClone(demo), giveBack: giveBackTo(tableName) };
  }
  const tableName = `test-${randomUUID()}`;
  return {
    tableName,
    seed: seedAndKeep({ dynamodb: endpoint, tableName, secretsFile }, inject('preparedDemo')),
    giveBack: giveBackTo(tableName),
  };
}

/** A table for a test file that seeds it itself. */
export function createOwnTable(seed: Seed): DemoTable {
  const tableName = `test-${randomUUID()}`;
  return { tableName, seed, giveBack: () => dropTable(tableName) };
}
