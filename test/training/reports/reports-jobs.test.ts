// Large reports, made as a job with progress: the job works part by part, continues where it was interrupted, makes the
// report once however often it runs, and fails with a reason after too many tries.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formats } from '../../../functions/training/reports/formats/format.ts';
import { runReport } from '../../../functions/training/reports/run.ts';
import { reportRuns } from '../../../functions/training/reports/store.ts';
import { commit, remove, update } from '../../../shared/data/changes.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { buildClass, buildRegistration, storeClass, storeRegistrations } from './report-data.ts';

let platform: TestPlatform;
let token: string;
const rosterSize = 5000;
const largeClass = buildClass(
  '22222222-2222-4222-8222-222222222222',
  'Ethics for Everybody',
  '2026-09-14T16:00:00.000Z',
);
const mediumClass = buildClass('33333333-3333-4333-8333-333333333333', 'Records', '2026-09-15T16:00:00.000Z');
/** Forty people for all registrations, because the look-up of people is not tested here. */
const people = Array.from({ length: 40 }, () => randomUUID());
const buildRegistrants = (of: typeof largeClass, count: number) =>
  Array.from({ length: count }, (_, index) =>
    buildRegistration(of, index, {
      memberId: people[index % people.length] ?? '',
      memberName: `Registrant ${String(index).padStart(5, '0')}`,
      organizationName: 'Birch County Clerk’s Office',
    }),
  );

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({ tenant: 'demo', permissions: ['training.reports.read'] });
  const demo = platform.store('demo');
  await storeClass(demo, largeClass);
  await storeClass(demo, mediumClass);
  await storeRegistrations(demo, buildRegistrants(largeClass, rosterSize));
  await storeRegistrations(demo, buildRegistrants(mediumClass, 250));
});
afterAll(() => platform.stop());

const call = (method: string, path: string, body?: unknown) =>
  platform.call(method, 'training', `/api/v1/Reports${path}`, { tenant: 'demo', token, body });
const requestRoster = async (classId: string, format = 'json'): Promise<string> => {
  const { status, body } = await call('POST', '', { report: 'ClassRoster', format, parameters: { classId } });
  expect(status).toBe(202);
  expect(body).toMatchObject({ status: 'inprogress', progress: { percent: 0, rows: 0 } });
  expect(body).not.toHaveProperty('reportLink');
  return body.id;
};
const readReport = async (id: string) => (await call('GET', `/${id}`)).body;
const downloadRows = async (link: string): Promise<readonly { readonly name: string }[]> =>
  JSON.parse(await (await fetch(link)).text()).rows;

/** The current run of a report. */
async function requireDueRun(id: string, moment = new Date()) {
  const found = (await reportRuns.listDue(platform.store('demo'), moment)).find((run) => run.id === id);
  if (!found) throw new Error('The report is not due');
  return found;
}
const runKey = (id: string) => platform.store('demo').key<object>(`REPORT#${id}`, 'RUN');
/** The context of a run that has time for this number of parts. */
const withTimeFor = (parts: number, now = () => new Date()) => {
  let left = parts;
  return {
    now,
    timeLeft: () => {
      left -= 1;
      return left > 0 ? 60_000 : 0;
    },
  };
};
const withoutTimeLimit = (now = () => new Date()) => ({ now });
/** Continues a report that is due at a moment, and returns its status. */
async function proceed(
  id: string,
  context: Parameters<typeof runReport>[2],
  moment = new Date(),
): Promise<string> {
  await runReport(platform.store('demo'), await requireDueRun(id, moment), context);
  return (await readReport(id)).status;
}

describe('a large report', () => {
  it('continues where it was interrupted, shows its progress, and has every row once', async () => {
    const id = await requestRoster(largeClass.id);
    const before = process.memoryUsage().heapUsed;
    const seen: number[] = [];
    let outcome = 'inprogress';
    while (outcome === 'inprogress') {
      outcome = await proceed(id, withTimeFor(3));
      const { progress } = await readReport(id);
      seen.push(progress.percent);
      if (seen.length > 20) throw new Error('It does not end');
    }
    expect(seen.length).toBeGreaterThan(3);
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
    expect(outcome).toBe('success');
    expect(seen.at(-1)).toBe(100);
    const { reportLink, progress } = await readReport(id);
    expect(progress.rows).toBe(rosterSize);
    const names = (await downloadRows(reportLink)).map(({ name }) => name);
    expect(names).toEqual(
      Array.from({ length: rosterSize }, (_, index) => `Registrant ${String(index).padStart(5, '0')}`),
    );
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(150_000_000);
  });

  it.each([
    ['pdf', largeClass, rosterSize],
    ['xlsx', mediumClass, 250],
    ['csv', mediumClass, 250],
  ] as const)('is written as %s', async (format, of, rows) => {
    const id = await requestRoster(of.id, format);
    expect(await proceed(id, withoutTimeLimit())).toBe('success');
    const { reportLink, progress } = await readReport(id);
    expect(progress).toEqual({ percent: 100, rows });
    const reply = await fetch(reportLink);
    expect(reply.headers.get('content-type')).toBe(formats[format].contentType);
    expect((await reply.bytes()).length).toBeGreaterThan(rows * 30);
  });

  it('is made once when two workers claim it at the same time', async () => {
    const demo = platform.store('demo');
    const run = await requireDueRun(await requestRoster(mediumClass.id));
    await Promise.all([runReport(demo, run, withoutTimeLimit()), runReport(demo, run, withoutTimeLimit())]);
    const made = await readReport(run.id);
    await runReport(demo, run, withoutTimeLimit());
    expect((await readReport(run.id)).completedDate).toBe(made.completedDate);
    expect((await downloadRows((await readReport(run.id)).reportLink)).length).toBe(250);
  });

  it('is claimed by another worker only after the lease of a crashed one has ended', async () => {
    const demo = platform.store('demo');
    const id = await requestRoster(largeClass.id);
    expect(await proceed(id, withTimeFor(2))).toBe('inprogress');
    const leaseEnds = Date.now() + 90_000;
    const run = await requireDueRun(id);
    // A worker that died has taken it.
    await commit([reportRuns.put(demo, run, { ...run, dueAt: leaseEnds, version: run.version + 1 })]);
    await expect(requireDueRun(id)).rejects.toThrow('not due');
    const later = () => new Date(leaseEnds + 1000);
    expect(await proceed(id, withoutTimeLimit(later), later())).toBe('success');
    expect((await readReport(id)).progress.rows).toBe(rosterSize);
  });
});

describe('a report that can’t be made', () => {
  it('fails at once with a reason when the class it is about was removed', async () => {
    const demo = platform.store('demo');
    const removedClass = buildClass(randomUUID(), 'Soon gone', '2026-10-01T16:00:00.000Z');
    await storeClass(demo, removedClass);
    await storeRegistrations(demo, buildRegistrants(removedClass, 201));
    const id = await requestRoster(removedClass.id);
    await commit([remove(demo.key(`CLASS#${removedClass.id}`, 'CLASS'))]);
    expect(await proceed(id, withoutTimeLimit())).toBe('failed');
    const state = await readReport(id);
    expect(state).toMatchObject({
      status: 'failed',
      reason: `There is no class with the id ${removedClass.id}.`,
    });
    expect(state).not.toHaveProperty('reportLink');
    await expect(requireDueRun(id, new Date('2100-01-01'))).rejects.toThrow('not due');
  });

  it('fails with advice when it has more rows than the format allows', async () => {
    const { maxRows } = formats.pdf;
    Object.assign(formats.pdf, { maxRows: 100 });
    try {
      const id = await requestRoster(mediumClass.id, 'pdf');
      expect(await proceed(id, withoutTimeLimit())).toBe('failed');
      expect((await readReport(id)).reason).toMatch(/more than 100 rows.*shorter period.*another format/);
    } finally {
      Object.assign(formats.pdf, { maxRows });
    }
  });

  it('is retried with growing delays, and fails after five tries', async () => {
    const demo = platform.store('demo');
    const id = await requestRoster(mediumClass.id);
    // After its rows are read and before its file is written, a part of the stored rows is lost.
    expect(await proceed(id, withTimeFor(1))).toBe('inprogress');
    expect((await readReport(id)).progress).toEqual({ percent: 95, rows: 250 });
    await commit([remove(demo.key(`REPORT#${id}`, 'ROWS#000000'))]);
    let now = Date.now();
    const delays: number[] = [];
    let outcome = 'inprogress';
    while (outcome === 'inprogress') {
      outcome = await proceed(
        id,
        withoutTimeLimit(() => new Date(now)),
        new Date(now),
      );
      if (outcome !== 'inprogress') break;
      const { dueAt } = await requireDueRun(id, new Date('2100-01-01'));
      delays.push((dueAt - now) / 60_000);
      now = dueAt;
    }
    expect(delays).toEqual([1, 2, 4, 8]);
    expect(outcome).toBe('failed');
    const { reason } = await readReport(id);
    expect(reason).toMatch(/could not be made in 5 tries/);
    expect(reason).not.toMatch(/missing|Rows of/);
  });

  it('fails when every try was interrupted', async () => {
    const id = await requestRoster(mediumClass.id);
    await commit([update(runKey(id), { set: { tries: 5 } })]);
    expect(await proceed(id, withoutTimeLimit())).toBe('failed');
    expect((await readReport(id)).reason).toMatch(/could not be made in 5 tries/);
  });

  it('begins anew where an earlier version of the platform left it', async () => {
    const id = await requestRoster(mediumClass.id);
    const { runId: _, version: __, ...earlier } = await requireDueRun(id);
    const demo = platform.store('demo');
    await commit([reportRuns.put(demo, undefined, { ...earlier, lease: 'gone', done: 100 } as never)]);
    expect(await proceed(id, withoutTimeLimit())).toBe('inprogress');
    expect(await proceed(id, withoutTimeLimit())).toBe('success');
  });

  it('is not continued after it was removed', async () => {
    const id = await requestRoster(mediumClass.id);
    const run = await requireDueRun(id);
    expect((await call('DELETE', `/${id}`)).status).toBe(204);
    await runReport(platform.store('demo'), run, withoutTimeLimit());
    expect((await call('GET', `/${id}`)).status).toBe(404);
  });
});
