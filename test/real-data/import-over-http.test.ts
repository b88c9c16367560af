// Real officials imported over HTTP (docs/interface/crm.md#imports): the verdicts are those of `npm run import`, whose
// code it is.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createImports, type Imports } from '../crm/imports/import-over-http.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { importInto } from '../import/import-into.ts';
import { sharedBundle } from './shared-bundle.ts';

let platform: TestPlatform;
let imports: Imports;
let folder: string;
let officials: string;

beforeAll(async () => {
  platform = await startPlatform();
  imports = await createImports(platform);
  folder = await mkdtemp(join(tmpdir(), 'officials-'));
  officials = await readFile(`${sharedBundle}/officials-current.csv`, 'utf8');
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await platform.stop();
});

it('a dry run of 8,800 officials reports the one value that is left out', async () => {
  const bytes = Buffer.from(officials);
  const id = await imports.uploadParts([bytes.subarray(0, 2_000_000), bytes.subarray(2_000_000)]);
  expect((await imports.send('POST', `/${id}/Complete`)).status).toBe(202);
  await imports.callJob(id);
  expect(await imports.get(id)).toMatchObject({ status: 'ready', rowCount: 8800 });
  const checked = await imports.run(id, { dryRun: true });
  expect(checked.check).toEqual({ created: 8800, updated: 0, unchanged: 0, refused: 0, leftOut: 1 });
  const lines = (await imports.send('GET', `/${id}/Refusals`)).text.trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
});

it('people who were imported over HTTP are unchanged for the command', async () => {
  const part = officials.split('\n').slice(0, 301).join('\n');
  const { id } = await imports.create(part, { fileName: 'officials.csv' });
  expect((await imports.run(id)).result).toMatchObject({ created: 300, refused: 0 });
  const path = join(folder, 'officials.csv');
  await writeFile(path, part);
  const { counts } = await importInto('people', path);
  expect(counts.people).toEqual({ created: 0, updated: 0, unchanged: 300, refused: 0 });
});
