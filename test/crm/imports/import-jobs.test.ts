// The job of an import: it may stop anywhere and goes on, and no row is written or counted twice
// (docs/interface/crm.md#imports).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importById, importRuns } from '../../../functions/crm/imports/record/store.ts';
import { handler as sweep } from '../../../functions/crm/jobs/sweep-imports/handler.ts';
import { commit } from '../../../shared/data/changes.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { startUnreliableDatabase } from '../../harness/unreliable-database.ts';
import { createImports, type Imports } from './import-over-http.ts';

let platform: TestPlatform;
let imports: Imports;

beforeAll(async () => {
  platform = await startPlatform();
  imports = await createImports(platform);
});
afterAll(() => platform.stop());

/** A list of people; every hundredth row is refused. */
const buildFile = (lastName: string, rows: number): string =>
  [
    'First Name,Last Name,Email',
    ...Array.from({ length: rows }, (_, row) =>
      row % 100 === 99 ? `,,${row}@${lastName}.example` : `P${row},${lastName},${row}@${lastName}.example`,
    ),
  ].join('\n');

const start = async (file: string): Promise<string> => {
  const { id } = await imports.create(file);
  expect((await imports.send('POST', `/${id}/Start`, {})).status).toBe(202);
  return id;
};

describe('the job of an import', () => {
  it('goes on after each page where it stopped, and shows its progress', async () => {
    const id = await start(buildFile('steps', 500));
    await imports.callJob(id, 1);
    expect((await imports.get(id)).progress).toMatchObject({
      rows: 200,
      percent: 40,
      counts: { created: 198 },
    });
    await imports.callJob(id, 1);
    await imports.callJob(id);
    expect(await imports.get(id)).toMatchObject({
      status: 'done',
      result: { created: 495, updated: 0, unchanged: 0, refused: 5 },
    });
    const lines = (await imports.send('GET', `/${id}/Refusals`)).text.trimEnd().split('\r\n');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual([
      '"101"',
      '"201"',
      '"301"',
      '"401"',
      '"501"',
    ]);
    await imports.callJob(id);
    expect(await imports.listItems(id)).toEqual(
      expect.not.arrayContaining([expect.stringMatching(/^(PAGE|WRITTEN|RUN)/)]),
    );
  });

  it('keeps the rows of an import that seems to be under way without a run, as one that ends between two reads does', async () => {
    const { id } = await imports.create(buildFile('torn', 20));
    expect((await imports.send('POST', `/${id}/Start`, { dryRun: true })).status).toBe(202);
    const tenant = platform.store('demo');
    const { run } = await importById(tenant, id);
    if (!run) throw new Error('a run');
    await commit([importRuns.remove(tenant, run)]);
    await imports.callJob(id);
    expect(await imports.listItems(id)).toEqual(expect.arrayContaining(['IMPORT', 'PAGE#000000']));
    await commit([importRuns.put(tenant, undefined, run)]);
    await imports.callJob(id);
    expect(await imports.get(id)).toMatchObject({ status: 'ready', check: { created: 20 } });
  });

  it('counts rows once that it wrote in a page before it was cut off', async () => {
    const id = await start(buildFile('cut', 60));
    const database = await startUnreliableDatabase();
    let written = 0;
    database.chooseFault = ({ body }) => {
      if (body.includes('import-written')) written += 1;
      return written > 2 ? 'broken' : undefined;
    };
    await imports.callJob(id).catch(() => undefined);
    await database.stop();
    expect((await imports.findPeople('cut')).length).toBeGreaterThan(0);
    expect((await imports.findPeople('cut')).length).toBeLessThan(60);
    await sweep(undefined, undefined, () => new Date(Date.now() + 3600_000));
    expect(await imports.get(id)).toMatchObject({ status: 'done', result: { created: 60, unchanged: 0 } });
  });

  it('refuses a duplicate of a row of an earlier page, also after it stopped between them', async () => {
    const id = await start(`${buildFile('again', 250)}\nP0,again,0@again.example\n`);
    await imports.callJob(id, 1);
    await imports.callJob(id);
    expect((await imports.get(id)).result).toMatchObject({ created: 248, refused: 3 });
    expect((await imports.send('GET', `/${id}/Refusals`)).text).toContain('is of the same record as row 2');
  });

  it('is done by one worker at a time', async () => {
    const id = await start(buildFile('race', 30));
    await Promise.all([imports.callJob(id), imports.callJob(id), imports.callJob(id)]);
    expect((await imports.get(id)).result).toMatchObject({ created: 30, unchanged: 0 });
  });

  it('is started once by two requests at the same time', async () => {
    const { id } = await imports.create(buildFile('twice', 3));
    const replies = await Promise.all([1, 2].map(() => imports.send('POST', `/${id}/Start`, {})));
    expect(replies.map(({ status }) => status).sort()).toEqual([202, 409]);
  });

  it('stops when the import is deleted, and what it wrote stays', async () => {
    const id = await start(buildFile('halfway', 250));
    await imports.callJob(id, 1);
    expect((await imports.send('DELETE', `/${id}`)).status).toBe(204);
    await imports.callJob(id);
    expect(await imports.listItems(id)).toEqual([]);
    expect((await imports.findPeople('halfway')).length).toBe(100);
  });
});
