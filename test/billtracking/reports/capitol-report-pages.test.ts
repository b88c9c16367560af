// Capitol reports as PDF in which every part is longer than a page, and reports of a past period with later changes
// (docs/interface/billtracking.md#capitol-reports).
import { getDocument } from 'unpdf/pdfjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildBill } from '../bills/bills-platform.ts';
import { type ReportsPlatform, startReportsPlatform } from './capitol-reports-platform.ts';

let service: ReportsPlatform;

/** The texts of each page, from its top to its bottom. */
async function loadPages(body: object): Promise<string[][]> {
  const { id } = await service.createReport(body);
  const { bytes } = await service.getFile(id, 'pdf');
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  return Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const { items } = await (await document.getPage(index + 1)).getTextContent();
      return items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str] : []));
    }),
  );
}

const getDay = (index: number): string =>
  new Date(Date.parse('2026-01-15') + index * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  service = await startReportsPlatform();
  const [long] = await service.importBills({
    content: buildBill('HB 500', { status: 'Signed', introducedDate: '2026-01-15' }),
    actions: Array.from({ length: 130 }, (_, index) => ({
      date: getDay(Math.floor(index / 2)),
      chamber: 'lower' as const,
      text: `Step ${index + 1}`,
    })),
  });
  await service.track(long ?? '', { trackingStatus: 'TRACKING' });
  const many = await service.importBills(
    ...Array.from({ length: 60 }, (_, index) => buildBill(`SB ${700 + index}`)),
  );
  for (const id of many)
    await service.track(id, {
      trackingStatus: 'WATCHING',
      position: 'MONITOR',
      positionEffectiveDate: '2026-03-02',
    });
});
afterAll(() => service.platform.stop());

describe('a report of many pages', () => {
  it('repeats the name of a bill that continues on the next page, and has every action once', async () => {
    const pages = await loadPages({ reportType: 2 });
    const goingOn = pages.filter(([first, second]) => first === 'HB 500' && second?.trim() === 'continued');
    expect(goingOn.length).toBeGreaterThanOrEqual(1);
    expect(pages[0]).not.toContain('continued');
    const steps = pages.flat().filter((text) => /^House of Delegates: Step \d+$/.test(text));
    expect(steps).toEqual(Array.from({ length: 130 }, (_, index) => `House of Delegates: Step ${index + 1}`));
  });

  it('repeats the head of a table on each of its pages', async () => {
    const pages = await loadPages({ reportType: 5, startDate: '2026-03-01' });
    const withRows = pages.filter((page) => page.includes('March 2, 2026') && page.includes('Monitor'));
    const heads = withRows.filter((page) => page.includes('Since'));
    expect(heads.length).toBeGreaterThanOrEqual(2);
    expect(pages.flat().filter((text) => text === 'March 2, 2026')).toHaveLength(60);
  });

  it('has no empty page', async () => {
    // The foot has two texts: the name of the report, and the number of the page.
    for (const reportType of [1, 2, 3, 4, 5, 6])
      for (const page of await loadPages({ reportType })) expect(page.length).toBeGreaterThan(2);
  });

  it('cuts a title that is one long word to two lines', async () => {
    const [first] = await loadPages({ reportType: 3, title: 'Unbroken'.repeat(25) });
    const title = first?.slice(1, 3).join('') ?? '';
    expect(title).toMatch(/^(Unbroken)+\w* …$/);
    expect(title.length).toBeGreaterThan(40);
  });
});

describe('a report of a past period', () => {
  it('does not show a status that was set later', async () => {
    const statusIn = async (period: object): Promise<string> => {
      const { sections } = await service.createReportData({ reportType: 2, ...period });
      return sections
        .flatMap((section: { readonly bills?: readonly unknown[] }) => section.bills ?? [])
        .find(({ billNumber }: { readonly billNumber: string }) => billNumber === 'HB 500').status;
    };
    expect(await statusIn({ startDate: '2026-02-01', endDate: '2026-02-07' })).toBe('');
    expect(await statusIn({ startDate: '2026-02-01', endDate: '2026-03-21' })).toBe('Signed');
  });

  it('shows the day on which a bill was decided, not that of the last action', async () => {
    const data = await service.createReportData({ reportType: 6 });
    const law = data.sections.find(({ title }: { readonly title: string }) => title === 'Became law');
    expect(law.bills).toMatchObject([
      // Only the status says that it was decided, so the report gives no day.
      { billNumber: 'HB 500', actions: [] },
      { billNumber: 'SB 6', actions: [{ date: '2026-03-19' }] },
    ]);
  });

  it('uses the session that contains its days, and the legislative days of that session', async () => {
    const week = { reportType: 4, startDate: '2025-03-03', endDate: '2025-03-09' };
    const data = await service.createReportData(week);
    expect(data).toMatchObject({ sessionId: 2401, session: '2025 Regular Session' });
    expect(data).not.toHaveProperty('crossover');
    expect(await service.createReportData({ reportType: 5, startDate: '2025-03-01' })).toMatchObject({
      sessionId: 2401,
    });
    expect(await service.createReportData({ reportType: 4 })).toMatchObject({
      sessionId: 2402,
      legislativeDay: 66,
    });
  });

  it('gives days with their year when it covers more than one year', async () => {
    const pages = await loadPages({ reportType: 2, startDate: '2025-12-01', endDate: '2026-02-01' });
    expect(pages.flat()).toContain('Jan 20, 2026');
    const within = await loadPages({ reportType: 2, startDate: '2026-01-01', endDate: '2026-02-01' });
    expect(within.flat()).toContain('Jan 20');
  });
});
