// Small files and texts that libraries turn into large work: each is refused with its limit, and what is sent next is
// answered (docs/sandbox.md). A neighbour's request is answered while one of them is worked on.
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTextReader } from '../../functions/billtracking/bills/documents/record/read-text.ts';
import {
  buildPdf,
  buildPdfPackedTwice,
  buildPngWithSurplus,
  buildPngWithTwoHeaders,
  endlessTexts,
} from '../../infra/measure/load/hostile-content.ts';
import { type BillsPlatform, buildBill, startBillsPlatform } from '../billtracking/bills/bills-platform.ts';
import { toPng } from '../crm/communication/pictures.ts';
import { buildWorkbook } from '../crm/imports/workbook-archives.ts';
import type { Reply } from '../harness/platform.ts';

let service: BillsPlatform;
let token: string;
let documents: string;
beforeAll(async () => {
  service = await startBillsPlatform();
  token = await service.platform.tokenFor({
    tenant: 'demo',
    permissions: [
      ...['crm.people.read', 'crm.people.write', 'crm.communication.read', 'crm.communication.write'],
      ...['crm.imports.write', 'crm.emails.read', 'crm.organizations.read', 'training.settings.write'],
      ...['billtracking.bills.read', 'billtracking.bills.write'],
    ] as const,
  });
  const [billId] = await service.importBills(buildBill('HB 911'));
  await service.track(billId ?? '', { trackingStatus: 'TRACKING' });
  documents = `/api/1.0/bill/${billId}/documents`;
});
afterAll(() => service?.platform.stop());

const call = (area: 'crm' | 'training' | 'billtracking', method: string, path: string, body?: object) =>
  service.platform.call(method, area, path, { tenant: 'demo', token, ...(body && { body }) });

/** Sends it, and meanwhile a neighbour's request, which is answered first. */
async function sendBesideNeighbour(send: () => Promise<Reply>): Promise<Reply> {
  let isDone = false;
  const hostile = send().finally(() => {
    isDone = true;
  });
  const neighbour = await call('crm', 'GET', '/api/v1/MessageTemplates');
  expect([neighbour.status, isDone]).toEqual([200, false]);
  return hostile;
}

const mjml = (content: string): string =>
  `<mjml><mj-body><mj-section><mj-column><mj-text>${content}</mj-text></mj-column></mj-section></mj-body></mjml>`;

describe('a template', () => {
  const create = (texts: object) =>
    call('crm', 'POST', '/api/v1/MessageTemplates', {
      ...{ name: `Hostile ${JSON.stringify(texts).length}`, subject: 'News', mjml: mjml('News') },
      ...texts,
    });

  it.each([
    ['nests markup in a loop', { mjml: mjml(endlessTexts.nestedMarkup) }],
    ['doubles a text in a loop', { text: endlessTexts.doubling }],
    ['loops in loops', { text: endlessTexts.loops }],
    ['sorts long lists again and again', { subject: endlessTexts.lists }],
  ])('that %s is refused, and the next one is rendered', async (_, texts) => {
    const refused = await create(texts);
    expect([refused.status, refused.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    const next = await create({ name: `Harmless ${JSON.stringify(texts)}`.slice(0, 90) });
    expect(next.status, next.text).toBe(201);
  });

  it.each([
    ...['push', 'unshift', 'concat', 'where_exp', 'group_by', 'group_by_exp', 'find_exp', 'reject_exp'],
    ...['has_exp', 'find_index_exp'],
  ])('has no filter %s, which nests lists or evaluates expressions', async (filter) => {
    const { status, body } = await create({ subject: `{{ person.tags | ${filter}: "a" }}` });
    const message = expect.stringContaining(filter);
    expect([status, body.error.details]).toMatchObject([400, [{ field: 'subject', message }]]);
  });
});

describe('a picture', () => {
  const content = (bytes: Buffer) => bytes.toString('base64');

  it.each([
    [
      'photo of a person',
      'PUT',
      'crm',
      async (): Promise<string> => `/api/v1/people/${await createPerson()}/Photo`,
      'content',
    ],
    ['picture for mails', 'POST', 'crm', async (): Promise<string> => '/api/v1/MessageImages', 'content'],
    [
      'logo of certificates',
      'PUT',
      'training',
      async (): Promise<string> => '/api/v1/Settings/Certificates',
      'logo',
    ],
  ] as const)(
    'with two headers, or with more than its header says, is no %s',
    async (_, method, area, path, member) => {
      const address = await path();
      for (const bytes of [buildPngWithTwoHeaders(), buildPngWithSurplus()]) {
        expect(bytes.length).toBeLessThan(400_000);
        const refused = await call(area, method, address, { name: 'A', [member]: content(bytes) });
        expect([refused.status, refused.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
      }
      const good = toPng(20, 10, () => [1, 2, 3]);
      const next = await call(area, method, address, { name: 'A', [member]: content(good) });
      expect(next.status, next.text).toBeLessThan(300);
    },
  );

  const createPerson = async (): Promise<string> =>
    (await call('crm', 'POST', '/api/v1/people', { firstName: 'Ada', lastName: 'Gale' })).body.id;
});

describe('a PDF', () => {
  const send = (content: string): Promise<Reply> =>
    call('billtracking', 'POST', documents, {
      ...{ kind: 'VERSION', title: 'A text', fileName: 'a.pdf', content },
    });

  it('that unpacks twice to 13 MB is answered with the reason why it has no text, and so is a neighbour', async () => {
    const content = buildPdfPackedTwice(1).toString('base64');
    expect(content.length).toBeLessThan(3000);
    const { status, body } = await sendBesideNeighbour(() => send(content));
    expect(status).toBeLessThan(500);
    expect(body.data?.textProblem ?? body.message).toMatch(/longer than|too long|no text/);
    const next = await send(buildPdf(deflateSync(Buffer.from('BT ET')), '/FlateDecode').toString('base64'));
    expect(next.status, next.text).toBe(200);
  });

  it('is read for no longer than is allowed, whatever its only page unpacks to', async () => {
    const bytes = buildPdfPackedTwice(1000);
    expect(bytes.length).toBeLessThan(100_000);
    const reader = createTextReader(1);
    const reason = await reader.readPdf(bytes).then(
      (read) => ('problem' in read ? read.problem : read.text),
      (error: Error) => error.message,
    );
    expect(reason).toMatch(/^The document takes longer than 6 s|took too long|^The PDF has no text/);
  });
});

describe('a comparison', () => {
  it('of long texts without a word in common is answered, and so is a neighbour', async () => {
    const writeText = (word: string): string =>
      Array.from({ length: 24 }, (_, paragraph) =>
        Array.from({ length: 2000 }, (_, index) => `${word}${paragraph * index}`).join(' '),
      ).join('\n\n');
    const store = async (text: string): Promise<string> =>
      (await call('billtracking', 'POST', documents, { kind: 'VERSION', title: 'A text', text })).body.data
        .id;
    const [from, to] = [await store(writeText('a')), await store(writeText('b'))];
    const address = `${documents}/comparison?from=${from}&to=${to}`;
    const { status, text } = await sendBesideNeighbour(() => call('billtracking', 'GET', address));
    expect(status, text.slice(0, 300)).toBeLessThan(500);
  });
});

describe('a workbook', () => {
  it('of some kilobytes with one text in each of 400 cells is refused with its limit', async () => {
    const cell = '<c t="s"><v>0</v></c>';
    const bytes = buildWorkbook({
      rows: `<row>${cell}</row>`.repeat(400),
      texts: `<si><t>${'x'.repeat(5_000_000)}</t></si>`,
    });
    expect(bytes.length).toBeLessThan(10_000);
    const refused = await call('crm', 'POST', '/api/v1/Imports', {
      ...{ kind: 'people', fileName: 'a.xlsx', content: bytes.toString('base64') },
    });
    expect([refused.status, refused.body.error.details[0].message]).toEqual([
      400,
      '"a.xlsx" has a cell of more than 32767 characters in row 2, the most of a workbook.',
    ]);
  });
});
