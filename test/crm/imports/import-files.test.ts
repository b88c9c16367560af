// The files that imports over HTTP take: workbooks, encodings and large ones in parts (docs/interface/crm.md#imports).
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { createImports, type Imports } from './import-over-http.ts';
import { buildWorkbook } from './workbook-archives.ts';

let platform: TestPlatform;
let imports: Imports;

beforeAll(async () => {
  platform = await startPlatform();
  imports = await createImports(platform);
});
afterAll(() => platform.stop());

const writeWorkbook = () =>
  writeXlsx({
    sheets: [
      {
        name: 'Members',
        rows: [
          ['First Name', 'Last Name', 'Email', 'Zip', 'Active'],
          ['Xenia', 'Workbook', 'xenia@workbook.example', 21_201, true],
          [],
          ['Yuri', 'Workbook', 'not an address', '00123', false],
        ],
      },
    ],
  });

describe('an import', () => {
  it('takes a workbook: its values, and rows numbered as the spreadsheet shows them', async () => {
    const created = await imports.create(await writeWorkbook(), { fileName: 'members.xlsx' });
    expect(created).toMatchObject({ status: 'ready', rowCount: 2 });
    const done = await imports.run(created.id);
    expect(done.result).toMatchObject({ created: 2, leftOut: 1 });
    const people = await imports.findPeople('workbook');
    expect(people).toMatchObject([
      { firstName: 'Xenia', isActive: true, addresses: [{ zipCode: '21201' }] },
      { firstName: 'Yuri', isActive: false, addresses: [{ zipCode: '00123' }] },
    ]);
    expect((await imports.send('GET', `/${created.id}/Refusals`)).text).toContain('"4","left out","Email"');
  });

  it('takes a workbook in parts', async () => {
    const bytes = await writeWorkbook();
    const id = await imports.uploadParts([bytes.subarray(0, 1000), bytes.subarray(1000)], {
      fileName: 'm.xlsx',
    });
    await imports.send('POST', `/${id}/Complete`);
    await imports.callJob(id);
    expect(await imports.get(id)).toMatchObject({ status: 'ready', rowCount: 2 });
  });

  it('says what is wrong with an archive that is no workbook', async () => {
    const reply = await imports.post(Buffer.from('504b030414000600', 'hex'), { fileName: 'a.xlsx' });
    expect(reply.status).toBe(400);
    expect(reply.body.error.details[0].message).toContain('"a.xlsx" is no workbook');
  });

  it('refuses a workbook of some kilobytes that unpacks to more than a function can hold, without unpacking it', async () => {
    const row = '<row><c t="inlineStr"><is><t>Ada Gale</t></is></c></row>';
    const small = await imports.create(buildWorkbook({ rows: row }), { fileName: 'a.xlsx' });
    expect(small).toMatchObject({ status: 'ready', rowCount: 1 });
    const large = [
      [buildWorkbook({ rows: row.repeat(1_100_000) }), 'has more than 60 MB of cells in a sheet'],
      [buildWorkbook({ rows: row, texts: '<a/>'.repeat(1_500_001) }), 'has more than 6 MB of texts'],
      [buildWorkbook({ rows: row, statedBytes: 0 }), 'does not say how large its parts are'],
    ] as const;
    for (const [bytes, message] of large) {
      expect(bytes.length).toBeLessThan(400_000);
      const reply = await imports.post(bytes, { fileName: 'a.xlsx' });
      expect([reply.status, reply.body.error?.details[0].message]).toEqual([
        400,
        expect.stringContaining(`"a.xlsx" ${message}`),
      ]);
    }
  });

  it('refuses a workbook with a cell far to the right, and takes one with as many columns as there may be', async () => {
    const cell = (column: string) => `<row><c r="${column}2" t="inlineStr"><is><t>x</t></is></c></row>`;
    const last = await imports.create(buildWorkbook({ rows: cell('ALL') }), { fileName: 'a.xlsx' });
    expect(last).toMatchObject({ status: 'ready', rowCount: 1 });
    for (const [column, count] of [
      ['ALM', 1001],
      ['XFD', 16_384],
    ] as const) {
      const bytes = buildWorkbook({ rows: cell(column).repeat(2000) });
      expect(bytes.length).toBeLessThan(5000);
      const reply = await imports.post(bytes, { fileName: 'a.xlsx' });
      expect([reply.status, reply.body.error?.details[0].message]).toEqual([
        400,
        `"a.xlsx" has ${count} columns in row 2; the most is 1000.`,
      ]);
    }
    const many = await imports.post(buildWorkbook({ rows: cell('ALL').repeat(6001) }), {
      fileName: 'a.xlsx',
    });
    expect([many.status, many.body.error?.details[0].message]).toEqual([
      400,
      expect.stringContaining('more than 6 million cells'),
    ]);
    const blank = buildWorkbook({ rows: '<row><c r="A2"><v>1</v></c><c r="XFD2"/></row>' });
    expect(await imports.create(blank, { fileName: 'a.xlsx' })).toMatchObject({ rowCount: 1 });
  });

  it('takes a small file with more rows than are stored in one transaction', async () => {
    const text = (rows: number) => Buffer.from(`Last Name\n${'a\n'.repeat(rows)}`);
    expect(await imports.create(text(18_000))).toMatchObject({ status: 'ready', rowCount: 18_000 });
    const { id, status } = await imports.create(text(18_001));
    expect(status).toBe('reading');
    await imports.callJob(id);
    expect(await imports.get(id)).toMatchObject({ status: 'ready', rowCount: 18_001 });
  });

  it.each([
    ['UTF-16', Buffer.from('\uFEFFVorname;Last Name;First Name\nx;Größe;Jörg\n', 'utf16le'), []],
    [
      'Windows-1252',
      Buffer.from('Vorname;Last Name;First Name\nx;Größe;Jörg\n', 'latin1'),
      ['"members.csv" is not valid UTF-8 and was read as Windows-1252 (Western European).'],
    ],
  ])('takes a file in %s, separated by semicolons', async (_, bytes, remarks) => {
    const created = await imports.create(bytes);
    expect(created.remarks).toEqual(remarks);
    expect(created.columns.map(({ field }: { field: unknown }) => field)).toEqual([
      null,
      'lastName',
      'firstName',
    ]);
    expect(created.columns[2].samples).toEqual(['Jörg']);
  });

  it('reads a file in parts that cut rows and characters, and goes on where it stopped', async () => {
    const rows = Array.from({ length: 450 }, (_, row) => `Zoë,Teilstück${row},${row}@parts.example`);
    const bytes = Buffer.from(['First Name,Last Name,Email', ...rows].join('\n'));
    const cut = bytes.indexOf(0xc3, 3000) + 1;
    const id = await imports.uploadParts([bytes.subarray(0, cut), bytes.subarray(cut)]);
    expect((await imports.send('POST', `/${id}/Start`, {})).status).toBe(409);
    const completed = await imports.send('POST', `/${id}/Complete`);
    expect(completed.body).toMatchObject({ status: 'reading' });
    await imports.callJob(id, 1);
    const { progress } = await imports.get(id);
    expect(progress.rows).toBe(400);
    expect(progress.percent).toBeGreaterThan(80);
    expect(progress.percent).toBeLessThan(100);
    await imports.callJob(id);
    expect(await imports.get(id)).toMatchObject({ status: 'ready', rowCount: 450 });
    await imports.callJob(id);
    expect((await imports.listItems(id)).filter((sk) => sk.startsWith('PART'))).toEqual([]);
    expect((await imports.run(id, { dryRun: true })).check).toMatchObject({ created: 450, refused: 0 });
  });

  it('is complete only with all parts, and then takes no more', async () => {
    const id = await imports.uploadParts([Buffer.from('Name\n')]);
    const content = Buffer.from('A\n').toString('base64');
    await imports.send('PUT', `/${id}/Parts/3`, { content });
    const missing = await imports.send('POST', `/${id}/Complete`);
    expect([missing.status, missing.body.error.message]).toEqual([409, expect.stringContaining('Part 2')]);
    await imports.send('PUT', `/${id}/Parts/2`, { content });
    expect((await imports.send('POST', `/${id}/Complete`)).status).toBe(202);
    expect((await imports.send('PUT', `/${id}/Parts/2`, { content })).status).toBe(409);
  });

  it('fails with the reason where a file in parts is no table', async () => {
    const id = await imports.uploadParts([Buffer.from('Name\n"never closed')]);
    await imports.send('POST', `/${id}/Complete`);
    await imports.callJob(id);
    expect(await imports.get(id)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('never closed'),
    });
  });
});
