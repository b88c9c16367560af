// Capitol reports: six different types, made of the tracked bills, never changed afterwards
// (docs/interface/billtracking.md#capitol-reports).
import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { getDocument } from 'unpdf/pdfjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ReportsPlatform,
  SAVE_MARYLAND_REPORT,
  startReportsPlatform,
} from './capitol-reports-platform.ts';

interface Section {
  readonly kind: string;
  readonly title: string;
  readonly bills?: readonly { readonly billNumber: string; readonly reasons?: readonly string[] }[];
  readonly events?: readonly { readonly title: string }[];
  readonly rows?: readonly (readonly string[])[];
  readonly figures?: readonly { readonly label: string; readonly value: string }[];
  readonly paragraphs?: readonly string[];
}

let service: ReportsPlatform;
const week = { startDate: '2026-03-14', endDate: '2026-03-20' };
const findSection = (data: { sections: readonly Section[] }, title: string): Section => {
  const section = data.sections.find((candidate) => candidate.title === title);
  if (!section) throw new Error(`${title} is none of ${data.sections.map((candidate) => candidate.title)}`);
  return section;
};
const listBillNumbers = (data: { sections: readonly Section[] }, title: string): string[] =>
  (findSection(data, title).bills ?? []).map(({ billNumber }) => billNumber);

async function extractPages(bytes: Uint8Array): Promise<string[]> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  return Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const { items } = await (await document.getPage(index + 1)).getTextContent();
      return items.map((item) => ('str' in item ? item.str : '')).join(' ');
    }),
  );
}

beforeAll(async () => {
  service = await startReportsPlatform();
});
afterAll(() => service.platform.stop());

describe('the types', () => {
  it.each([0, 7, '9', -1])('%s is refused with the six valid types', async (reportType) => {
    const { status, body } = await service.post(SAVE_MARYLAND_REPORT, { reportType });
    expect(status).toBe(400);
    expect(body.message).toBe(
      `reportType must be one of 1 (Summary), 2 (Detailed), 3 (Executive), 4 (Weekly), 5 (Monthly), 6 (End of Session), but was ${reportType}.`,
    );
  });

  it.each([undefined, null, 'Weekly', 1.5])('%s is refused', async (reportType) => {
    const { body } = await service.post(SAVE_MARYLAND_REPORT, { reportType });
    expect(body.details.errors).toMatchObject([{ target: 'reportType' }]);
  });

  it('a weekly report has new bills, progress and required actions', async () => {
    const data = await service.createReportData({ reportType: '4', ...week });
    expect(data).toMatchObject({ reportTypeName: 'Weekly', title: 'Weekly report: Maryland', billCount: 5 });
    expect(listBillNumbers(data, "What's New")).toEqual(['HB 10']);
    expect(listBillNumbers(data, 'Progressing')).toEqual(['HB 9', 'SB 5', 'SB 6']);
    const immediate = findSection(data, 'Immediate Action Needed').bills ?? [];
    const crossover =
      '3 legislative days left to crossover (day 69), and it has not left its first chamber in Maryland.';
    expect(immediate.map(({ billNumber, reasons }) => [billNumber, reasons])).toEqual([
      ['HB 10', [crossover, 'It has priority, and no position is taken.']],
      ['HB 9', ['Hearing on Tue, Mar 24 at 1:00 PM, Room 230.', crossover]],
      ['SB 5', ['It passed on Wed, Mar 18, and we oppose it.']],
    ]);
    const coming = findSection(data, 'The next seven days').events ?? [];
    expect(coming).toMatchObject([
      { title: 'Hearing on procurement', time: '13:00', bills: ['HB 9'] },
      { title: 'Voting session', status: 'CANCELLED' },
    ]);
  });

  it('a report of a past week has nothing that happened later', async () => {
    const data = await service.createReportData({
      reportType: 4,
      startDate: '2026-02-01',
      endDate: '2026-02-07',
    });
    expect(listBillNumbers(data, "What's New")).toEqual(['HB 9', 'SB 6', 'HB 11']);
    expect(JSON.stringify(data)).not.toContain('Third reading');
    expect(data).toMatchObject({ legislativeDay: 25, crossover: { legislativeDaysLeft: 44 } });
  });

  it('a monthly report is grouped by week and has the positions taken', async () => {
    const data = await service.createReportData({ reportType: 5, startDate: '02-01-2026' });
    expect(data).toMatchObject({ startDate: '2026-02-01', endDate: '2026-02-28' });
    expect(findSection(data, 'Week by week').rows).toEqual([
      ['Feb 1 – Feb 7', '1', '1', '1', '0'],
      ['Feb 8 – Feb 14', '0', '0', '0', '0'],
      ['Feb 15 – Feb 21', '0', '0', '0', '0'],
      ['Feb 22 – Feb 28', '0', '0', '0', '0'],
    ]);
    expect(findSection(data, 'Positions taken').rows).toContainEqual([
      'SB 5',
      '–',
      'Oppose',
      'February 10, 2026',
    ]);
  });

  it('a summary has counts, and headlines sorted by importance', async () => {
    const data = await service.createReportData({ reportType: 1 });
    expect(data).toMatchObject({ startDate: '2026-01-14', endDate: '2026-03-20' });
    expect(listBillNumbers(data, 'Headlines').slice(0, 2)).toEqual(['SB 6', 'SB 5']);
    const [followed] = findSection(data, 'At a glance').figures ?? [];
    expect(followed).toEqual({ label: 'Bills followed', value: '5' });
    expect(findSection(data, 'By position').rows?.[0]).toEqual(['Support', '2', '2', '1']);
  });

  it('a detailed report has every bill with all its actions in the period', async () => {
    const data = await service.createReportData({ reportType: 2, ...week });
    expect(['Priority', 'Tracking', 'Watching'].map((level) => listBillNumbers(data, level))).toEqual([
      ['HB 10'],
      ['HB 9', 'SB 5', 'SB 6'],
      ['HB 11'],
    ]);
    expect(findSection(data, 'Tracking').bills?.[1]).toMatchObject({
      position: 'OPPOSE',
      positionSince: '2026-02-10',
      actions: [{ date: '2026-03-18', chamber: 'Senate', text: 'Third reading passed (30-16)' }],
    });
  });

  it('an end-of-session report of a session without dates is refused unless the dates are sent', async () => {
    const { call } = service.platform;
    const created = await call('POST', 'billtracking', '/api/1.0/session', {
      tenant: 'demo',
      body: { stateId: 24, identifier: '2031S1', name: '2031 special session', classification: 'special' },
    });
    const { id: sessionId } = created.body.data;
    const save = (body: object) =>
      call('POST', 'billtracking', '/api/1.0/CapitolReport/save-report/24', { tenant: 'demo', body });
    const refused = await save({ reportType: 6, sessionId });
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain('startDate and endDate must be sent');
    const sent = await save({ reportType: 6, sessionId, startDate: '2025-01-02', endDate: '2025-02-02' });
    expect(sent.status).toBe(200);
  });

  it('an end-of-session report has the outcome of every bill, including archived ones, and a scorecard', async () => {
    const data = await service.createReportData({ reportType: 6 });
    expect(data).toMatchObject({ startDate: '2026-01-14', endDate: '2026-04-13', billCount: 6 });
    expect(listBillNumbers(data, 'Became law')).toEqual(['SB 6']);
    expect(listBillNumbers(data, 'Failed')).toEqual(['HB 12']);
    expect(listBillNumbers(data, 'Not decided')).toEqual(['HB 10', 'HB 9', 'SB 5', 'HB 11']);
    expect(findSection(data, 'How our positions fared').paragraphs).toEqual([
      'The association’s side prevailed on 2 of 2 decided bills on which one was taken (100 %): 1 of 1 supported bill became law, and 1 of 1 opposed bill did not become law.',
    ]);
    expect(findSection(data, 'Positions and outcomes').rows?.[1]).toEqual([
      'Oppose',
      '0',
      '0',
      '1',
      '1',
      '2',
    ]);
    expect(findSection(data, 'The days of the session in Maryland').rows).toContainEqual([
      'Crossover',
      '69',
      'March 23, 2026',
    ]);
  });

  it('an executive report has one page, however many bills there are', async () => {
    const many = Array.from({ length: 30 }, (_, index) => `HB ${1000 + index}`);
    const { buildBill } = await import('../bills/bills-platform.ts');
    const ids = await service.importBills(
      ...many.map((number) => buildBill(number, { title: `${number} ${'Long and winding '.repeat(20)}` })),
    );
    for (const id of ids.slice(0, 12)) await service.track(id, { trackingStatus: 'PRIORITY', priority: 2 });
    const { id } = await service.createReport({
      reportType: 3,
      title: 'A title of many words '.repeat(9).trim(),
    });
    const pages = await extractPages((await service.getFile(id, 'pdf')).bytes);
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain('Needs attention');
    expect(pages[0]).toContain('and 10 more bills');
    for (const bill of ids.slice(0, 12)) await service.track(bill, { trackingStatus: 'NOT_TRACKED' });
  });
});

describe('a report', () => {
  it('has the same bytes in every format, even after its bills change', async () => {
    const created = await service.createReport({ reportType: 4, ...week, title: 'Friday report' });
    const files = async () =>
      Promise.all(
        ['json', 'csv', 'pdf'].map(async (format) => (await service.getFile(created.id, format)).bytes),
      );
    const [before, data] = [
      await files(),
      (await service.get(`/api/1.0/CapitolReport/report/${created.id}`, service.staff)).body,
    ];
    await service.track(service.ids.get('HB 9') ?? '', { trackingStatus: 'ARCHIVED', position: 'OPPOSE' });
    await service.moveClockTo('2026-05-01T12:00:00Z');
    const after = await files();
    for (const [index, bytes] of before.entries())
      expect(Buffer.compare(bytes, after[index] ?? bytes)).toBe(0);
    const [json] = before;
    expect(
      createHash('sha256')
        .update(json ?? '')
        .digest('base64url'),
    ).toBe(created.sha256);
    expect(JSON.parse(new TextDecoder().decode(json))).toEqual(data.data.data);
    await service.track(service.ids.get('HB 9') ?? '', { trackingStatus: 'TRACKING' });
    await service.moveClockTo('2026-03-20T16:00:00Z');
  });

  it('is available as CSV that spreadsheets read, with a row for each entry', async () => {
    const { id } = await service.createReport({ reportType: 4, ...week });
    const { headers, bytes } = await service.getFile(id, 'CSV');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toContain(
      'Weekly report - Maryland, 2026-03-14 to 2026-03-20.csv',
    );
    // Every field is quoted, so that no separator of a spreadsheet begins a formula within a title.
    const lines = new TextDecoder().decode(bytes).trimEnd().split('\r\n');
    expect(lines.filter((line) => !/^"(.*",")+.*"$/.test(line))).toEqual([]);
    const rows: readonly Record<string, string>[] = parse(bytes, { bom: true, columns: true });
    expect(rows).toContainEqual({
      Section: 'Progressing',
      Bill: 'SB 5',
      Title: 'SB 5: County Government - Procurement & “Best Value” Contracts',
      Session: '2026 Regular Session',
      Status: 'In process',
      Tracking: 'Tracking',
      Position: 'Oppose',
      Priority: '',
      Date: '2026-03-18',
      Time: '',
      What: 'Third reading passed (30-16)',
      Detail: 'Senate',
    });
  });

  it('is available as PDF in which the words can be selected as text', async () => {
    const { id } = await service.createReport({ reportType: 2, ...week });
    const { headers, bytes } = await service.getFile(id, 'pdf');
    expect(headers.get('content-type')).toBe('application/pdf');
    const pages = await extractPages(bytes);
    expect(pages.join(' ')).toContain('SB 5: County Government - Procurement & “Best Value” Contracts');
    expect(pages[0]).toContain(`Page 1 of ${pages.length}`);
  });

  it('has only bills of the requested session', async () => {
    const data = await service.createReportData({ reportType: 2, sessionId: 2401, ...week });
    expect(data).toMatchObject({ billCount: 0, session: '2025 Regular Session' });
    const other = await service.post(SAVE_MARYLAND_REPORT, { reportType: 2, sessionId: 5301 });
    expect(other.body.details.errors).toMatchObject([{ code: 'UNKNOWN_VALUE', target: 'sessionId' }]);
  });

  it('requires a state, a start that is not after the end, and a supported format', async () => {
    expect((await service.post('/api/1.0/CapitolReport/save-report/3', { reportType: 1 })).status).toBe(404);
    const wrong = await service.post(SAVE_MARYLAND_REPORT, {
      reportType: 1,
      startDate: '2026-03-02',
      endDate: '2026-03-01',
    });
    expect(wrong.body.details.errors).toMatchObject([{ code: 'OUT_OF_RANGE', target: 'endDate' }]);
    const { id } = await service.createReport({ reportType: 1 });
    expect((await service.getFile(id, 'docx')).status).toBe(400);
    expect((await service.getFile('00000000-0000-4000-8000-000000000000', 'pdf')).status).toBe(404);
  });
});
