// Real committees and their members imported over HTTP (docs/interface/crm.md#imports): the known defects of the source are
// reported by row. Of the four states whose lists have any; all committees are checked.
import { readFile } from 'node:fs/promises';
import { stringify } from 'csv-stringify/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { createImports, type Imports } from '../crm/imports/import-over-http.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { importText } from '../import/import-into.ts';
import { sharedBundle } from './shared-bundle.ts';

const Committees = z.array(
  z.object({
    id: z.string(),
    state: z.string(),
    name: z.string(),
    chamber: z.string(),
    classification: z.string(),
    parent: z.string().nullable(),
    url: z.string().nullable(),
    members: z.array(
      z.object({ person_id: z.string().optional(), name: z.string(), role: z.string().optional() }),
    ),
  }),
);
type Committee = z.infer<typeof Committees>[number];

const STATES = ['NC', 'ND', 'OH', 'VT'];
let platform: TestPlatform;
let imports: Imports;
let all: readonly Committee[];
let some: readonly Committee[];

beforeAll(async () => {
  platform = await startPlatform();
  imports = await createImports(platform);
  all = Committees.parse(JSON.parse(await readFile(`${sharedBundle}/committees.json`, 'utf8')));
  some = all.filter(({ state }) => STATES.includes(state));
  const [headings = '', ...officials] = (
    await readFile(`${sharedBundle}/officials-current.csv`, 'utf8')
  ).split('\n');
  const lines = officials.filter((line) => STATES.includes(line.split(',')[1] ?? ''));
  await importText('people', [headings, ...lines].join('\n'));
});
afterAll(() => platform.stop());

const writeCommittees = (list: readonly Committee[]): string =>
  stringify(
    list.map(({ members: _, ...committee }) => committee),
    { header: true },
  );
const writeMembers = (list: readonly Committee[]): string =>
  stringify(
    list.flatMap(({ id, members }) =>
      members.map(({ person_id, name, role }) => ({ committee_id: id, person_id, name, role })),
    ),
    { header: true, columns: ['committee_id', 'person_id', 'name', 'role'] },
  );

it('a dry run of 3,004 committees refuses none and finds all parents', async () => {
  const { id } = await imports.create(writeCommittees(all), { kind: 'committees', fileName: 'c.csv' });
  const { rowCount, check } = await imports.run(id, { dryRun: true });
  expect(rowCount).toBe(3004);
  expect(check).toEqual({ created: 3004, updated: 0, unchanged: 0, refused: 0, leftOut: 0 });
});

it('members without a person id and those of unknown people are refused by row; again, nothing changes', async () => {
  const committees = await imports.create(writeCommittees(some), { kind: 'committees', fileName: 'c.csv' });
  expect((await imports.run(committees.id)).result).toMatchObject({ created: some.length, refused: 0 });
  const file = writeMembers(some);
  const seats = await imports.create(file, { kind: 'memberships', fileName: 'm.csv' });
  const { result, rowCount } = await imports.run(seats.id);
  expect(result).toMatchObject({ created: rowCount - 34, refused: 34 });
  const refusals = (await imports.send('GET', `/${seats.id}/Refusals`)).text.trimEnd().split('\r\n');
  const count = (text: string): number => refusals.filter((line) => line.includes(text)).length;
  expect(count('"refused","person_id"')).toBe(34);
  expect(count('is missing, so the person cannot be identified')).toBe(8);
  expect(count('points at a person this tenant does not have')).toBe(26);
  const again = await imports.run(
    (await imports.create(file, { kind: 'memberships', fileName: 'm.csv' })).id,
  );
  expect(again.result).toMatchObject({ created: 0, updated: 0, unchanged: rowCount - 34 });
  const command = await importText('committees', JSON.stringify(some), { name: 'c.json' });
  expect(command.counts).toMatchObject({
    committees: { unchanged: some.length, refused: 0 },
    memberships: { created: 0, updated: 0, unchanged: rowCount - 34 },
  });
});
