// Fills a new table with the demo data: from the prepared copy where there is one, else by seeding, which prepares one.
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { readItemTexts, replaceItems, sendPlainRequest } from '../database/plain-requests.ts';
import { keepPreparedDemo, readPreparedDemo } from './prepared-demo.ts';
import { type DemoData, type Seed, seedDemo } from './seed.ts';

/** A table of a database, and the file with the secrets that belong to it. */
export interface DemoTarget {
  readonly dynamodb: string;
  readonly tableName: string;
  readonly secretsFile: string;
}

/** Is there while a table is filled from a copy: of a process that was killed meanwhile, nothing can be used. */
const markerFile = ({ secretsFile }: DemoTarget): string => `${secretsFile}.preparing`;

/** Removes a table that a killed process had begun to fill. No platform ever served it. */
export async function discardUnfinishedTable(target: DemoTarget): Promise<void> {
  if (!existsSync(markerFile(target))) return;
  await sendPlainRequest(
    target.dynamodb,
    'DeleteTable',
    JSON.stringify({ TableName: target.tableName }),
  ).catch((error: unknown) => {
    if (!String(error).includes('ResourceNotFoundException')) throw error;
  });
  await rm(target.secretsFile, { force: true });
  await rm(markerFile(target));
}

/** Fills a new table from the prepared copy, with its secrets; undefined while there is no copy. */
export async function copyPreparedDemo(target: DemoTarget, file: string): Promise<DemoData | undefined> {
  const prepared = await readPreparedDemo(file);
  if (!prepared) return undefined;
  await writeFile(markerFile(target), '');
  await replaceItems(target.dynamodb, target.tableName, new Map(), prepared.items);
  await writeFile(target.secretsFile, prepared.secrets, { mode: 0o600, flush: true });
  await rm(markerFile(target));
  return prepared.demo;
}

/** Seeds a new table, and keeps a copy of what was written. */
export const seedAndKeep =
  ({ dynamodb, tableName, secretsFile }: DemoTarget, file: string): Seed =>
  async (onProgress) => {
    const demo = await seedDemo(onProgress);
    const items = await readItemTexts(dynamodb, tableName);
    const secrets = await readFile(secretsFile, 'utf8');
    await keepPreparedDemo(file, { items, secrets, demo });
    return demo;
  };
