// What the reports on credits contain: rows, totals and periods. The tests use years that have no other data.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolvePeriod } from '../../../functions/training/reports/definition/period.ts';
import { organizationSubtree } from '../../../functions/training/reports/sources/people.ts';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { buildCredit, demoId, storeCredits } from './report-data.ts';

let platform: TestPlatform;
let token: string;
const personId = (key: string): string => demoId('person', key);
const organizationId = (key: string): string => demoId('organization', key);
const courseId = demoId('course', 'budget-basics');

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['training.reports.read', 'training.awards.write'],
  });
  const demo = platform.store('demo');
  await commit([update(tenantKey(demo), { set: { fiscalYearStart: '07-01' } })]);
  const earned = (key: string, earnedDate: string, credits: number, more = {}) =>
    buildCredit(randomUUID(), personId(key), { credits, earnedDate, creditTypeName: 'General', ...more });
  const inCourse = { courseId: courseId, courseName: 'Budget Basics', className: 'Spring' };
  await storeCredits(demo, [
    earned('kira', '1997-06-30', 1, inCourse),
    earned('kira', '1997-07-01', 2, { ...inCourse, organizationId: organizationId('birch-clerk') }),
    earned('leo', '1998-06-30', 0.5, {
      creditTypeName: 'Ethics',
      organizationId: organizationId('birch-clerk'),
    }),
    earned('ines', '1997-12-01', 4, {
      note: 'Panel on levies',
      source: 'manual',
      organizationId: organizationId('birch'),
    }),
    earned('hiro', '1998-01-01', 8, { organizationId: organizationId('alder-roads') }),
    earned('kira', '1998-02-01', 16, { voidedDate: '1998-02-02' }),
    earned('kira', '1998-07-01', 32),
  ]);
});
afterAll(() => platform.stop());

interface ReportFile {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly totals: readonly Readonly<Record<string, unknown>>[];
  readonly [name: string]: unknown;
}

async function makeReport(report: string, parameters: object): Promise<ReportFile> {
  const body = { report, format: 'json', parameters };
  const reply = await platform.call('POST', 'training', '/api/v1/Reports', { tenant: 'demo', token, body });
  expect(reply.status).toBe(201);
  return JSON.parse(await (await fetch(reply.body.reportLink)).text());
}
const year = { from: '1997-07-01', to: '1998-06-30' };

describe('credits', () => {
  it('by person are the credits of the period that are not voided, with totals by type', async () => {
    const { rows, totals, period } = await makeReport('CreditsByPerson', {
      personIds: [personId('kira')],
      to: '1998-07-01',
    });
    expect(period).toEqual({ to: '1998-07-01' });
    expect(rows.map(({ earned, credits }) => [earned, credits])).toEqual([
      ['1997-06-30', 1],
      ['1997-07-01', 2],
      ['1998-07-01', 32],
    ]);
    expect(totals).toEqual([{ label: 'Total', credits: 35 }]);
  });

  it('of an organization are those of its people and of the people below it', async () => {
    const { rows, totals, subject } = await makeReport('CreditsByPerson', {
      ...year,
      organizationId: organizationId('birch'),
    });
    expect(subject).toBe('Birch County');
    expect(rows.map(({ name, course: of, source, credits }) => [name, of, source, credits])).toEqual([
      ['da Costa, Inês', 'Panel on levies', 'Granted', 4],
      ['Marchetti, Leo', undefined, 'Attendance', 0.5],
      ['Nováková, Kira', 'Budget Basics', 'Attendance', 2],
    ]);
    expect(totals).toEqual([
      { label: 'Total Ethics', credits: 0.5 },
      { label: 'Total General', credits: 6 },
      { label: 'Total', credits: 6.5 },
    ]);
  });

  it('of a fiscal year are those of the fiscal year of the tenant', async () => {
    const { rows, period } = await makeReport('CreditsByPerson', { fiscalYear: 1997 });
    expect(period).toEqual(year);
    expect(rows).toHaveLength(4);
  });

  it('by course are those of one course, of all courses, or of one person', async () => {
    const byCourse = await makeReport('CreditsByCourse', { courseIds: [courseId], to: '1997-12-31' });
    expect(
      byCourse.rows.map(({ course: of, class: section, earned, name, credits }) => [
        of,
        section,
        earned,
        name,
        credits,
      ]),
    ).toEqual([
      ['Budget Basics', 'Spring', '1997-06-30', 'Nováková, Kira', 1],
      ['Budget Basics', 'Spring', '1997-07-01', 'Nováková, Kira', 2],
    ]);
    expect((await makeReport('CreditsByCourse', year)).rows).toHaveLength(1);
    const own = await makeReport('CreditsByCourse', { personIds: [personId('kira')], to: '1998-12-31' });
    expect(own.totals).toEqual([{ label: 'Total', credits: 3 }]);
  });

  it('by organization are summed for each organization and type, only with organizations below it', async () => {
    const all = await makeReport('CreditsByOrganization', year);
    expect(all.rows).toEqual([
      {
        organization: 'Alder County Road Department',
        partOf: 'Alder County',
        organizationId: expect.any(String),
        creditType: 'General',
        people: 1,
        credits: 8,
      },
      {
        organization: 'Birch County',
        partOf: 'Cascadia Association of Counties',
        organizationId: expect.any(String),
        creditType: 'General',
        people: 1,
        credits: 4,
      },
      {
        organization: 'Birch County Clerk’s Office',
        partOf: 'Birch County',
        organizationId: expect.any(String),
        creditType: 'Ethics',
        people: 1,
        credits: 0.5,
      },
      {
        organization: 'Birch County Clerk’s Office',
        partOf: 'Birch County',
        organizationId: expect.any(String),
        creditType: 'General',
        people: 1,
        credits: 2,
      },
    ]);
    const birch = await makeReport('CreditsByOrganization', {
      ...year,
      organizationId: organizationId('birch'),
    });
    expect(birch.totals.at(-1)).toEqual({ label: 'Total', credits: 6.5 });
    expect(birch.subject).toBe('Birch County and those below it');
  });

  it('of an organization with circular parents are read only once', () => {
    const tree = new Map(
      [
        ['a', 'c'],
        ['b', 'a'],
        ['c', 'b'],
        ['d', undefined],
      ].map(([id = '', parentId]) => [
        id,
        {
          id,
          parentId,
          name: id,
          type: 'organization',
          version: 1,
          createdDate: '',
          modifiedDate: '',
          schemaVersion: 1,
        } as const,
      ]),
    );
    expect([...organizationSubtree(tree, 'a')].sort()).toEqual(['a', 'b', 'c']);
  });
});

describe('a period', () => {
  const settings = { timeZone: 'America/Los_Angeles', fiscalYearStart: '07-01' };
  // 23:30 on 30 June in Los Angeles, but 1 July in UTC: the day in the tenant's time zone decides.
  const now = new Date('2027-07-01T06:30:00Z');

  it.each([
    [{ fiscalYear: 'current' }, { from: '2026-07-01', to: '2027-06-30' }],
    [{ fiscalYear: 'last' }, { from: '2025-07-01', to: '2026-06-30' }],
    [{ fiscalYear: 2027 }, { from: '2027-07-01', to: '2028-06-30' }],
    [
      { from: '2027-01-01', to: null },
      { from: '2027-01-01', to: undefined },
    ],
    [{}, undefined],
    [{ from: null, to: null, fiscalYear: null }, undefined],
  ] as const)('requested as %j is %j', (query, period) => {
    expect(resolvePeriod(query, settings, now)).toEqual(period);
  });
});
