// The real officials and committees, imported and read: the main job with real data.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { committeesByState } from '../../shared/legislature/committee-numbers.ts';
import { type Reply, startPlatform, type TestPlatform } from '../harness/platform.ts';
import { importInto } from '../import/import-into.ts';
import { createPageReader, expectSortedOnce, listAllPeople } from '../import/read-people.ts';
import { sharedBundle } from './shared-bundle.ts';

const OFFICIALS = 8800;
// Those of every second state, and of the states whose legislators come as JSON, are written: more than a section of the list
// of people has.
const WRITTEN = 4814;
const withJson = ['AK', 'CA', 'GA', 'MD', 'NE', 'NH'];
const [SOME, THEIR_MEMBERS, REFUSED] = [268, 3545, 1];

describe('the officials of the shared bundle', () => {
  let platform: TestPlatform;
  let token: string;
  let before: number;
  let page: (query: string) => Promise<Reply>;
  let folder: string;
  let writtenStates: ReadonlySet<string>;
  let written: string;
  let fourth: string;
  const readState = (row: string): string => row.split(',', 2)[1] ?? '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rostrum-officials-'));
    const text = await readFile(`${sharedBundle}/officials-current.csv`, 'utf8');
    const [header, ...rows] = text.trimEnd().split('\n');
    const states = [...new Set(rows.map(readState))].toSorted();
    writtenStates = new Set([...withJson, ...states.filter((_, index) => index % 2 === 0)]);
    const own = rows.filter((row) => writtenStates.has(readState(row)));
    written = join(folder, 'officials.csv');
    await writeFile(written, [header, ...own, ''].join('\n'));
    fourth = join(folder, 'every-fourth.csv');
    await writeFile(fourth, [header, ...own.filter((_, index) => index % 4 === 0), ''].join('\n'));
    platform = await startPlatform();
    token = await platform.tokenFor({ tenant: 'demo', permissions: ['crm.people.read'] });
    page = createPageReader(platform, token);
    before = (await page('pageSize=1')).body.totalCount;
  });

  afterAll(async () => {
    await platform?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('are all accepted, are created when they are imported, and unchanged by a second import', async () => {
    const checked = await importInto('people', `${sharedBundle}/officials-current.csv`, { dryRun: true });
    expect(checked.counts.people).toEqual({ created: OFFICIALS, updated: 0, unchanged: 0, refused: 0 });
    const first = await importInto('people', written);
    expect(first.counts.people).toEqual({ created: WRITTEN, updated: 0, unchanged: 0, refused: 0 });
    const second = await importInto('people', fourth);
    expect(second.counts.people).toEqual({
      created: 0,
      updated: 0,
      unchanged: Math.ceil(WRITTEN / 4),
      refused: 0,
    });
  });

  it('are read by page number with the correct total, every person once, ordered by name', async () => {
    expectSortedOnce(await listAllPeople(page, before + WRITTEN), before + WRITTEN);
  });

  it('are read one by one with their offices and addresses', async () => {
    const { body } = await page('pageIndex=40&pageSize=1');
    const reply = await platform.call('GET', 'crm', `/api/v1/people/${body.data[0].id}`, {
      tenant: 'demo',
      token,
    });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual(body.data[0]);
    expect(reply.body).toMatchObject({ tenantId: 'demo', externalIds: [{ scheme: 'ocd-person' }] });
  });

  it('have committees with memberships; those without a person are refused by row', async () => {
    // A sixth of the committees, evenly from the whole list, is enough to represent them all.
    const all: readonly { readonly state: string }[] = JSON.parse(
      await readFile(`${sharedBundle}/committees.json`, 'utf8'),
    );
    const some = join(folder, 'committees.json');
    const own = all.filter(({ state }, index) => index % 6 === 0 && writtenStates.has(state));
    await writeFile(some, JSON.stringify(own));
    const first = await importInto('committees', some);
    expect(first.counts).toEqual({
      committees: { created: SOME, updated: 0, unchanged: 0, refused: 0 },
      memberships: { created: THEIR_MEMBERS, updated: 0, unchanged: 0, refused: REFUSED },
    });
    const numbered = await committeesByState(platform.store('demo'), undefined);
    expect(numbered.length).toBeGreaterThanOrEqual(SOME);
    const second = await importInto('openstates', some);
    expect(await committeesByState(platform.store('demo'), undefined)).toEqual(numbered);
    expect(second.counts).toEqual({
      committees: { created: 0, updated: 0, unchanged: SOME, refused: 0 },
      memberships: { created: 0, updated: 0, unchanged: THEIR_MEMBERS, refused: REFUSED },
    });
  });

  it("get their history from the legislators' JSON without being duplicated", async () => {
    const first = await importInto('people', `${sharedBundle}/legislators`);
    expect(first.counts.people).toMatchObject({ created: 0, refused: 0 });
    const second = await importInto('people', `${sharedBundle}/legislators`);
    expect(second.counts.people).toMatchObject({ created: 0, updated: 0, refused: 0 });
    const third = await importInto('people', fourth);
    expect(third.counts.people).toMatchObject({ created: 0, refused: 0 });
    expect((await page('pageSize=1')).body.totalCount).toBe(before + WRITTEN);
  });
});
