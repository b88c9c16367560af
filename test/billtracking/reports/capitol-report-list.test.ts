// Stored capitol reports: the list, and the paths that existing callers use
// (docs/interface/billtracking.md#public-reports).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reply } from '../../harness/platform.ts';
import { type ReportsPlatform, startReportsPlatform } from './capitol-reports-platform.ts';

let service: ReportsPlatform;
const listReports = (filter: object = {}) =>
  service.post('/api/1.0/CapitolReport/list', filter, service.staff);
const listTitles = ({ body }: Reply): string[] =>
  body.collection.map(({ title }: { title: string }) => title);
const dashboard = '/api/1.0/legislative/bills/report/public-dashboard';

beforeAll(async () => {
  service = await startReportsPlatform();
  await service.createReport({ reportType: 1, title: 'First' });
  await service.createReport({ reportType: 4, title: 'Second', startDate: '2026-02-01' });
  await service.createReport({ reportType: 4, title: 'Third', startDate: '2026-03-01', sessionId: 2402 });
});
afterAll(() => service.platform.stop());

describe('the list of reports', () => {
  it('has the latest first, in pages with the correct total', async () => {
    const first = await listReports({ pageNumber: 1, pageSize: 2, stateIds: [24] });
    expect(listTitles(first)).toEqual(['Third', 'Second']);
    expect(first.body.pagingModel).toEqual({ pageNumber: 1, pageSize: 2, totalRecords: 3, totalPages: 2 });
    expect(listTitles(await listReports({ pageNumber: 2, pageSize: 2, stateIds: [24] }))).toEqual(['First']);
    // The demo data's report was made at the real time, so its position depends on the moved clock.
    expect((await listReports()).body.pagingModel.totalRecords).toBe(4);
  });

  it.each([
    ['type', { reportTypes: ['1'] }, ['First']],
    ['session', { sessionIds: [2402], text: 'third' }, ['Third']],
    ['state', { stateIds: [53] }, ['Friday report: Washington']],
    ['days', { startDate: '2026-02-02', endDate: '2026-02-03', reportTypes: [4] }, ['Second']],
    ['text', { text: 'SECOND' }, ['Second']],
  ])('is found by %s', async (_, filter, titles) => {
    expect(listTitles(await listReports(filter))).toEqual(titles);
  });

  it('is in the requested order', async () => {
    const by = async (sortBy: string, isAscending: boolean) =>
      listTitles(await listReports({ stateIds: [24], sortBy, isAscending }));
    expect(await by('title', true)).toEqual(['First', 'Second', 'Third']);
    expect(await by('startDate', false)).toEqual(['Third', 'Second', 'First']);
  });

  it('has the addresses of the files of each report', async () => {
    const [third] = (await listReports({ text: 'third' })).body.collection;
    expect(third.files.map(({ format }: { format: string }) => format)).toEqual([
      'json',
      'csv',
      'bills',
      'pdf',
    ]);
    const { pathname } = new URL(third.files[0].url);
    expect(pathname).toContain(`/api/1.0/CapitolReport/report/${third.id}/json`);
    const headers = { 'tenant-code': 'demo', 'api-version': '1.0' };
    const authorization = `Bearer ${service.staff.token}`;
    expect((await fetch(third.files[0].url, { headers: { ...headers, authorization } })).status).toBe(200);
    expect((await fetch(third.files[0].url, { headers })).status).toBe(401);
  });

  it('has only the reports of its tenant', async () => {
    const token = await service.platform.tokenFor({
      tenant: 'harbor',
      permissions: ['billtracking.reports.read'],
    });
    const [third] = (await listReports({ text: 'third' })).body.collection;
    const other = { tenant: 'harbor', token };
    expect((await service.getFile(third.id, 'pdf', other)).status).toBe(404);
  });
});

describe('the public dashboard', () => {
  const bare = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${service.platform.urls.billtracking}${path}`, { headers: { 'tenant-code': 'demo', ...headers } });

  it('returns the six types without api-version, for a path that ends in a slash', async () => {
    const reply = await bare(`${dashboard}/getAllReportType/`);
    expect(reply.status).toBe(200);
    expect(await reply.json()).toEqual(
      ['Summary', 'Detailed', 'Executive', 'Weekly', 'Monthly', 'End of Session'].map((name, index) => ({
        reportTypeMasterId: index + 1,
        name,
      })),
    );
  });

  it('has the reports of a type by id and name, for callers with a token', async () => {
    const token = await service.platform.tokenFor({
      tenant: 'demo',
      permissions: ['billtracking.reports.read'],
    });
    const ofType = (type: number) =>
      bare(`${dashboard}/getReportByReportTypeId/${type}`, { Authorization: `Bearer ${token}` });
    const withoutToken = await bare(`${dashboard}/getReportByReportTypeId/4`);
    expect([withoutToken.status, await withoutToken.json()]).toEqual([200, []]);
    const reports = (await (await ofType(4)).json()) as {
      readonly billReportName: string;
    }[];
    expect(reports.map(({ billReportName }) => billReportName).sort()).toEqual([
      'Friday report: Washington',
      'Second',
      'Third',
    ]);
    expect(await (await ofType(6)).json()).toEqual([]);
    expect((await ofType(7)).status).toBe(404);
  });
});

it('making reports and reading them each need their permission', async () => {
  const token = await service.platform.tokenFor({
    tenant: 'demo',
    permissions: ['billtracking.reports.read'],
  });
  const refused = await service.post('/api/1.0/CapitolReport/save-report/24', { reportType: 1 }, { token });
  expect(refused.status).toBe(403);
  const other = await service.platform.tokenFor({ tenant: 'demo', permissions: ['billtracking.bills.read'] });
  expect((await service.post('/api/1.0/CapitolReport/list', {}, { token: other })).status).toBe(403);
});
