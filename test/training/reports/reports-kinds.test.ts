// What each report contains: its rows, its totals and its period. The tests use years that have no other data.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { curriculumKey } from '../../../functions/training/awards/record/curriculum-record.ts';
import { buildAwardRegistrationChanges } from '../../../functions/training/awards/registration/store.ts';
import { computeTotalLines } from '../../../functions/training/reports/definition/document.ts';
import { addRegistration } from '../../../functions/training/reports/kinds/revenue-by-class.ts';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import { commit, put, update } from '../../../shared/data/changes.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import {
  buildCertification,
  buildClass,
  buildCredit,
  buildRegistration,
  demoId,
  storeCertification,
  storeClass,
  storeCredits,
  storeRegistrations,
} from './report-data.ts';

let platform: TestPlatform;
let token: string;
const personId = (key: string): string => demoId('person', key);
const organizationId = (key: string): string => demoId('organization', key);

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['training.reports.read', 'training.awards.write'],
  });
  const demo = platform.store('demo');
  await commit([update(tenantKey(demo), { set: { fiscalYearStart: '07-01' } })]);
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

describe('classes', () => {
  const winter = buildClass(randomUUID(), 'Winter', '1998-01-10T16:00:00.000Z');
  const summer = buildClass(randomUUID(), 'Summer', '1998-06-30T16:00:00.000Z');
  const after = buildClass(randomUUID(), 'After', '1998-07-01T00:30:00.000Z');
  beforeAll(async () => {
    const demo = platform.store('demo');
    for (const classItem of [winter, summer, after]) await storeClass(demo, classItem);
    const who = (key: string, memberName: string) => ({ memberId: personId(key), memberName });
    await storeRegistrations(demo, [
      buildRegistration(winter, 1, {
        ...who('kira', 'Kira'),
        status: 'Attended',
        payment: { amountDue: 100.1, state: 'paid' },
      }),
      buildRegistration(winter, 2, {
        ...who('leo', 'Leo'),
        status: 'NoShow',
        payment: { amountDue: 100.1, state: 'unpaid' },
      }),
      buildRegistration(winter, 3, {
        ...who('ben', 'Ben'),
        status: 'Waitlisted',
        payment: { amountDue: 100.1, state: 'unpaid' },
      }),
      buildRegistration(winter, 4, {
        ...who('ines', 'Inês'),
        status: 'Cancelled',
        payment: { amountDue: 100.1, state: 'refunded', amountPaid: 100.1, amountRefunded: 80 },
      }),
    ]);
    await storeRegistrations(demo, [
      buildRegistration(summer, 1, { ...who('hiro', 'Hiro'), payment: { amountDue: 0, state: 'free' } }),
    ]);
  });

  it('attendance lists who attended, who was absent, and whose attendance is not recorded', async () => {
    const byClass = await makeReport('Attendance', { classId: winter.id });
    expect(byClass.rows.map(({ name, attendance }) => [name, attendance])).toEqual([
      ['Marchetti, Leo', 'Absent'],
      ['Nováková, Kira', 'Attended'],
    ]);
    expect(byClass.rows.map(({ classId, personId: id }) => [classId, id])).toEqual([
      [winter.id, personId('leo')],
      [winter.id, personId('kira')],
    ]);
    expect(byClass.totals).toEqual([{ label: 'Total', attended: 1, absent: 1 }]);
    const period = await makeReport('Attendance', year);
    expect(period.rows.map(({ day, class: section }) => [day, section])).toEqual([
      ['1998-01-10', 'Winter'],
      ['1998-01-10', 'Winter'],
      ['1998-06-30', 'Summer'],
    ]);
    expect(period.rows.at(-1)?.attendance).toBe('Not recorded');
  });

  it('revenue counts payments without refunds, and amounts owed for seats', async () => {
    const { rows, totals, currency } = await makeReport('RevenueByClass', { fiscalYear: 1997 });
    expect(currency).toBe('USD');
    expect(rows).toEqual([
      {
        ...{ day: '1998-01-10', class: 'Winter', course: 'Budget Basics', registrations: 2 },
        ...{ due: 200.2, paid: 200.2, refunded: 80, net: 120.2, owed: 100.1 },
        ...{ classId: winter.id, courseId: winter.courseId },
      },
      {
        ...{ day: '1998-06-30', class: 'Summer', course: 'Budget Basics', registrations: 1 },
        ...{ due: 0, paid: 0, refunded: 0, net: 0, owed: 0 },
        ...{ classId: summer.id, courseId: summer.courseId },
      },
    ]);
    expect(totals).toEqual([
      { label: 'Total', registrations: 3, due: 200.2, paid: 200.2, refunded: 80, net: 120.2, owed: 100.1 },
    ]);
  });

  it('revenue counts a payment made before a transfer to a more expensive class, and the rest as owed', () => {
    const transferred = buildRegistration(winter, 9, {
      memberId: 'x',
      memberName: 'x',
      payment: { amountDue: 150, amountPaid: 100, state: 'unpaid' },
    });
    const none = { registrations: 0, due: 0, paid: 0, refunded: 0, owed: 0 };
    expect(addRegistration(none, transferred)).toMatchObject({ due: 150, paid: 100, owed: 50 });
  });

  it('revenue has what was refunded of a seat that is held as owed', () => {
    const of = buildRegistration(winter, 9, {
      ...{ memberId: 'x', memberName: 'x' },
      payment: { amountDue: 100, amountPaid: 40, amountRefunded: 40, state: 'refunded' },
    });
    const none = { registrations: 0, due: 0, paid: 0, refunded: 0, owed: 0 };
    expect(addRegistration(none, of)).toMatchObject({ due: 100, paid: 40, refunded: 40, owed: 100 });
  });

  it('revenue and its totals are exact to the minor unit of a currency with three decimals', () => {
    const of = buildRegistration(winter, 9, {
      ...{ memberId: 'x', memberName: 'x' },
      payment: { amountDue: 10.511, amountPaid: 0.101, state: 'unpaid' },
    });
    const none = { registrations: 0, due: 0, paid: 0, refunded: 0, owed: 0 };
    const row = { ...[of, of, of].reduce(addRegistration, none) };
    expect(row).toMatchObject({ due: 31.533, paid: 0.303, owed: 31.23 });
    expect(computeTotalLines([row, row], { sum: ['due'] })).toEqual([
      { label: 'Total', sums: { due: 63.066 } },
    ]);
  });

  it('revenue is exact to the cent', () => {
    const item = buildRegistration(winter, 9, {
      memberId: 'x',
      memberName: 'x',
      payment: { amountDue: 0.1, state: 'paid' },
    });
    const none = { registrations: 0, due: 0, paid: 0, refunded: 0, owed: 0 };
    expect([item, item, item].reduce(addRegistration, none)).toMatchObject({
      paid: 0.3,
      due: 0.3,
      registrations: 3,
    });
  });
});

describe('awards', () => {
  it('progress lists the state of each registration and what is still needed', async () => {
    const demo = platform.store('demo');
    const { body } = await platform.call('POST', 'training', '/api/v1/Awards', {
      ...{ tenant: 'demo', token, body: { name: 'Certified Reporter', requiresApproval: false } },
    });
    const awardId: string = body.id;
    const moment = '1998-01-01T00:00:00.000Z';
    const recordFields = { version: 1, createdDate: moment, modifiedDate: moment, schemaVersion: 1 as const };
    const credits = { creditTypeId: demoId('creditType', 'reporting'), credits: 10 };
    const earned = { credits: 8, earnedDate: '1998-01-01', creditTypeName: 'Reporting' };
    await storeCredits(demo, [buildCredit(randomUUID(), personId('hiro'), earned)]);
    const registration = (key: string, personName: string, status: 'Active' | 'Withdrawn') =>
      buildAwardRegistrationChanges(demo, undefined, {
        ...{ type: 'award-registration', id: randomUUID(), personId: personId(key), personName, awardId },
        ...{ awardName: 'Certified Reporter', status, registrationType: 'Self', registeredBy: 'test' },
        ...{ registeredDate: '1998-01-01', ...recordFields },
      });
    await commit([
      put(curriculumKey(demo, awardId), {
        ...{ type: 'curriculum', id: awardId, requiredCourseIds: [], electiveCourseIds: [] },
        ...{ electivesNeeded: 0, minimumCredits: [credits], ...recordFields },
      }),
    ]);
    for (const [key, name, status] of [
      ['hiro', 'Hiro', 'Active'],
      ['leo', 'Leo', 'Withdrawn'],
    ] as const)
      await commit(registration(key, name, status));
    const { rows, subject } = await makeReport('AwardProgress', { awardId });
    expect(subject).toBe('Certified Reporter');
    expect(rows).toEqual([
      {
        ...{ name: 'Tanaka, Hiro', organization: 'Alder County Road Department', registered: '1998-01-01' },
        ...{ state: 'In progress', percent: 80, missing: expect.stringMatching(/^2 more .* credits$/) },
        ...{ personId: personId('hiro'), organizationId: expect.any(String) },
      },
    ]);
    const birch = { awardId, organizationId: organizationId('birch') };
    expect((await makeReport('AwardProgress', birch)).rows).toEqual([]);
  });

  it('expiring certifications are those with a last valid day in the period, in that order', async () => {
    const demo = platform.store('demo');
    const ending = (key: string, validThrough: string, more = {}) =>
      storeCertification(demo, buildCertification(randomUUID(), personId(key), { validThrough, ...more }));
    await ending('kira', '1999-03-31');
    await ending('leo', '1999-01-01', { graceThrough: '1999-01-31' });
    await ending('ben', '1999-02-01', { revokedDate: '1998-12-01' });
    await ending('ines', '1999-04-01');
    const period = { from: '1999-01-01', to: '1999-03-31' };
    const { rows } = await makeReport('ExpiringCertifications', period);
    expect(rows.map(({ name, validThrough, graceThrough }) => [name, validThrough, graceThrough])).toEqual([
      ['Marchetti, Leo', '1999-01-01', '1999-01-31'],
      ['Nováková, Kira', '1999-03-31', undefined],
    ]);
    expect(rows[0]?.daysLeft).toBeLessThan(0);
    const alder = { ...period, organizationId: organizationId('alder') };
    expect((await makeReport('ExpiringCertifications', alder)).rows).toEqual([]);
  });
});
