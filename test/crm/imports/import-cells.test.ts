// What the cells of a file may have: statuses, errors of spreadsheets, blanks and invisible characters
// (docs/interface/crm.md#imports).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { createImports, type Imports } from './import-over-http.ts';
import { buildWorkbook } from './workbook-archives.ts';

let platform: TestPlatform;
let imports: Imports;
const send = (method: string, path: string, body?: unknown) =>
  platform.call(method, 'crm', `/api/v1/${path}`, { tenant: 'demo', token: imports.token, body });
const importFile = async (file: string | Uint8Array, more: object = {}) =>
  imports.run((await imports.create(file, more)).id);
const find = async (name: string) => {
  const [{ id }] = await imports.findPeople(name);
  return (await send('GET', `people/${id}`)).body;
};

beforeAll(async () => {
  platform = await startPlatform();
  imports = await createImports(platform);
});
afterAll(() => platform.stop());

describe('a status', () => {
  it('that is more than active or inactive is kept as a tag, and one of those who left deactivates', async () => {
    const done = await importFile(
      [
        'Name,Email,Tags,Status',
        'Lia Lapsedson,lia@status.example,Board,Lapsed',
        'Dan Deceasedson,dan@status.example,,DECEASED',
        'Hon Honoraryson,hon@status.example,honorary,Honorary',
        'Ian Inactiveson,ian@status.example,,Inactive',
      ].join('\n'),
    );
    expect(done.result).toMatchObject({ created: 4, leftOut: 0 });
    expect(await find('lapsedson')).toMatchObject({ tags: ['Board', 'Lapsed'], isActive: false });
    expect(await find('deceasedson')).toMatchObject({ tags: ['DECEASED'], isActive: false });
    expect(await find('honoraryson')).toMatchObject({ tags: ['honorary'], isActive: true });
    expect(await find('inactiveson')).toMatchObject({ tags: [], isActive: false });
    const organizations = await importFile('Name,Status\nLapsed Council,Lapsed\n', { kind: 'organizations' });
    expect(organizations.result).toMatchObject({ created: 1, leftOut: 0 });
  });
});

describe('an error of a spreadsheet', () => {
  const rows = [
    ['Name', 'Email', 'Phone'],
    ['Eve Errorson', 'eve@errors.example', '#DIV/0!'],
    ['#N/A', 'ned@errors.example', '410-555-0100'],
    ['Gus Goodson', 'gus@errors.example', '410-555-0101'],
  ];

  it('refuses the row with its number and field, in CSV files and workbooks', async () => {
    const done = await importFile(rows.map((row) => row.join(',')).join('\n'));
    expect(done.result).toMatchObject({ created: 1, refused: 2 });
    const lines = (await imports.send('GET', `/${done.id}/Refusals`)).text.trim().split(/\r?\n/);
    expect(lines[1]).toMatch(/^"?2"?,"?refused"?,"?Phone"?,"?#DIV\/0!/);
    expect(lines[2]).toMatch(/^"?3"?,"?refused"?,"?Name"?,"?#N\/A/);
    expect(await imports.findPeople('errorson')).toEqual([]);
    const cells = '<row r="2"><c r="A2" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>';
    const workbook = await importFile(buildWorkbook({ rows: cells }), { fileName: 'errors.xlsx' });
    expect(workbook.result).toMatchObject({ created: 0, refused: 1 });
    expect((await imports.send('GET', `/${workbook.id}/Refusals`)).text).toContain('#DIV/0!');
  });
});

describe('blanks and invisible characters', () => {
  it('around an address are left out, by requests and imports', async () => {
    const { status, body, text } = await send('POST', 'people', {
      ...{
        lastName: 'Trimson',
        email: '  trim@blank.example\t',
        emails: [{ value: ' trim@blank.example ' }],
      },
    });
    expect(status, text).toBe(201);
    expect(body.email).toBe('trim@blank.example');
    const organization = await send('POST', 'organization', { name: 'Trim', email: ' office@blank.example' });
    expect(organization.body.email).toBe('office@blank.example');
    await importFile(
      'Name,Email,All emails\nAnn Blankson,\u200b ann@blank.example\u00a0, b@blank.example ;  c@blank.example \n',
    );
    expect((await find('blankson')).emails.map(({ value }: { value: string }) => value)).toEqual([
      ...['ann@blank.example', 'b@blank.example', 'c@blank.example'],
    ]);
  });

  it('that change the direction of writing are removed from names and lines, and stay in long texts', async () => {
    const name = '\u202eAda\u202c \u2067Mark\u2069son\u200f';
    const { body } = await send('POST', 'people', {
      displayName: name,
      lastName: 'Mark\u200eson',
      tags: ['VIP\u061c'],
    });
    expect(body).toMatchObject({ displayName: 'Ada Markson', lastName: 'Markson', tags: ['VIP'] });
    const patched = await send('PATCH', `people/${body.id}`, { title: 'Cl\u202eerk' });
    expect(patched.body.title).toBe('Clerk');
    const rows = [{ id: body.id, department: '\u2066Tax\u2069' }];
    await send('POST', 'Batches/People', { operation: 'update', key: 'id', rows });
    expect((await send('GET', `people/${body.id}`)).body.department).toBe('Tax');
    await importFile('First name,Last name,Title\n\u202eEva,Rtl\u202cson,\u200fMayor\u200f\n');
    expect(await find('rtlson')).toMatchObject({ firstName: 'Eva', title: 'Mayor' });
    const empty = await send('POST', 'people', { lastName: '\u202e', firstName: '\u200f' });
    expect(empty.status).toBe(400);
    const committee = await send('POST', 'organization', {
      name: '\u202eFlip',
      description: `\u200f${'x'.repeat(400)}`,
    });
    expect(committee.body).toMatchObject({ name: 'Flip', description: `\u200f${'x'.repeat(400)}` });
  });
});

describe('tags', () => {
  it('of a record differ by more than case', async () => {
    const tags = ['Board', 'BOARD', 'Donor', 'donor'];
    const { body } = await send('POST', 'people', {
      lastName: 'Tagson',
      firstName: 'Tim',
      email: 't@tags.example',
      tags,
    });
    expect(body.tags).toEqual(['Board', 'Donor']);
    await importFile('Name,Email,Tags\nTim Tagson,t@tags.example,board; Guest; GUEST\n');
    expect((await find('tagson')).tags).toEqual(['Board', 'Donor', 'Guest']);
    const organization = await send('POST', 'organization', { name: 'Tagged', tags });
    expect(organization.body.tags).toEqual(['Board', 'Donor']);
  });
});

describe('a custom field', () => {
  it('has no name that files give to a standard field', async () => {
    const create = (owner: string, name: string) =>
      send('POST', `Settings/CustomFields/${owner}`, { name, controlTypeId: 0 });
    for (const name of ['Status', 'E-Mail', 'job title', 'External ids', 'Created'])
      expect((await create('people', name)).text, name).toContain('is the heading of a standard field');
    expect((await create('organizations', 'Website')).status).toBe(400);
    expect((await create('organizations', 'Staff of')).status).toBe(201);
    const { body } = await create('people', 'Shoe size');
    const renamed = await send('PUT', `Settings/CustomFields/people/${body.id}`, { ...body, name: 'Gender' });
    expect([renamed.status, renamed.text]).toEqual([
      400,
      expect.stringContaining('heading of a standard field'),
    ]);
    expect(
      (await send('PUT', `Settings/CustomFields/people/${body.id}`, { ...body, isRequired: true })).status,
    ).toBe(200);
  });
});
