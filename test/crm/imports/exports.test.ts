// Exports of lists: columns, filters, formats, links, and a run that is cut off (docs/interface/crm.md#exports).
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as runExports } from '../../../functions/crm/jobs/run-exports/handler.ts';
import { handler as sweepExports } from '../../../functions/crm/jobs/sweep-exports/handler.ts';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import type { Permission } from '../../../shared/auth/permissions/permissions.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { startUnreliableDatabase } from '../../harness/unreliable-database.ts';
import { scanTenant } from '../erasure/person-everywhere.ts';
import { createCustomField } from './import-over-http.ts';

// biome-ignore lint/suspicious/noExplicitAny: the harness has checked the bodies
type Body = any;

const permissions: readonly Permission[] = [
  ...(['crm.people.read', 'crm.people.write', 'crm.emails.read', 'crm.settings.write'] as const),
  ...(['crm.organizations.read', 'crm.committees.read'] as const),
];
let platform: TestPlatform;
let token: string;
let fieldId: string;

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({ tenant: 'demo', permissions });
  fieldId = await createCustomField(platform, token);
  for (const [index, firstName] of ['=1+1', 'Bo, "the" Bee', 'Čeněk'].entries())
    await send('POST', '/people', {
      ...{ firstName, lastName: 'Exportson', email: `e${index}@exportson.example`, tags: ['exported', 'x'] },
      customFields: [{ fieldId, value: 'Spanish' }],
    });
  for (let row = 0; row < 5; row += 1)
    await platform.call('POST', 'crm', '/api/v1/Batches/People', {
      ...{ tenant: 'demo', token },
      body: {
        operation: 'create',
        rows: Array.from({ length: 90 }, (_, each) => ({
          firstName: `P${row}-${each}`,
          lastName: 'Manyson',
        })),
      },
    });
});
afterAll(() => platform.stop());

const send = (method: string, path: string, body?: unknown, as = token) =>
  platform.call(method, 'crm', `/api/v1${path}`, { tenant: 'demo', token: as, body });

/** Calls the function as a change does, with time for so many pages. */
async function callJob(id: string, pages = Number.POSITIVE_INFINITY): Promise<void> {
  let left = pages;
  const record = {
    eventName: 'MODIFY' as const,
    dynamodb: {
      Keys: { pk: { S: `T#demo#EXPORT#${id}` }, sk: { S: 'STEP' } },
      NewImage: { type: { S: 'export-step' } },
    },
  };
  const getRemainingTimeInMillis = () => {
    left -= 1;
    return left > 0 ? 60_000 : 0;
  };
  await runExports({ Records: [record] }, { getRemainingTimeInMillis });
}
const get = async (id: string): Promise<Body> => (await send('GET', `/Exports/${id}`)).body;
async function request(body: object): Promise<string> {
  const reply = await send('POST', '/Exports', body);
  expect(reply.status, reply.text).toBe(202);
  return reply.body.id;
}
async function exportList(body: object): Promise<Body> {
  const id = await request(body);
  await callJob(id);
  return get(id);
}
const download = async (file: Body): Promise<Uint8Array> =>
  new Uint8Array(await (await fetch(file.link)).arrayBuffer());
const toRows = (bytes: Uint8Array): string[][] => parse(Buffer.from(bytes), { bom: true });
const found = { filterBody: { searchText: 'Exportson' } };

describe('an export of people', () => {
  it('has the chosen columns of the people who pass the filter, with formulas as text', async () => {
    const filterBody = { filterRules: [{ fieldId: 'tags', selectedValues: ['exported'] }] };
    const columns = ['firstName', 'email', 'tags', fieldId, 'isActive'];
    const made = await exportList({ list: 'people', format: 'csv', columns, filterBody });
    expect(made).toMatchObject({
      status: 'success',
      columns,
      progress: { rows: 3, total: null, percent: 100 },
    });
    const [file] = made.files;
    expect(file.name).toMatch(/^people-\d{4}-\d\d-\d\d\.csv$/);
    expect(toRows(await download(file))).toEqual([
      ['First name', 'Email', 'Tags', 'Language', 'Active'],
      ["'=1+1", 'e0@exportson.example', 'exported; x', 'Spanish', 'true'],
      ['Bo, "the" Bee', 'e1@exportson.example', 'exported; x', 'Spanish', 'true'],
      ['Čeněk', 'e2@exportson.example', 'exported; x', 'Spanish', 'true'],
    ]);
  });

  it('is JSON Lines or a workbook of typed cells, of what a search finds', async () => {
    const columns = ['firstName', 'middleName', 'isActive'];
    const lines = await exportList({ list: 'people', format: 'jsonl', columns, ...found });
    const text = Buffer.from(await download(lines.files[0])).toString('utf8');
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { firstName: '=1+1', middleName: null, isActive: true },
      { firstName: 'Bo, "the" Bee', middleName: null, isActive: true },
      { firstName: 'Čeněk', middleName: null, isActive: true },
    ]);
    const book = await exportList({ list: 'people', format: 'xlsx', columns, ...found });
    const [sheet] = (await readXlsx(await download(book.files[0]))).sheets;
    expect(sheet?.rows.slice(0, 2).map((row) => row.slice(0, 3))).toEqual([
      ['First name', 'Middle name', 'Active'],
      ['=1+1', null, true],
    ]);
  });

  it('continues where it was cut off, with every person in exactly one file', async () => {
    const whole = await exportList({ list: 'people', format: 'csv', columns: ['id'] });
    expect(whole.progress).toMatchObject({ rows: whole.progress.total, percent: 100 });
    const id = await request({ list: 'people', format: 'csv', columns: ['id'] });
    await callJob(id, 1);
    const partial = await get(id);
    expect(partial).toMatchObject({ status: 'inprogress', files: [], progress: { rows: 200 } });
    expect(partial.progress.percent).toBeLessThan(100);
    // The file is written, and then the commit with its position fails.
    const database = await startUnreliableDatabase();
    database.chooseFault = ({ body }) =>
      body.includes('"FILES"') || body.includes('#FILES') ? 'broken' : undefined;
    await callJob(id).catch(() => undefined);
    await database.stop();
    expect((await get(id)).status).toBe('inprogress');
    await sweepExports(undefined, undefined, () => new Date(Date.now() + 3600_000));
    const made = await get(id);
    expect(made.status).toBe('success');
    expect(made.files.length).toBeGreaterThan(1);
    const parts = await Promise.all(made.files.map(async (file: Body) => toRows(await download(file))));
    expect(parts.every(([heading]) => heading?.[0] === 'Id')).toBe(true);
    const ids = parts.flatMap((rows) => rows.slice(1).flat());
    expect(ids).toEqual(
      toRows(await download(whole.files[0]))
        .slice(1)
        .flat(),
    );
    expect(new Set(ids).size).toBe(whole.progress.rows);
  });

  it('is made once by two workers that are called at the same time', async () => {
    const id = await request({ list: 'people', format: 'csv', columns: ['id'] });
    await Promise.all([callJob(id), callJob(id)]);
    const made = await get(id);
    expect(made.status).toBe('success');
    expect(made.files.reduce((sum: number, { rows }: Body) => sum + rows, 0)).toBe(made.progress.total);
    const stored = await scanTenant();
    expect(stored.filter(({ exportId }) => exportId === id).length).toBe(made.files.length);
  });

  it('names every column that the list does not have, and the valid ones', async () => {
    const columns = ['lastName', 'shoeSize', 'lastName'];
    const reply = await send('POST', '/Exports', { list: 'people', format: 'csv', columns });
    expect(reply.status).toBe(400);
    expect(reply.text).toMatch(/columns\[1\] must be one of id, firstName.*but was shoeSize/);
    expect(reply.text).toMatch(/The column lastName is in columns twice/);
    const listed = (await send('GET', '/Exports/Columns/people')).body.data;
    expect(listed).toContainEqual({ name: fieldId, title: 'Language', isCustom: true, isEmail: false });
  });
});

describe('who may export', () => {
  it('leaves out addresses for whoever does not see them, and refuses them by name', async () => {
    const settings = tenantKey(platform.store('demo'));
    await commit([update(settings, { set: { emailsVisibleTo: 'permission' } })]);
    const reader = await platform.tokenFor({ tenant: 'demo', permissions: ['crm.people.read'] });
    const byDefault = await send('POST', '/Exports', { list: 'people', format: 'csv' }, reader);
    expect(byDefault.body.columns).toContain('lastName');
    expect(byDefault.body.columns).not.toContain('email');
    const body = { list: 'people', format: 'csv', columns: ['emails'] };
    expect((await send('POST', '/Exports', body, reader)).text).toContain('crm.emails.read');
    const other = { list: 'committees', format: 'csv' };
    expect((await send('POST', '/Exports', other, reader)).text).toContain('crm.committees.read');
    const search = { list: 'people', format: 'csv', filterBody: { searchEmailText: 'e1@exportson.example' } };
    const { id } = (await send('POST', '/Exports', search, reader)).body;
    await callJob(id);
    expect((await send('GET', `/Exports/${id}`, undefined, reader)).body.progress.rows).toBe(0);
    expect((await send('GET', `/Exports/${id}`)).status).toBe(404);
    expect((await send('DELETE', `/Exports/${id}`)).status).toBe(404);
  });

  it('deletes an export with its files, also while it is made', async () => {
    const made = await exportList({ list: 'people', format: 'csv', columns: ['lastName'], ...found });
    const [{ link }] = made.files;
    expect((await fetch(link)).status).toBe(200);
    expect((await send('DELETE', `/Exports/${made.id}`)).status).toBe(204);
    await callJob(made.id);
    expect((await fetch(link)).status).toBe(404);
    expect((await send('GET', `/Exports/${made.id}`)).status).toBe(404);
    const id = await request({ list: 'people', format: 'csv' });
    await callJob(id, 1);
    expect((await send('DELETE', `/Exports/${id}`)).status).toBe(204);
    await callJob(id);
    expect((await send('GET', '/Exports')).body.data.map((each: Body) => each.id)).not.toContain(id);
  });
});

describe('an export of another list', () => {
  it('has organizations or committees by the filters of their lists', async () => {
    const filterBody = { filterRules: [{ fieldId: 'organizationType', selectedValues: ['County'] }] };
    const columns = ['name', 'type', 'parentId'];
    const counties = await exportList({ list: 'organizations', format: 'jsonl', columns, filterBody });
    const text = Buffer.from(await download(counties.files[0])).toString('utf8');
    const rows: Body[] = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.length).toBeGreaterThan(1);
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(['County']));
    const committees = await exportList({ list: 'committees', format: 'csv', columns: ['name', 'kind'] });
    const names = toRows(await download(committees.files[0])).slice(1);
    const listed = await send('POST', '/committee/CommiteePagingList', { pageSize: 1000 });
    expect(names.map(([name]) => name)).toEqual(listed.body.data.map(({ name }: Body) => name));
    const none = await exportList({
      ...{ list: 'committees', format: 'csv', columns: ['name'] },
      filterBody: { searchText: 'nothingofthisname' },
    });
    expect(toRows(await download(none.files[0]))).toEqual([['Name']]);
  });

  it('has the members of committees, as the committees list them, and those of a day', async () => {
    const { body: all } = await send('POST', '/committee/CommiteePagingList', { pageSize: 1000 });
    const expected: string[][] = [];
    for (const { id, name } of all.data) {
      const { body } = await send('GET', `/committee/${id}/members?status=all&pageSize=1000`);
      for (const { personName, role, startDate, endDate } of body.data)
        expected.push([name, personName ?? '', role, startDate ?? '', endDate ?? '']);
    }
    const columns = ['committeeName', 'personName', 'role', 'startDate', 'endDate'];
    const made = await exportList({ list: 'memberships', format: 'csv', columns });
    const rows = toRows(await download(made.files[0])).slice(1);
    expect(rows).toEqual(expected);
    expect(rows.length).toBeGreaterThan(5);

    const day = '2020-01-15';
    const filterBody = { committeeIds: all.data.map(({ id }: Body) => id), selectedDate: day };
    const roster = await exportList({ list: 'memberships', format: 'csv', columns, filterBody });
    const isOnDay = ([, , , start = '', end = '']: string[]): boolean =>
      start <= day && (end === '' || day <= end);
    const onDay = toRows(await download(roster.files[0])).slice(1);
    expect(onDay.toSorted()).toEqual(expected.filter(isOnDay).toSorted());
    expect(onDay.length).toBeLessThan(rows.length);
    const reader = await platform.tokenFor({ tenant: 'demo', permissions: ['crm.people.read'] });
    const refused = await send('POST', '/Exports', { list: 'memberships', format: 'csv' }, reader);
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      expect.stringContaining('crm.committees.read'),
    ]);
  });
});
