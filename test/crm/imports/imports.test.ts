// Imports of people over HTTP: upload, mapping, dry run, run and refusals (docs/interface/crm.md#imports).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { createCustomField, createImports, type Imports } from './import-over-http.ts';

let platform: TestPlatform;
let imports: Imports;

beforeAll(async () => {
  platform = await startPlatform();
  imports = await createImports(platform);
});
afterAll(() => platform.stop());

describe('an import of people', () => {
  it('proposes fields by the headings, runs, and a second run of the same file changes nothing', async () => {
    const file =
      'First Name,Surname,E-Mail,Job Title,Shoe size\nAnn,Importer,ann@import.example,Clerk,38\nBen,Importer,ben@import.example,Mayor,44\n';
    const created = await imports.create(file);
    expect(created).toMatchObject({ status: 'ready', rowCount: 2 });
    expect(created.columns).toMatchObject([
      { heading: 'First Name', field: 'firstName', samples: ['Ann', 'Ben'] },
      { field: 'lastName' },
      { field: 'email' },
      { field: 'title' },
      { heading: 'Shoe size', field: null },
    ]);
    const done = await imports.run(created.id);
    expect(done).toMatchObject({
      status: 'done',
      result: { created: 2, updated: 0, unchanged: 0, refused: 0, leftOut: 0 },
      progress: { rows: 2, percent: 100 },
    });
    expect((await imports.findPeople('importer')).map(({ title }) => title)).toEqual(['Clerk', 'Mayor']);
    const again = await imports.run((await imports.create(file.replace('Mayor', 'Judge'))).id);
    expect(again.result).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
  });

  it('has the same verdicts in a dry run, which writes nothing', async () => {
    const { id } = await imports.create(
      'Name,Email,Phone\nDry Runner,dry@import.example,12\n,nobody@import.example,\n',
    );
    const checked = await imports.run(id, { dryRun: true });
    expect(checked).toMatchObject({
      status: 'ready',
      check: { created: 1, refused: 1, leftOut: 1 },
      result: null,
      hasRefusals: true,
    });
    expect(await imports.findPeople('runner')).toEqual([]);
    const done = await imports.run(id);
    expect(done.result).toEqual(checked.check);
    expect(await imports.findPeople('runner')).toHaveLength(1);
  });

  it('gives refusals as a CSV file: row, field, value, reason and the columns as they were', async () => {
    const { id } = await imports.create(
      'Name,Email,Notes\nRefused Once,not an address,=1+1\n,nobody@import.example,"a, b"\nTwice,t@import.example,\nTwice,t@import.example,x\n',
    );
    await imports.run(id);
    const reply = await imports.send('GET', `/${id}/Refusals`);
    expect(reply.headers.get('content-disposition')).toContain('Refusals of members.csv');
    expect(
      reply.text
        .replace(/^\uFEFF/, '')
        .trimEnd()
        .split('\r\n'),
    ).toEqual([
      '"Row","Outcome","Field","Value","Reason","Name","Email","Notes"',
      `"2","left out","Email","not an address","is not an email address such as name@example.org","Refused Once","not an address","'=1+1"`,
      '"3","refused","name","","is missing: a first, last or full name is needed","","nobody@import.example","a, b"',
      '"5","refused","(row)","","is of the same record as row 4, which was taken","Twice","t@import.example","x"',
    ]);
  });

  it('is mapped by the caller: another field, none, a custom field', async () => {
    const fieldId = await createCustomField(platform, imports.token);
    const created = await imports.create('Given,Family,Language\nMaud,Mapped,english\nMia,Mapped,Klingon\n');
    const language = `customFields.${fieldId}`;
    expect(created.columns.map(({ field }: { field: string | null }) => field)).toEqual([
      null,
      null,
      language,
    ]);
    expect((await imports.send('POST', `/${created.id}/Start`, {})).body.error.message).toContain(
      'No column is mapped to a name',
    );
    const columns = [
      { index: 0, field: 'firstName' },
      { index: 1, field: 'lastName' },
    ];
    const mapped = await imports.send('PUT', `/${created.id}/Mapping`, { columns });
    expect(mapped.body.columns).toMatchObject([
      { field: 'firstName' },
      { field: 'lastName' },
      { field: language },
    ]);
    expect((await imports.run(created.id)).result).toMatchObject({ created: 2, leftOut: 1 });
    const people = await imports.findPeople('mapped');
    expect(people.map(({ customFields }) => customFields)).toMatchObject([
      [{ fieldId, value: 'English' }],
      [],
    ]);
  });

  it('refuses a mapping with everything that is wrong with it', async () => {
    const { id } = await imports.create('First,Last\nA,B\n');
    const { status, body } = await imports.send('PUT', `/${id}/Mapping`, {
      columns: [
        { index: 7, field: null },
        { index: 1, field: 'firstName' },
        { index: 0, field: 'shoeSize' },
      ],
    });
    expect(status).toBe(400);
    expect(body.error.details.map(({ field }: { field: string }) => field)).toEqual([
      'columns[0].index',
      'columns[2].field',
    ]);
    const twice = await imports.send('PUT', `/${id}/Mapping`, {
      columns: [{ index: 1, field: 'firstName' }],
    });
    expect(twice.body.error.details).toMatchObject([{ code: 'DUPLICATE_VALUE', field: 'columns[0].field' }]);
  });

  it('refuses a file without a line, and bytes that are not base64', async () => {
    for (const content of ['\n\n', 'Name\n"never closed'])
      expect((await imports.post(content)).body.error.details[0]).toMatchObject({ field: 'content' });
    const bad = await imports.send('POST', '', { kind: 'people', fileName: 'a.csv', content: 'not base64!' });
    expect(bad.body.error.details[0].message).toContain('base64');
  });

  it('needs the permission, and for people the one to see addresses', async () => {
    const tenant = tenantKey(platform.store('demo'));
    await commit([update(tenant, { set: { emailsVisibleTo: 'permission' } })]);
    const file = { fileName: 'a.csv', content: Buffer.from('Name\nA\n').toString('base64') };
    for (const [kind, permissions, missing] of [
      ['people', ['crm.people.write', 'crm.emails.read'], 'crm.imports.write'],
      ['people', ['crm.imports.write'], 'crm.emails.read'],
      ['memberships', ['crm.imports.write'], 'crm.emails.read'],
    ] as const) {
      const token = await platform.tokenFor({ tenant: 'demo', permissions });
      const { status, body } = await imports.send('POST', '', { ...file, kind }, token);
      expect([status, body.error.message]).toEqual([403, expect.stringContaining(missing)]);
    }
  });

  it('is listed newest first, and removed with its rows', async () => {
    const { id } = await imports.create('Name\nGone Soon\n');
    expect((await imports.send('GET', '')).body.data[0]).toMatchObject({ id });
    expect((await imports.send('DELETE', `/${id}`)).status).toBe(204);
    await imports.callJob(id);
    expect((await imports.send('GET', `/${id}`)).status).toBe(404);
    expect(await imports.listItems(id)).toEqual([]);
  });
});
