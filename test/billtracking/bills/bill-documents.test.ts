// Documents of a bill: stored, listed with the versions of the source, compared and searched
// (docs/interface/billtracking.md#bill-documents).
import { once } from 'node:events';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEarlierPdfs } from '../../../functions/billtracking/bills/documents/read-earlier-pdfs.ts';
import { readPdfText } from '../../../functions/billtracking/bills/documents/record/pdf-text.ts';
import {
  documentsById,
  replaceDocument,
} from '../../../functions/billtracking/bills/documents/record/store.ts';
import { splitParagraphs } from '../../../functions/billtracking/bills/documents/record/text.ts';
import { commit } from '../../../shared/data/changes.ts';
import { type BillsPlatform, buildBill, startBillsPlatform } from './bills-platform.ts';

let service: BillsPlatform;
let token: string;
let billId: string;

const introduced = [
  'Section 1. The legislature finds that county roads need more money than counties have.',
  '(2) A county must report every year what it has spent on its roads and bridges.',
  '(b) The report lists each road by its name and its length in miles.',
  '(3) A county that does not report pays a fine of one hundred dollars for each day.',
  'This act takes effect on the first day of July of the next year after its passage.',
];
const substitute = [
  introduced[0],
  introduced[4],
  introduced[1],
  introduced[2],
  introduced[3]?.replace('one hundred', 'two hundred'),
];

beforeAll(async () => {
  service = await startBillsPlatform();
  token = await service.platform.tokenFor({
    tenant: 'demo',
    permissions: ['billtracking.bills.read', 'billtracking.bills.write'],
  });
  const versions = [{ type: 'Engrossed', date: '2026-03-01', url: 'https://legislature.example.org/hb901e' }];
  [billId = ''] = await service.importBills(buildBill('HB 901', { versions }));
  await service.track(billId, { trackingStatus: 'TRACKING' });
});
afterAll(() => service?.platform.stop());

const call = (method: string, path: string, body?: object) =>
  service.platform.call(method, 'billtracking', path, { tenant: 'demo', token, ...(body && { body }) });
const path = (rest = '') => `/api/1.0/bill/${billId}/documents${rest}`;
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const create = async (body: object) => {
  const reply = await call('POST', path(), { kind: 'VERSION', title: 'A text', ...body });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
};

describe('documents of a bill', () => {
  it('are files, texts or links, and are listed with the versions that the source links to', async () => {
    const html = `<h1>HB 901</h1><p>${introduced[0]}</p><script>alert(1)</script>`;
    const page = await create({ fileName: 'hb901.html', content: base64(html), date: '2026-01-10' });
    expect(page).toMatchObject({ hasText: true, file: { name: 'hb901.html', contentType: 'text/html' } });
    const link = {
      kind: 'FISCAL_NOTE',
      title: 'Fiscal note',
      url: 'https://ofm.example.org/note',
      date: '2026-02-01',
    };
    await create(link);
    const { data } = (await call('GET', path())).body;
    expect(
      data.map(({ title, isFromSource }: { title: string; isFromSource: boolean }) => [title, isFromSource]),
    ).toEqual([
      ['Engrossed', true],
      ['Fiscal note', false],
      ['A text', false],
    ]);
    const { text } = (await call('GET', path(`/${page.id}/text`))).body.data;
    expect(text).toContain(introduced[0]);
    expect(text).not.toContain('alert');
    const file = await fetch(page.file.downloadUrl);
    expect(await file.text()).toBe(html);
    expect(file.headers.get('content-security-policy')).toContain('sandbox');
  });

  it('are checked by their content', async () => {
    const refusal = async (body: object) => {
      const reply = await call('POST', path(), { kind: 'OTHER', title: 'x', ...body });
      expect(reply.status).toBe(400);
      return reply.body.details.errors[0];
    };
    expect(await refusal({ fileName: 'a.pdf', content: base64('no pdf') })).toMatchObject({
      target: 'content',
    });
    expect(await refusal({ fileName: 'a.exe', content: base64('MZ') })).toMatchObject({ target: 'fileName' });
    expect(
      await refusal({ fileName: 'a.txt', content: Buffer.from([0xff, 0xfe, 0x00]).toString('base64') }),
    ).toMatchObject({
      target: 'content',
    });
    expect(await refusal({})).toMatchObject({ message: expect.stringContaining('at least one of them') });
    expect(await refusal({ url: 'javascript:alert(1)' })).toMatchObject({ target: 'url' });
  });

  it('are compared: what was moved, and which words changed, as JSON and as a page', async () => {
    const from = await create({ title: 'Introduced', text: introduced.join('\n\n') });
    const to = await create({ title: '<Substitute>', text: substitute.join('\n\n') });
    const { data } = (await call('GET', path(`/comparison?from=${from.id}&to=${to.id}`))).body;
    expect(data.counts).toEqual({ added: 0, removed: 0, changed: 1, moved: 1 });
    expect(data.passages.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(['SAME', 'MOVED_FROM', 'MOVED_TO', 'CHANGED']),
    );
    const page = await fetch(data.pageUrl);
    const html = await page.text();
    expect(html).toContain('<ins>two</ins>');
    expect(html).toContain('&lt;Substitute&gt;');
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    const other = await fetch(data.pageUrl.replace(/.$/, (last: string) => (last === 'A' ? 'B' : 'A')));
    expect(await other.text()).toContain('This link does not work');
    const link = await create({ title: 'A link', url: 'https://legislature.example.org/x' });
    expect((await call('GET', path(`/comparison?from=${from.id}&to=${link.id}`))).status).toBe(409);
  });

  it('are found by all words of a search while their bill is tracked, and no longer when they are deleted', async () => {
    const document = await create({
      title: 'Found',
      text: 'A quorum of zanderfish wardens may convene at Ulverston.',
    });
    const search = async (text: string) =>
      (await call('POST', '/api/1.0/bill/documents/search', { text })).body.collection.map(
        (found: { document: { title: string }; excerpt: string }) => [found.document.title, found.excerpt],
      );
    expect(await search('ulverston ZANDER')).toEqual([
      ['Found', 'A quorum of zanderfish wardens may convene at Ulverston.'],
    ]);
    expect(await search('ulverston absent')).toEqual([]);
    await service.track(billId, { trackingStatus: 'ARCHIVED' });
    expect(await search('ulverston')).toEqual([]);
    await service.track(billId, { trackingStatus: 'TRACKING' });
    expect((await call('DELETE', path(`/${document.id}`))).status).toBe(204);
    expect(await search('ulverston')).toEqual([]);
    const words = service.store.partition('WORDS#bill-documents#ul');
    expect(await service.store.queryAll(words)).toEqual([]);
    expect(await search('the')).toEqual([]);
  });

  it('of another bill are not found, and neither are those of another tenant', async () => {
    const document = await create({ title: 'Mine', text: introduced.join('\n') });
    const [otherBill = ''] = await service.importBills(buildBill('HB 902'));
    expect((await call('GET', `/api/1.0/bill/${otherBill}/documents/${document.id}/text`)).status).toBe(404);
  });
});

/** A PDF as legislatures print bills: a head on each page, and a number before each line. */
async function printBill(paragraphs: readonly (readonly string[])[], options: object = {}): Promise<string> {
  const document = new PDFDocument({ size: 'LETTER', ...options });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(document, 'end');
  for (let page = 0; page < 4; page += 1) {
    if (page > 0) document.addPage();
    document.fontSize(9).text(`HB 901, p. ${page + 1}`, 72, 40);
    let [y, number] = [90, 0];
    for (const lines of paragraphs.slice(page * 2, page * 2 + 2)) {
      for (const line of lines) {
        number += 1;
        document.fontSize(11).text(String(number), 60, y, { lineBreak: false });
        document.text(line, 90, y, { lineBreak: false });
        y += 14;
      }
      y += 14;
    }
    document.fontSize(9).text(String(page + 1), 300, 700, { lineBreak: false });
  }
  document.end();
  await ended;
  return Buffer.concat(chunks).toString('base64');
}

describe('the text of a PDF', () => {
  const pages = Array.from({ length: 8 }, (_, index) => [
    `Section ${index + 1}. A county that maintains gravel roads shall report`,
    `each year the length of its roads in part ${index + 1}, and the cost`,
    'of keeping them open in winter.',
  ]);
  const textOf = async (id: string) => (await call('GET', path(`/${id}/text`))).body.data.text;

  it('is read without heads of pages and numbers of lines, compared and found', async () => {
    const content = await printBill(pages);
    const printed = await create({ title: 'Printed', fileName: 'hb901.pdf', content });
    expect(printed).toMatchObject({ hasText: true, textProblem: null });
    const text = await textOf(printed.id);
    expect(text).not.toContain('HB 901, p.');
    expect(splitParagraphs(text)).toEqual(pages.map((lines) => lines.join(' ')));
    const changed = pages.map((lines, index) => (index === 4 ? [lines[0] ?? '', 'each month.'] : lines));
    const amended = await create({
      title: 'Amended',
      text: changed.map((lines) => lines.join(' ')).join('\n\n'),
    });
    const { data } = (await call('GET', path(`/comparison?from=${printed.id}&to=${amended.id}`))).body;
    expect(data.passages.filter(({ kind }: { kind: string }) => kind === 'SAME')).toHaveLength(2);
    const found = await call('POST', '/api/1.0/bill/documents/search', { text: 'gravel winter' });
    expect(found.body.collection.map((each: { document: { id: string } }) => each.document.id)).toContain(
      printed.id,
    );
  });

  it('of a version that read none is read by the command that rebuilds, once', async () => {
    const { id } = await create({
      title: 'Earlier',
      fileName: 'earlier.pdf',
      content: await printBill(pages.map((lines) => [...lines, 'Moraine is cleared.'])),
    });
    const [stored] = await documentsById(service.store, [id]);
    if (!stored) throw new Error('The document was stored');
    const { text, ...without } = stored;
    await commit([replaceDocument(service.store, stored, { ...without, version: stored.version + 1 })]);
    const read = async () =>
      (await call('GET', path())).body.data.find((each: { id: string }) => each.id === id);
    expect(await read()).toMatchObject({ hasText: false, textProblem: null });
    expect(await readEarlierPdfs(service.store, new Date(), () => undefined)).toBe(1);
    expect(await read()).toMatchObject({ hasText: true });
    expect(await textOf(id)).toContain('Moraine is cleared.');
    expect(await readEarlierPdfs(service.store, new Date(), () => undefined)).toBe(0);
  });

  it('that has none is listed with the reason, and can be sent instead', async () => {
    const scan = await printBill([]);
    const blank = Buffer.from(scan, 'base64').toString('latin1');
    const store = async (bytes: string) => create({ title: 'Scan', fileName: 'scan.pdf', content: bytes });
    const damaged = await store(Buffer.from(blank.slice(0, 400), 'latin1').toString('base64'));
    expect(damaged).toMatchObject({ hasText: false, textProblem: expect.stringContaining('damaged') });
    const locked = await store(await printBill(pages, { userPassword: 'secret' }));
    expect(locked).toMatchObject({ hasText: false, textProblem: expect.stringContaining('password') });
    const other = await create({ title: 'Text', text: 'Section 1. Roads.' });
    const refused = await call('GET', path(`/comparison?from=${locked.id}&to=${other.id}`));
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('password')]);
    const sent = await create({ title: 'Both', fileName: 'b.pdf', content: scan, text: 'As typed.' });
    expect([sent.hasText, await textOf(sent.id)]).toEqual([true, 'As typed.']);
  });

  it('is not read for longer than there is time, nor when its pages are pictures', async () => {
    const bytes = Buffer.from(await printBill(pages), 'base64');
    let pagesLeft = 2;
    const slow = await readPdfText(bytes, () => pagesLeft-- > 0);
    expect(slow).toEqual({ problem: 'Reading the PDF took too long: 2 of 4 pages were read.' });
    const document = new PDFDocument();
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.rect(0, 0, 200, 200).fill('#888');
    document.end();
    await once(document, 'end');
    expect(await readPdfText(Buffer.concat(chunks), () => true)).toEqual({
      problem: 'The PDF has no text: its pages are pictures, such as those of a scanner.',
    });
  });
});
