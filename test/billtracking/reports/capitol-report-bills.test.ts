// Reports: what is urgent first, a CSV with a row for each bill, the end of a session by its legislation days, and no void
// positions (docs/interface/billtracking.md#report-sections).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ReportsPlatform, startReportsPlatform } from './capitol-reports-platform.ts';

let service: ReportsPlatform;
beforeAll(async () => {
  service = await startReportsPlatform();
});
afterAll(() => service.platform.stop());

const save = async (stateId: number, body: object) => {
  const reply = await service.post(`/api/1.0/CapitolReport/save-report/${stateId}`, body);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
};
const readData = async (id: string) =>
  (await service.get(`/api/1.0/CapitolReport/report/${id}`, service.staff)).body.data.data;

it('a weekly report begins with what needs immediate action', async () => {
  const { id } = await save(24, { reportType: 4, startDate: '2026-03-16', endDate: '2026-03-22' });
  const titles = (await readData(id)).sections.map(({ title }: { title: string }) => title);
  expect(titles.slice(0, 3)).toEqual(['Immediate Action Needed', "What's New", 'Progressing']);
});

it('the file of bills is a CSV with one row for each bill, the most urgent first', async () => {
  const { id, files } = await save(24, { reportType: 4, startDate: '2026-03-16', endDate: '2026-03-22' });
  expect(files.map(({ format }: { format: string }) => format)).toContain('bills');
  const reply = await service.get(`/api/1.0/CapitolReport/report/${id}/bills`, service.staff);
  expect(reply.headers.get('content-disposition')).toContain('.bills.csv');
  const rows = reply.text.trim().split(/\r?\n/);
  const { bills } = await readData(id);
  expect(rows[0]).toContain('"Bill","Title","Session","Status","Outcome"');
  expect(rows.length).toBe(bills.length + 1);
  const numbers = rows.slice(1).map((row) => row.split(',')[0]?.replaceAll('"', ''));
  expect(numbers).toEqual(bills.map(({ billNumber }: { billNumber: string }) => billNumber));
  expect(new Set(numbers).size).toBe(numbers.length);
});

it('an end of session report ends on the day of sine die that the legislation days have', async () => {
  const days = [
    { legislativeDay: 39, date: '2026-04-16' },
    { legislativeDay: 40, date: '2026-04-17' },
  ];
  const saved = await service.post('/api/1.0/CapitolReport/save-legislationDays/13', {
    sessionId: 1302,
    days,
    isComplete: false,
    sineDieDay: 40,
  });
  expect(saved.status, saved.text).toBe(200);
  const report = await save(13, { reportType: 6, sessionId: 1302 });
  expect(report.endDate).toBe('2026-04-17');
});

it('a void position is in no report', async () => {
  const token = await service.platform.tokenFor({
    tenant: 'demo',
    permissions: ['billtracking.bills.read', 'billtracking.bills.write'],
  });
  const { bills } = await readData((await save(24, { reportType: 2 })).id);
  const taken = bills.find(({ position }: { position: string }) => position === 'OPPOSE');
  const path = `/api/1.0/bill/${taken.billId}/positions`;
  const history = (await service.get(path, { token })).body.data as { id: string }[];
  for (const { id } of history)
    await service.post(`${path}/${id}/void`, { reason: 'Not decided' }, { token });
  const after = (await readData((await save(24, { reportType: 2 })).id)).bills;
  const same = after.find(({ billId }: { billId: number }) => billId === taken.billId);
  expect(same).toMatchObject({ position: 'NO_POSITION' });
  expect(same.positionSince).toBeUndefined();
});
