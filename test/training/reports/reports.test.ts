// Reports over HTTP: requested, listed, read, downloaded and removed; and who may do so
// (docs/interface/training.md#reports).
// Rules: docs/interface/requests.md#validation.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SubjectItem, subjectKey } from '../../../shared/auth/accounts/records.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import type { Key } from '../../../shared/data/store.ts';
import { loadFileByToken } from '../../../shared/files/signed-link.ts';
import { type CallOptions, startPlatform, type TestPlatform } from '../../harness/platform.ts';
import {
  buildClass,
  buildCredit,
  buildRegistration,
  demoId,
  storeClass,
  storeCredits,
  storeRegistrations,
} from './report-data.ts';

let platform: TestPlatform;
let token: string;
const classItem = buildClass(
  '11111111-1111-4111-8111-111111111111',
  'Budget Basics, Fall',
  '2026-09-14T16:00:00.000Z',
);
const kira = demoId('person', 'kira');
const unknownId = '00000000-0000-4000-8000-000000000000';

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({ tenant: 'demo', permissions: ['training.reports.read'] });
  const demo = platform.store('demo');
  await storeClass(demo, classItem);
  await storeRegistrations(demo, [
    buildRegistration(classItem, 1, {
      memberId: kira,
      memberName: 'Kira Nováková',
      organizationName: 'Birch County',
    }),
    buildRegistration(classItem, 2, { memberId: demoId('person', 'ben'), memberName: 'Ben Okafor' }),
    buildRegistration(classItem, 3, {
      memberId: demoId('person', 'leo'),
      memberName: 'Leo Marchetti',
      status: 'Cancelled',
    }),
  ]);
  await storeCredits(demo, [
    buildCredit(randomUUID(), kira, { credits: 3, earnedDate: '1999-03-01', creditTypeName: 'General' }),
  ]);
});
afterAll(() => platform.stop());

const call = (method: string, path: string, options: CallOptions = {}) =>
  platform.call(method, 'training', `/api/v1/Reports${path}`, { tenant: 'demo', token, ...options });
const requestReport = (report: string, parameters: object, options: CallOptions & { format?: string } = {}) =>
  call('POST', '', { body: { report, format: options.format ?? 'json', parameters }, ...options });
const download = async (link: string) => {
  const reply = await fetch(link);
  return { status: reply.status, type: reply.headers.get('content-type'), reply };
};
/** The rows of a report that was made as JSON. */
const downloadRows = async (link: string): Promise<readonly Record<string, unknown>[]> => {
  const report: { readonly rows: readonly Record<string, unknown>[] } = JSON.parse(
    await (await download(link)).reply.text(),
  );
  return report.rows;
};

describe('POST /api/v1/Reports', () => {
  it('makes a small report at once, with a link that needs no header', async () => {
    const { status, body, headers } = await requestReport('ClassRoster', { classId: classItem.id });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`${platform.urls.training}/api/v1/Reports/${body.id}`);
    expect(body).toMatchObject({
      ...{ reportName: 'Class roster', report: 'ClassRoster', format: 'json', status: 'success' },
      progress: { percent: 100, rows: 2 },
      subject: 'Budget Basics, Fall, begins 2026-09-14',
      parameters: { classId: classItem.id },
    });
    const { type, reply } = await download(body.reportLink);
    expect(type).toBe('application/json');
    expect(reply.headers.get('content-disposition')).toMatch(/class-roster-\d{4}-\d\d-\d\d\.json/);
    expect(reply.status).toBe(200);
    const rows = await downloadRows(body.reportLink);
    expect(rows.map(({ name }) => name)).toEqual(['Nováková, Kira', 'Okafor, Ben']);
    expect(rows[0]).toMatchObject({ email: 'kira.novakova@example.org', status: 'Confirmed' });
  });

  it('makes one report for an Idempotency-Key, and none with validateOnly', async () => {
    const before = (await call('GET', '/List')).headers.get('x-total-count');
    const body = { report: 'ClassRoster', format: 'csv', parameters: { classId: classItem.id } };
    const dry = await call('POST', '?validateOnly=true', { body });
    expect(dry.status).toBe(204);
    expect((await call('GET', '/List')).headers.get('x-total-count')).toBe(before);
    const headers = { 'Idempotency-Key': 'report-once' };
    const [first, second] = [
      await call('POST', '', { body, headers }),
      await call('POST', '', { body, headers }),
    ];
    expect(second.body.id).toBe(first.body.id);
  });

  it('makes a report without records that were created after the request', async () => {
    const { body } = await requestReport('ClassRoster', { classId: classItem.id, includeEnded: true });
    expect(body.progress.rows).toBe(3);
    const late = buildRegistration(classItem, 4, {
      memberId: demoId('person', 'ines'),
      memberName: 'Inês da Costa',
    });
    await storeRegistrations(platform.store('demo'), [late]);
    const again = (await call('GET', `/${body.id}`)).body;
    expect(await downloadRows(again.reportLink)).toHaveLength(3);
    expect(
      (await requestReport('ClassRoster', { classId: classItem.id, includeEnded: true })).body.progress.rows,
    ).toBe(4);
  });

  it.each([
    [{}, 'report', 'REQUIRED_FIELD'],
    [{ report: 'Gossip', format: 'pdf' }, 'report', 'UNKNOWN_VALUE'],
    [{ report: 'RevenueByClass', format: 'docx' }, 'format', 'UNKNOWN_VALUE'],
    [{ report: 'CreditsByPerson', parameters: { personId: unknownId } }, 'parameters', 'UNKNOWN_FIELD'],
    [{ report: 'ClassRoster', format: 'pdf', parameters: {} }, 'parameters.classId', 'REQUIRED_FIELD'],
    [{ report: 'ClassRoster', format: 'pdf' }, 'parameters', 'REQUIRED_FIELD'],
    [{ report: 'ClassRoster', parameters: { classId: unknownId } }, 'parameters.classId', 'UNKNOWN_VALUE'],
    [{ report: 'Attendance', parameters: { classId: unknownId } }, 'parameters.classId', 'UNKNOWN_VALUE'],
    [
      { report: 'CreditsByPerson', parameters: { personIds: [unknownId] } },
      'parameters.personIds[0]',
      'UNKNOWN_VALUE',
    ],
    [
      { report: 'CreditsByCourse', parameters: { courseIds: [unknownId] } },
      'parameters.courseIds[0]',
      'UNKNOWN_VALUE',
    ],
    [{ report: 'AwardProgress', parameters: { awardId: unknownId } }, 'parameters.awardId', 'UNKNOWN_VALUE'],
    [
      { report: 'CreditsByOrganization', parameters: { organizationId: unknownId } },
      'parameters.organizationId',
      'UNKNOWN_VALUE',
    ],
    [{ report: 'RevenueByClass', parameters: { from: '2027-02-30' } }, 'parameters.from', 'INVALID_FORMAT'],
    [
      { report: 'RevenueByClass', parameters: { from: '2027-02-02', to: '2027-02-01' } },
      'parameters.to',
      'OUT_OF_RANGE',
    ],
    [
      { report: 'RevenueByClass', parameters: { from: '2027-02-02', fiscalYear: 2027 } },
      'parameters.fiscalYear',
      'NOT_ALLOWED',
    ],
  ])('refuses the body %#: $1', async (input, target, code) => {
    const { status, body } = await call('POST', '', { body: { format: 'json', ...input } });
    expect(status).toBe(400);
    expect(body.error.details).toContainEqual(expect.objectContaining({ code, target }));
  });
});

describe('access to reports', () => {
  /** A token of this person, with the role member. */
  async function tokenOf(personId: string): Promise<string> {
    const subject = randomUUID();
    const memberToken = await platform.tokenFor({ tenant: 'demo', roles: ['member'], subject });
    const demo = platform.store('demo');
    const key: Key<SubjectItem> = subjectKey(demo, subject);
    await commit([update(key, { set: { personId } })]);
    return memberToken;
  }

  it('callers without training.reports.read can request only their own credits', async () => {
    const ownToken = await tokenOf(kira);
    const ownReport = await requestReport(
      'CreditsByPerson',
      { personIds: [kira], to: '1999-12-31' },
      { token: ownToken },
    );
    expect(ownReport.status).toBe(201);
    expect(await downloadRows(ownReport.body.reportLink)).toEqual([
      expect.objectContaining({ name: 'Nováková, Kira', credits: 3 }),
    ]);
    for (const parameters of [
      {},
      { personIds: [demoId('person', 'ben')] },
      { personIds: [kira, demoId('person', 'ben')] },
    ])
      expect((await requestReport('CreditsByPerson', parameters, { token: ownToken })).status).toBe(403);
    expect((await requestReport('ClassRoster', { classId: classItem.id }, { token: ownToken })).status).toBe(
      403,
    );

    const other = await tokenOf(demoId('person', 'leo'));
    for (const method of ['GET', 'DELETE'])
      expect((await call(method, `/${ownReport.body.id}`, { token: other })).status).toBe(403);
    expect((await call('GET', '/List', { token: other })).body).toEqual([]);
    expect((await call('GET', `/${ownReport.body.id}`)).status).toBe(200);
    expect((await call('DELETE', `/${ownReport.body.id}`, { token: ownToken })).status).toBe(204);
  });

  it('another tenant can read a report neither by id nor by a link', async () => {
    const { body } = await requestReport('ClassRoster', { classId: classItem.id });
    const harbor = await platform.tokenFor({ tenant: 'harbor', permissions: ['training.reports.read'] });
    const options = { tenant: 'harbor', token: harbor };
    expect((await call('GET', `/${body.id}`, options)).status).toBe(404);
    const elsewhere = body.reportLink.replace('/Files/demo/', '/Files/harbor/');
    expect((await download(elsewhere)).status).toBe(404);
  });
});

describe('GET /api/v1/Reports/List', () => {
  it('lists the reports of the caller, newest first, with Link and X-Total-Count', async () => {
    const ownToken = await platform.tokenFor({ tenant: 'demo', permissions: ['training.reports.read'] });
    const ids: string[] = [];
    for (const format of ['json', 'csv', 'pdf', 'xlsx'])
      ids.unshift(
        (await requestReport('ClassRoster', { classId: classItem.id }, { token: ownToken, format })).body.id,
      );
    const { body, headers } = await call('GET', '/List?pageSize=3', { token: ownToken });
    expect(body.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 3));
    expect(headers.get('x-total-count')).toBe('4');
    expect(headers.get('link')).toContain('rel="next"');
    for (const { reportName, reportLink, createdDate, status } of body) {
      expect({ reportName, status }).toEqual({ reportName: 'Class roster', status: 'success' });
      expect(Date.parse(createdDate)).toBeGreaterThan(0);
      expect((await download(reportLink)).status).toBe(200);
    }
    const rest = await call('GET', '/List?pageSize=3&page=2', { token: ownToken });
    expect(rest.body.map(({ id }: { id: string }) => id)).toEqual(ids.slice(3));
  });
});

describe('GET and DELETE /api/v1/Reports/{id}', () => {
  it('returns a new link each time, and rejects a changed one', async () => {
    const { body } = await requestReport('ClassRoster', { classId: classItem.id });
    const link = (await call('GET', `/${body.id}`)).body.reportLink;
    const [, seconds = ''] = /\.(\d+)\.[^.]+$/.exec(link) ?? [];
    expect(Number(seconds) * 1000 - Date.now()).toBeGreaterThan(3_590_000);
    expect((await download(link.replace(seconds, String(Number(seconds) + 3600)))).status).toBe(404);
    expect((await download(`${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404);
  });

  it('returns links that expire after an hour', async () => {
    const { body } = await requestReport('ClassRoster', { classId: classItem.id });
    const link: string = body.reportLink;
    const ends = Math.floor(Date.parse(body.linkExpires) / 1000) * 1000;
    const behind = (moment: number) =>
      loadFileByToken(platform.store('demo'), link.split('/').at(-1) ?? '', new Date(moment));
    expect(await behind(ends - 1)).toBeDefined();
    expect(await behind(ends)).toBeUndefined();
  });

  it('removes the report with its file', async () => {
    const { body } = await requestReport('ClassRoster', { classId: classItem.id });
    expect((await call('DELETE', `/${body.id}`)).status).toBe(204);
    for (const method of ['GET', 'DELETE']) expect((await call(method, `/${body.id}`)).status).toBe(404);
    expect((await download(body.reportLink)).status).toBe(404);
  });
});

describe('GET /api/v1/Reports/Kinds', () => {
  it('lists every kind of report with its parameters', async () => {
    const { body } = await call('GET', '/Kinds');
    expect(body.map(({ report }: { report: string }) => report)).toEqual([
      ...['ClassRoster', 'Attendance', 'CreditsByPerson', 'CreditsByCourse', 'CreditsByOrganization'],
      ...['AwardProgress', 'ExpiringCertifications', 'RevenueByClass', 'Journal', 'InvoiceAgeing'],
      ...['CEBrokerRoster', 'NASBACredits', 'BoardCredits'],
    ]);
    expect(body[0]).toMatchObject({
      formats: ['pdf', 'xlsx', 'csv', 'json'],
      parameters: { type: 'object', required: ['classId'] },
    });
  });
});
