// Reports made behind the scenes: part by part, taken up where they were cut off, once however often they
// are run, and given up with a reason (issue "Reports": "run as a job with progress when large").
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formats } from '../../functions/training/reports/formats/format.ts';
import { runReport } from '../../functions/training/reports/run.ts';
import { listDueRuns } from '../../functions/training/reports/store.ts';
import { commit, remove, update } from '../../shared/data/changes.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { buildClass, buildRegistration, storeClass, storeRegistrations } from './report-data.ts';

let platform: TestPlatform;
let token: string;
const many = 5000;
const big = buildClass(
  '22222222-2222-4222-8222-222222222222',
  'Ethics for Everybody',
  '2026-09-14T16:00:00.000Z',
);
const middling = buildClass('33333333-3333-4333-8333-333333333333', 'Records', '2026-09-15T16:00:00.000Z');
/** Forty people who register over and over, as what is looked up of them is not what is tested here. */
const people = Array.from({ length: 40 }, () => randomUUID());
const buildRegistrants = (of: typeof big, count: number) =>
  Array.from({ length: count }, (_, at) =>
    buildRegistration(of, at, {
      memberId: people[at % people.length] ?? '',
      memberName: `Registrant ${String(at).padStart(5, '0')}`,
      organizationName: 'Birch County Clerk’s Office',
    }),
  );

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({ tenant: 'demo', permissions: ['training.reports.read'] });
  const demo = platform.store('demo');
  await storeClass(demo, big);
  await storeClass(demo, middling);
  await storeRegistrations(demo, buildRegistrants(big, many));
  await storeRegistrations(demo, buildRegistrants(middling, 250));
}, 60_000);
afterAll(() => platform.stop());

const call = (method: string, path: string, body?: unknown) =>
  platform.call(method, 'training', `/api/v1/Reports${path}`, { tenant: 'demo', token, body });
const ask = async (classId: string, format = 'json'): Promise<string> => {
  const { status, body } = await call('POST', '', { report: 'ClassRoster', format, parameters: { classId } });
  expect(status).toBe(202);
  expect(body).toMatchObject({ status: 'inprogress', progress: { percent: 0, rows: 0 } });
  expect(body).not.toHaveProperty('reportLink');
  return body.id;
};
const stateOf = async (id: string) => (await call('GET', `/${id}`)).body;
const rowsOf = async (link: string): Promise<readonly { readonly name: string }[]> =>
  JSON.parse(await (await fetch(link)).text()).rows;

/** The run of a report as it is now. */
async function requireDueRun(id: string, at = new Date()) {
  const found = (await listDueRuns(platform.store('demo'), at)).find((run) => run.id === id);
  if (!found) throw new Error('The report is not due');
  return found;
}
const runKey = (id: string) => platform.store('demo').key<object>(`REPORT#${id}`, 'RUN');
/** What a run is given that has time for so many parts. */
const timeFor = (parts: number, now = () => new Date()) => {
  let left = parts;
  return {
    now,
    newId: randomUUID,
    timeLeft: () => {
      left -= 1;
      return left > 0 ? 60_000 : 0;
    },
  };
};
const endless = (now = () => new Date()) => ({ now, newId: randomUUID });

describe('a large report', () => {
  it('goes on where it was cut off, shows how far it is, and has every row once', async () => {
    const demo = platform.store('demo');
    const id = await ask(big.id);
    const before = process.memoryUsage().heapUsed;
    const seen: number[] = [];
    let outcome = 'unfinished';
    while (outcome === 'unfinished') {
      outcome = await runReport(demo, await requireDueRun(id), timeFor(3));
      const { status, progress } = await stateOf(id);
      expect(status).toBe(outcome === 'success' ? 'success' : 'inprogress');
      seen.push(progress.percent);
      if (seen.length > 20) throw new Error('It does not end');
    }
    expect(seen.length).toBeGreaterThan(3);
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe(100);
    const { reportLink, progress } = await stateOf(id);
    expect(progress.rows).toBe(many);
    const names = (await rowsOf(reportLink)).map(({ name }) => name);
    expect(names).toEqual(
      Array.from({ length: many }, (_, at) => `Registrant ${String(at).padStart(5, '0')}`),
    );
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(150_000_000);
  });

  it.each([
    ['pdf', big, many],
    ['xlsx', middling, 250],
    ['csv', middling, 250],
  ] as const)(
    'is written as %s',
    async (format, of, rows) => {
      const id = await ask(of.id, format);
      expect(await runReport(platform.store('demo'), await requireDueRun(id), endless())).toBe('success');
      const { reportLink, progress } = await stateOf(id);
      expect(progress).toEqual({ percent: 100, rows });
      const reply = await fetch(reportLink);
      expect(reply.headers.get('content-type')).toBe(formats[format].contentType);
      expect((await reply.bytes()).length).toBeGreaterThan(rows * 30);
    },
    20_000,
  );

  it('is made once when two take it up at the same time', async () => {
    const demo = platform.store('demo');
    const run = await requireDueRun(await ask(middling.id));
    const outcomes = await Promise.all([runReport(demo, run, endless()), runReport(demo, run, endless())]);
    expect(outcomes.sort()).toEqual(['success', 'taken']);
    expect(await runReport(demo, run, endless())).toBe('taken');
    expect((await rowsOf((await stateOf(run.id)).reportLink)).length).toBe(250);
  });

  it('is taken up by another once the lease of whoever died has ended, not before', async () => {
    const demo = platform.store('demo');
    const id = await ask(big.id);
    expect(await runReport(demo, await requireDueRun(id), timeFor(2))).toBe('unfinished');
    const leaseEnds = Date.now() + 120_000;
    const dueText = `${String(leaseEnds).padStart(15, '0')}#${id}`;
    await commit([
      update(runKey(id), { set: { lease: 'the one who died', dueAt: leaseEnds, gsi1sk: dueText } }),
    ]);
    await expect(requireDueRun(id)).rejects.toThrow('not due');
    const later = () => new Date(leaseEnds + 1000);
    expect(await runReport(demo, await requireDueRun(id, later()), endless(later))).toBe('success');
    expect((await stateOf(id)).progress.rows).toBe(many);
  });
});

describe('a report that can’t be made', () => {
  it('fails at once with its reason when what it is about is gone', async () => {
    const demo = platform.store('demo');
    const gone = buildClass(randomUUID(), 'Soon gone', '2026-10-01T16:00:00.000Z');
    await storeClass(demo, gone);
    await storeRegistrations(demo, buildRegistrants(gone, 201));
    const id = await ask(gone.id);
    await commit([remove(demo.key(`CLASS#${gone.id}`, 'CLASS'))]);
    expect(await runReport(demo, await requireDueRun(id), endless())).toBe('failed');
    const state = await stateOf(id);
    expect(state).toMatchObject({ status: 'failed', reason: `There is no class with the id ${gone.id}.` });
    expect(state).not.toHaveProperty('reportLink');
    await expect(requireDueRun(id, new Date('2100-01-01'))).rejects.toThrow('not due');
  });

  it('fails with a word on what to do when it has more rows than the format takes', async () => {
    const { mostRows } = formats.pdf;
    Object.assign(formats.pdf, { mostRows: 100 });
    try {
      const id = await ask(middling.id, 'pdf');
      expect(await runReport(platform.store('demo'), await requireDueRun(id), endless())).toBe('failed');
      expect((await stateOf(id)).reason).toMatch(/more than 100 rows.*shorter period.*another format/);
    } finally {
      Object.assign(formats.pdf, { mostRows });
    }
  });

  it('is tried again later and later, and given up after five tries', async () => {
    const demo = platform.store('demo');
    const id = await ask(middling.id);
    // It is read, and before its file is written a part of what was read is lost.
    expect(await runReport(demo, await requireDueRun(id), timeFor(1))).toBe('unfinished');
    expect((await stateOf(id)).progress).toEqual({ percent: 95, rows: 250 });
    await commit([remove(demo.key(`REPORT#${id}`, 'ROWS#000000'))]);
    let now = Date.now();
    const delays: number[] = [];
    let outcome = 'unfinished';
    while (outcome === 'unfinished') {
      outcome = await runReport(
        demo,
        await requireDueRun(id, new Date(now)),
        endless(() => new Date(now)),
      );
      if (outcome !== 'unfinished') break;
      const { dueAt } = await requireDueRun(id, new Date('2100-01-01'));
      delays.push((dueAt - now) / 60_000);
      now = dueAt;
    }
    expect(delays).toEqual([1, 2, 4, 8]);
    expect(outcome).toBe('failed');
    const { reason } = await stateOf(id);
    expect(reason).toMatch(/could not be made in 5 tries/);
    expect(reason).not.toMatch(/missing|Rows of/);
  });

  it('is given up when each try was cut off before it could be noted', async () => {
    const id = await ask(middling.id);
    await commit([update(runKey(id), { set: { tries: 5 } })]);
    expect(await runReport(platform.store('demo'), await requireDueRun(id), endless())).toBe('failed');
    expect((await stateOf(id)).reason).toMatch(/cut off/);
  });

  it('is left alone once it was removed', async () => {
    const id = await ask(middling.id);
    const run = await requireDueRun(id);
    expect((await call('DELETE', `/${id}`)).status).toBe(204);
    expect(await runReport(platform.store('demo'), run, endless())).toBe('taken');
    expect((await call('GET', `/${id}`)).status).toBe(404);
  });
});
