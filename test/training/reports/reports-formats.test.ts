// The formats of a report, each read by an independent library: CSV (RFC 4180), XLSX (ECMA-376), PDF (ISO 32000), JSON.
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import readXlsxFile from 'read-excel-file/node';
import { getDocument } from 'unpdf/pdfjs';
import { describe, expect, it } from 'vitest';
import {
  computeTotalLines,
  type ReportDocument,
} from '../../../functions/training/reports/definition/document.ts';
import { type FormatName, formatNames } from '../../../functions/training/reports/definition/parameters.ts';
import type { Row } from '../../../functions/training/reports/definition/report.ts';
import { formats } from '../../../functions/training/reports/formats/format.ts';
import { wrapText } from '../../../shared/pdf/wrap-text.ts';

const columns = {
  name: { title: 'Name', kind: 'text', width: 22 },
  course: { title: 'Course', kind: 'text', width: 30 },
  creditType: { title: 'Credit type', kind: 'text', width: 14 },
  credits: { title: 'Credits', kind: 'number', width: 9 },
  earned: { title: 'Earned', kind: 'date', width: 11 },
  fee: { title: 'Fee', kind: 'money', width: 12 },
} as const satisfies ReportDocument['columns'];

const longText =
  'A very long course name about open and public meetings, executive sessions and all their minutes';
const buildRow = (index: number, more: Row = {}): Row => ({
  ...{ name: `Nováková, Kira ${index}`, course: 'Budget Basics', creditType: 'General' },
  ...{ credits: 1.5, earned: '2027-03-01', fee: 1100.5, ...more },
});

const buildDocument = (rows: readonly Row[]): ReportDocument => ({
  ...{ report: 'CreditsByPerson', title: 'Credits earned by person', subject: 'Birch County' },
  ...{ tenantName: 'Cascadia Association of Counties', currency: 'USD', columns, rows },
  period: { from: '2026-07-01', to: '2027-06-30' },
  asOf: new Date('2027-04-01T12:00:00Z'),
  asOfDay: '2027-04-01',
  isHeadless: false,
  timeZone: 'America/Los_Angeles',
  totals: computeTotalLines(rows, { sum: ['credits', 'fee'], per: 'creditType' }),
});
const writeReport = async (format: FormatName, document: ReportDocument): Promise<Uint8Array> =>
  (await formats[format].writer())(document);
const decodeText = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** Text that a spreadsheet would run as a formula (OWASP, "CSV Injection"). */
const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '  =1', '＝1', '=HYPERLINK("http://x")'];

describe('every format', () => {
  it.each(formatNames)('produces the same bytes for the same document: %s', async (format) => {
    const document = buildDocument([buildRow(1), buildRow(2, { creditType: 'Ethics' })]);
    expect(Buffer.compare(await writeReport(format, document), await writeReport(format, document))).toBe(0);
  });

  it.each(formatNames)('writes a report without rows: %s', async (format) => {
    expect((await writeReport(format, buildDocument([]))).length).toBeGreaterThan(40);
  });
});

describe('totals', () => {
  it('are exact to the cent, for each group and for all rows', () => {
    const rows = [0.1, 0.2, 0.7].map((credits) => buildRow(1, { credits, fee: 0.1 }));
    const more = [...rows, buildRow(2, { creditType: 'Ethics', credits: undefined, fee: 5 })];
    expect(computeTotalLines(more, { sum: ['credits', 'fee'], per: 'creditType' })).toEqual([
      { label: 'Total Ethics', sums: { credits: 0, fee: 5 } },
      { label: 'Total General', sums: { credits: 1, fee: 0.3 } },
      { label: 'Total', sums: { credits: 1, fee: 5.3 } },
    ]);
    expect(computeTotalLines(rows, { sum: ['credits'], per: 'creditType' })).toHaveLength(1);
  });
});

describe('CSV', () => {
  it('can be read back unchanged, begins with a byte order mark, and contains no formula', async () => {
    const awkward = ['a "quoted" word', 'two\r\nlines', 'comma, and; more', 'ü 名前'];
    const names = [...awkward, ...formulas];
    const text = decodeText(
      await writeReport('csv', buildDocument(names.map((name, index) => buildRow(index, { name })))),
    );
    expect(text.startsWith('\uFEFF"Name","Course",')).toBe(true);
    const [head = [], ...records]: string[][] = parse(text, { bom: true });
    expect(head).toEqual(['Name', 'Course', 'Credit type', 'Credits', 'Earned', 'Fee']);
    expect(records.map(([name]) => name)).toEqual([...awkward, ...formulas.map((name) => `'${name}`)]);
    expect(records[0]?.slice(3)).toEqual(['1.5', '2027-03-01', '1100.50']);
  });

  it('quotes every field, so that no separator of a spreadsheet begins a formula', async () => {
    const document = buildDocument([buildRow(1, { name: 'Fee;=1+1', course: 'a\t=1+1', earned: undefined })]);
    const [, line = ''] = decodeText(await writeReport('csv', document)).split('\r\n');
    expect(line).toMatch(/^"Fee;=1\+1","a\t=1\+1",("[^"]*",?)+$/);
  });

  it('keeps negative numbers, and leaves unknown values empty', async () => {
    const document = buildDocument([buildRow(1, { credits: -2, earned: undefined, fee: -0.5 })]);
    const [, record]: string[][] = parse(decodeText(await writeReport('csv', document)), { bom: true });
    expect(record?.slice(3)).toEqual(['-2', '', '-0.50']);
  });
});

describe('XLSX', () => {
  const opened = async (document: ReportDocument) => {
    const bytes = Buffer.from(await writeReport('xlsx', document));
    const [first, about] = await readXlsxFile(bytes);
    return { bytes, rows: first?.data ?? [], names: [first?.sheet, about?.sheet], about: about?.data };
  };

  it('has typed dates and numbers, totals below the rows, and a second sheet about the report', async () => {
    const { rows, names, about } = await opened(
      buildDocument([buildRow(1), buildRow(2, { creditType: 'Ethics', credits: 2 })]),
    );
    expect(rows[0]).toEqual(['Name', 'Course', 'Credit type', 'Credits', 'Earned', 'Fee']);
    expect(rows[1]?.slice(3)).toEqual([1.5, new Date('2027-03-01T00:00:00Z'), 1100.5]);
    expect(rows.slice(3).map((line) => [line[0], line[3], line[5]])).toEqual([
      ['Total Ethics', 2, 1100.5],
      ['Total General', 1.5, 1100.5],
      ['Total', 3.5, 2201],
    ]);
    expect(names).toEqual(['Credits earned by person', 'About']);
    expect(about).toContainEqual(['Period', '2026-07-01 to 2027-06-30']);
    expect(about).toContainEqual(['As of', '2027-04-01']);
  });

  it('shows whole numbers without a trailing point, and decimals with two digits', async () => {
    const formatOf = async (...credits: number[]) => {
      const bytes = await writeReport(
        'xlsx',
        buildDocument(credits.map((each) => buildRow(1, { credits: each }))),
      );
      const { sheets } = await readXlsx(bytes, { readStyles: true });
      return sheets[0]?.cells?.get('1,3')?.style?.numFmt;
    };
    expect(await formatOf(5, 12)).toBe('#,##0');
    expect(await formatOf(5, 1.5)).toBe('#,##0.00');
  });

  it('keeps text that looks like a formula as text', async () => {
    const { rows, bytes } = await opened(
      buildDocument(formulas.map((name, index) => buildRow(index, { name }))),
    );
    expect(rows.slice(1, 1 + formulas.length).map(([name]) => String(name).trim())).toEqual(
      formulas.map((name) => name.trim()),
    );
    const { sheets } = await readXlsx(bytes);
    const cells = sheets.flatMap((sheet) => [...(sheet.cells?.values() ?? [])]);
    expect(cells.filter(({ formula }) => formula !== undefined)).toEqual([]);
  });
});

/** The texts of each page in the order in which they were drawn, with the positions where they begin and end. */
async function readPages(document: ReportDocument) {
  const loading = getDocument({ data: new Uint8Array(await writeReport('pdf', document)), verbosity: 0 });
  const pdf = await loading.promise;
  const pages = [];
  for (let index = 1; index <= pdf.numPages; index += 1) {
    const { items } = await (await pdf.getPage(index)).getTextContent();
    pages.push(
      items.flatMap((item) =>
        'str' in item && item.str.trim() !== ''
          ? [{ text: item.str, left: item.transform[4], right: item.transform[4] + item.width }]
          : [],
      ),
    );
  }
  const { info } = await pdf.getMetadata();
  await loading.destroy();
  return { pages, info };
}
const texts = (page: readonly { readonly text: string }[] = []) => page.map(({ text }) => text);

describe('PDF', () => {
  it('leaves out ids, which the other formats have', async () => {
    const document = buildDocument([buildRow(0, { personId: '7cf37461' })]);
    const withId: ReportDocument = {
      ...document,
      columns: { ...columns, personId: { title: 'Person id', kind: 'id', width: 36 } },
    };
    const { pages } = await readPages(withId);
    expect(pages.flatMap(texts).join(' ')).not.toMatch(/7cf37461|Person id/);
    for (const format of ['csv', 'json'] as const)
      expect(decodeText(await writeReport(format, withId))).toMatch(/7cf37461/);
  });

  it('has title, tenant, period and page numbers, and the column titles on every page', async () => {
    const { pages, info } = await readPages(
      buildDocument(Array.from({ length: 90 }, (_, index) => buildRow(index))),
    );
    expect(pages.length).toBeGreaterThan(2);
    for (const expected of ['Cascadia Association of Counties', 'Credits earned by person', 'Birch County'])
      expect(texts(pages[0])).toContain(expected);
    expect(texts(pages[0]).join(' ')).toContain('Period: 2026-07-01 to 2027-06-30');
    for (const [index, page] of pages.entries()) {
      expect(texts(page)).toEqual(expect.arrayContaining(Object.values(columns).map(({ title }) => title)));
      expect(texts(page)).toContain(`Page ${index + 1} of ${pages.length}`);
    }
    expect(info).toMatchObject({ Title: 'Credits earned by person', CreationDate: 'D:20270401120000Z' });
    const all = pages.flatMap(texts);
    expect(all.filter((text) => /^Nováková, Kira \d+$/.test(text))).toHaveLength(90);
    expect(texts(pages.at(-1))).toEqual(expect.arrayContaining(['Total', '135', '99,045.00']));
  });

  it('prints names and courses in every script, each within its column', async () => {
    const document = buildDocument([
      buildRow(1, { name: '王小明', course: '高级县政管理专业人员认证与公开会议记录管理培训课程' }),
      buildRow(2, { name: 'さくら', course: 'เสมียนเทศมณฑลที่ได้รับการรับรองและการบันทึกการประชุมสาธารณะ' }),
      buildRow(3, { name: 'محمد', course: 'प्रमाणित काउंटी क्लर्क और सार्वजनिक बैठकों के कार्यवृत्त' }),
    ]);
    const { pages } = await readPages(document);
    const all = texts(pages[0]).join('');
    for (const name of ['王小明', 'さくら', 'محمد']) expect(all).toContain(name);
    const inCourse = pages[0]?.filter(({ text }) => /[\p{sc=Deva}\p{sc=Thai}]|县|课/u.test(text)) ?? [];
    const [left, next] = ['Course', 'Credit type'].map(
      (title) => pages[0]?.find(({ text }) => text === title)?.left ?? 0,
    );
    expect(inCourse.length).toBeGreaterThan(4);
    for (const { text, left: begins, right } of inCourse) {
      expect(begins, text).toBeGreaterThan((left ?? 0) - 1);
      expect(right, text).toBeLessThan(next ?? 0);
    }
  });

  it('aligns numbers to the right and wraps long text within its column', async () => {
    const { pages } = await readPages(
      buildDocument([buildRow(1, { course: longText, fee: 7 }), buildRow(2)]),
    );
    const find = (text: string) => pages[0]?.find((item) => item.text === text);
    expect(find('7.00')?.right).toBeCloseTo(find('1,100.50')?.right ?? 0, 1);
    expect(find('1.5')?.right).toBeCloseTo(find('Credits')?.right ?? 0, 1);
    const [lines, next] = [
      pages[0]?.filter(({ text }) => longText.includes(text) && text.length > 10),
      find('Credit type'),
    ];
    expect(lines?.map(({ text }) => text).join(' ')).toBe(longText);
    expect(lines?.length).toBeGreaterThan(1);
    for (const { right } of lines ?? []) expect(right).toBeLessThan(next?.left ?? 0);
  });

  it('states that there is nothing to report when there are no rows', async () => {
    const { pages } = await readPages(buildDocument([]));
    expect(texts(pages[0])).toContain('There is nothing to report.');
  });

  it('prints names in Latin, Greek and Cyrillic alphabets', async () => {
    const names = ['Łukasz Čapek', 'Đặng Thị', 'Ελένη', 'Мария'];
    const { pages } = await readPages(buildDocument(names.map((name, index) => buildRow(index, { name }))));
    expect(texts(pages[0])).toEqual(expect.arrayContaining(names));
  });

  it('breaks only words that are longer than a line', () => {
    const measure = (text: string) => text.length;
    expect(wrapText('one two three', 7, measure)).toEqual(['one two', 'three']);
    expect(wrapText('abcdefghij klm', 4, measure)).toEqual(['abcd', 'efgh', 'ij', 'klm']);
    expect(wrapText('a\nb', 9, measure)).toEqual(['a', 'b']);
    expect(wrapText('', 9, measure)).toEqual(['']);
    expect(wrapText('abc', 0, measure)).toEqual(['a', 'b', 'c']);
  });
});

describe('an amount has the decimals of its currency (ISO 4217)', () => {
  it.each([
    { currency: 'JPY', fee: 1100, plain: '1100', grouped: '1,100', workbook: '#,##0' },
    { currency: 'BHD', fee: 1100.5, plain: '1100.500', grouped: '1,100.500', workbook: '#,##0.000' },
  ])('$currency', async ({ currency, fee, plain, grouped, workbook }) => {
    const document = { ...buildDocument([buildRow(1, { fee })]), currency };
    const [, record]: string[][] = parse(decodeText(await writeReport('csv', document)), { bom: true });
    expect(record?.at(-1)).toBe(plain);
    const { pages } = await readPages(document);
    expect(texts(pages[0]).filter((text) => text === grouped)).toHaveLength(2);
    const { sheets } = await readXlsx(await writeReport('xlsx', document), { readStyles: true });
    expect(sheets[0]?.cells?.get('1,5')?.style?.numFmt).toBe(workbook);
    expect(JSON.parse(decodeText(await writeReport('json', document))).rows[0].fee).toBe(fee);
  });
});
