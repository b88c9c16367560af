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
const [SOME, THEIR_MEMBERS, REFUSED] = [501, 6794, 3];

describe('the officials of the shared bundle', () => {
  let platform: TestPlatform;
  let token: string;
  let before: number;
  let page: (query: string) => Promise<Reply>;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rostrum-officials-'));
    platform = await startPlatform();
    token = await platform.tokenFor({ tenant: 'demo', permissions: ['crm.people.read'] });
    page = createPageReader(platform, token);
    before = (await page('pageSize=1')).body.totalCount;
  }, 120_000);

  afterAll(async () => {
    await platform?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('are all imported, and unchanged by a second import', async () => {
    const first = await importInto('people', `${sharedBundle}/officials-current.csv`);
    expect(first.counts.people).toEqual({ created: OFFICIALS, updated: 0, unchanged: 0, refused: 0 });
    // A fourth of the rows, evenly from the whole list, is enough to represent them all.
    const text = await readFile(`${sharedBundle}/officials-current.csv`, 'utf8');
    const [header, ...rows] = text.trimEnd().split('\n');
    const some = rows.filter((_, index) => index % 4 === 0);
    const again = join(folder, 'officials.csv');
    await writeFile(again, [header, ...some, ''].join('\n'));
    const second = await importInto('people', again);
    expect(second.counts.people).toEqual({ created: 0, updated: 0, unchanged: some.length, refused: 0 });
  }, 180_000);

  it('are read by page number with the correct total, every person once, ordered by name', async () => {
    expectSortedOnce(await listAllPeople(page, before + OFFICIALS), before + OFFICIALS);
  }, 120_000);

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
    // A sixth of the 3,004 committees, evenly from the whole list, is enough to represent them all.
    const all: readonly unknown[] = JSON.parse(await readFile(`${sharedBundle}/committees.json`, 'utf8'));
    const some = join(folder, 'committees.json');
    await writeFile(some, JSON.stringify(all.filter((_, index) => index % 6 === 0)));
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
  }, 120_000);

  it("get their history from the legislators' JSON without being duplicated", async () => {
    const first = await importInto('people', `${sharedBundle}/legislators`);
    expect(first.counts.people).toMatchObject({ created: 0, refused: 0 });
    const second = await importInto('people', `${sharedBundle}/legislators`);
    expect(second.counts.people).toMatchObject({ created: 0, updated: 0, refused: 0 });
    const third = await importInto('people', `${sharedBundle}/officials-current.csv`);
    expect(third.counts.people).toMatchObject({ created: 0, refused: 0 });
    expect((await page('pageSize=1')).body.totalCount).toBe(before + OFFICIALS);
  }, 120_000);
});
