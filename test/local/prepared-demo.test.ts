// The demo data is seeded once and then copied: docs/local-platform.md#demo-data.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { readItemTexts, sendPlainRequest } from '../../infra/local/database/plain-requests.ts';
import { copyPreparedDemo, discardUnfinishedTable } from '../../infra/local/demo/fill-table.ts';
import {
  findPreparedFile,
  type PreparedDemo,
  readPreparedDemo,
} from '../../infra/local/demo/prepared-demo.ts';
import { startPlatform } from '../harness/platform.ts';
import { createTestTable, dropTable } from '../harness/table.ts';

const dynamodb = inject('dynamodb');
let folder: string;
let prepared: PreparedDemo;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rostrum-prepared-'));
  // Seeds, unless an earlier run or test file did.
  await (await startPlatform()).stop();
  prepared = (await readPreparedDemo(inject('preparedDemo'))) ?? expect.fail('the copy is there');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const createTarget = () => ({
  dynamodb,
  tableName: `test-${randomUUID()}`,
  secretsFile: join(folder, `${randomUUID()}.json`),
});

it('a copy has the items, keys and values of the seeded table', async () => {
  const target = createTarget();
  await createTestTable(target);
  expect(await copyPreparedDemo(target, inject('preparedDemo'))).toEqual(prepared.demo);
  expect(await readItemTexts(dynamodb, target.tableName)).toEqual(prepared.items);
  expect(await readFile(target.secretsFile, 'utf8')).toBe(prepared.secrets);
  expect(existsSync(`${target.secretsFile}.preparing`)).toBe(false);
  await dropTable(target.tableName);
});

it('what a killed process copied is removed, and nothing else is', async () => {
  const target = createTarget();
  await createTestTable(target);
  const [item] = prepared.items.values();
  await sendPlainRequest(dynamodb, 'PutItem', `{"TableName":"${target.tableName}","Item":${item}}`);
  await discardUnfinishedTable(target);
  expect((await readItemTexts(dynamodb, target.tableName)).size).toBe(1);
  for (const file of [target.secretsFile, `${target.secretsFile}.preparing`]) await writeFile(file, '');
  await discardUnfinishedTable(target);
  await expect(readItemTexts(dynamodb, target.tableName)).rejects.toThrow('ResourceNotFoundException');
  expect([target.secretsFile, `${target.secretsFile}.preparing`].filter(existsSync)).toEqual([]);
});

it('there is no copy of other sources, of another day or for other readers', async () => {
  const noon = new Date('2026-03-01T12:00:00Z');
  expect(await findPreparedFile(new Date('2026-03-01T23:59:59Z'))).toBe(await findPreparedFile(noon));
  expect(await findPreparedFile(noon, 'tests')).not.toBe(await findPreparedFile(noon));
  const other = await findPreparedFile(new Date('2026-03-02T00:00:00Z'));
  expect(other).not.toBe(await findPreparedFile(noon));
  expect(await copyPreparedDemo(createTarget(), other)).toBeUndefined();
});
