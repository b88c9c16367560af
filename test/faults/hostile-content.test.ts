// Small files and texts that libraries turn into large work: each is refused with its limit, and what is sent next is
// answered (docs/sandbox.md). A neighbour's request is answered while one of them is worked on.
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTextReader } from '../../functions/billtracking/bills/documents/record/read-text.ts';
import { type BillsPlatform, buildBill, startBillsPlatform } from '../billtracking/bills-platform.ts';
import { toPng } from '../crm/pictures.ts';
import { buildWorkbook } from '../crm/workbook-archives.ts';
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
    ['nests markup in a loop', { mjml: mjml('{% for i in (1..8000) %}<div>{% endfor %}') }],
    [
      'doubles a text in a loop',
      {
        text: '{% assign a = "x" %}{% for i in (1..60) %}{% capture a %}{{ a }}{{ a }}{% endcapture %}{% endfor %}{{ a }}',
      },
    ],
    [
      'loops in loops',
      {
        text: '{% for i in (1..9999) %}{% for j in (1..9999) %}{% assign x = i | times: j %}{% endfor %}{% endfor %}',
      },
    ],
    [
      'sorts long lists again and again',
      {
        subject:
          '{% assign a = (1..99999) %}{% for i in (1..999) %}{% assign b = a | sort | reverse | map: "x" | uniq %}{% endfor %}x',
      },
    ],
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

/** A PNG whose chunks these are (PNG, 5.3). */
const buildPng = (chunks: readonly (readonly [type: string, content: Buffer])[]): Buffer =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...chunks.flatMap(([type, content]) => {
      const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
      const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
      length.writeUInt32BE(content.length);
      checksum.writeUInt32BE(crc32(body));
      return [length, body, checksum];
    }),
  ]);
const header = (width: number, height: number): Buffer => {
  const content = Buffer.alloc(13);
  content.writeUInt32BE(width);
  content.writeUInt32BE(height, 4);
  content.set([8, 6], 8);
  return content;
};

describe('a picture', () => {
  const rows = deflateSync(Buffer.alloc(40_000 * 4 * 400));
  const twoHeaders = buildPng([
    ...([
      ['IHDR', header(10, 10)],
      ['IHDR', header(40_000, 40_000)],
    ] as const),
    ...([
      ['IDAT', rows],
      ['IEND', Buffer.alloc(0)],
    ] as const),
  ]);
  const surplus = buildPng([
    ...([['IHDR', header(10, 10)]] as const),
    ...([
      ['IDAT', deflateSync(Buffer.alloc(300_000_000))],
      ['IEND', Buffer.alloc(0)],
    ] as const),
  ]);
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
      for (const bytes of [twoHeaders, surplus]) {
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
  /** A PDF of one page, whose content is this stream (ISO 32000-1, 7.5). */
  function buildPdf(stream: Buffer, filter: string): string {
    const objects = [
      '<</Type /Catalog /Pages 2 0 R>>',
      '<</Type /Pages /Kids [3 0 R] /Count 1>>',
      '<</Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources <<>>>>',
      `<</Length ${stream.length} /Filter ${filter}>>\nstream\n${stream.toString('latin1')}\nendstream`,
    ];
    let text = '%PDF-1.7\n';
    const offsets = objects.map((object, index) => {
      const at = text.length;
      text += `${index + 1} 0 obj ${object}\nendobj\n`;
      return at;
    });
    const xref = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
    const trailer = `trailer <</Size 5 /Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF`;
    text += `xref\n0 5\n0000000000 65535 f \n${xref}${trailer}`;
    return Buffer.from(text, 'latin1').toString('base64');
  }
  const send = (content: string): Promise<Reply> =>
    call('billtracking', 'POST', documents, {
      ...{ kind: 'VERSION', title: 'A text', fileName: 'a.pdf', content },
    });

  /** A stream that is packed twice, and unpacks to so many times 13 MB. */
  const once = deflateSync(Buffer.from('BT (x) Tj ET\n'.repeat(1_000_000)));
  const packTwice = (times: number): string =>
    buildPdf(
      deflateSync(Buffer.concat(Array.from({ length: times }, () => once))),
      '[/FlateDecode /FlateDecode]',
    );

  it('that unpacks twice to 13 MB is answered with the reason why it has no text, and so is a neighbour', async () => {
    const content = packTwice(1);
    expect(content.length).toBeLessThan(3000);
    const { status, body } = await sendBesideNeighbour(() => send(content));
    expect(status).toBeLessThan(500);
    expect(body.data?.textProblem ?? body.message).toMatch(/longer than|too long|no text/);
    const next = await send(buildPdf(deflateSync(Buffer.from('BT ET')), '/FlateDecode'));
    expect(next.status, next.text).toBe(200);
  });

  it('is read for no longer than is allowed, whatever its only page unpacks to', async () => {
    const bytes = Buffer.from(packTwice(200), 'base64');
    expect(bytes.length).toBeLessThan(100_000);
    const reader = createTextReader(1);
    const reason = await reader.readPdf(bytes).then(
      (read) => ('problem' in read ? read.problem : read.text),
      (error: Error) => error.message,
    );
    expect(reason).toMatch(/^The document takes longer than 6 s|^Reading the PDF took too long/);
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
