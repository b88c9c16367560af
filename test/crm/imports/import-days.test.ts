// Titles above headings, and days as any country writes them, over HTTP (docs/interface/crm.md#days-in-files).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { createImports, type Imports } from './import-over-http.ts';

let platform: TestPlatform;
let imports: Imports;
let fieldId: string;
const send = (method: string, path: string, body?: unknown) =>
  platform.call(method, 'crm', `/api/v1/${path}`, { tenant: 'demo', token: imports.token, body });
const find = async (name: string) => {
  const [{ id }] = await imports.findPeople(name);
  return (await send('GET', `people/${id}`)).body;
};

beforeAll(async () => {
  platform = await startPlatform();
  imports = await createImports(platform);
  fieldId = (await send('POST', 'Settings/CustomFields/people', { name: 'Joined', controlTypeId: 1 })).body
    .id;
});
afterAll(() => platform.stop());

describe('a title above the headings', () => {
  it('is found and said, in small files and in those that are read later', async () => {
    const title = 'Members of the Society, 2026\nPrinted on 1 May\n\n';
    const created = await imports.create(
      `${title}First Name,Surname,E-Mail\nTia,Titleson,tia@title.example\n`,
    );
    expect(created.rowCount).toBe(1);
    expect(created.columns.map(({ field }: { field: string }) => field)).toEqual([
      'firstName',
      'lastName',
      'email',
    ]);
    expect(created.remarks).toEqual([
      expect.stringContaining('2 rows above the headings left out: "Members of'),
    ]);
    expect((await imports.run(created.id)).result).toMatchObject({ created: 1 });
    const rows = Array.from({ length: 450 }, (_, index) => `Tom,Titleson${index},t${index}@title.example`);
    const id = await imports.uploadParts([
      Buffer.from(`${title}First Name,Surname,E-Mail\n${rows.join('\n')}`),
    ]);
    await send('POST', `Imports/${id}/Complete`);
    await imports.callJob(id);
    const read = await imports.get(id);
    expect([read.rowCount, read.remarks]).toEqual([450, [expect.stringContaining('2 rows above')]]);
  });
});

describe('days', () => {
  const file = (...days: readonly string[]) =>
    [
      'Name,Email,Active from,Joined',
      ...days.map((day, index) => `Day Dayson${index},d${index}@days.example,${day},${day}`),
    ].join('\n');

  it('that may be two days are asked in the mapping, shown in the preview, and read as it says', async () => {
    const { id, columns, dateOrder } = await imports.create(file('03/04/2026', '05/06/26'));
    expect([columns[2].days, dateOrder]).toEqual([[null, null], null]);
    for (const dryRun of [true, false]) {
      const refused = await send('POST', `Imports/${id}/Start`, { dryRun });
      expect([refused.status, refused.text]).toEqual([
        409,
        expect.stringContaining('day-first or month-first'),
      ]);
    }
    const mapped = await send('PUT', `Imports/${id}/Mapping`, { dateOrder: 'day-first' });
    expect(mapped.body).toMatchObject({ dateOrder: 'day-first' });
    expect(mapped.body.columns[2].days).toEqual(['2026-04-03', '2026-06-05']);
    expect(mapped.body.columns[0].days).toBeNull();
    expect((await imports.run(id)).result).toMatchObject({ created: 2, leftOut: 0 });
    const person = await find('dayson0');
    expect(person.activeFrom).toBe('2026-04-03');
    expect(person.customFields).toMatchObject([{ fieldId, value: '2026-04-03' }]);
  });

  it('of which others show the order, or with the name of the month, are read without a question', async () => {
    const created = await imports.create(file('03/04/2027', '31/12/2026', '7 Mar 2025', '2025-01-02'));
    expect(created.dateOrder).toBe('day-first');
    expect(created.columns[2].days).toEqual(['2027-04-03', '2026-12-31', '2025-03-07']);
    expect((await imports.run(created.id)).result).toMatchObject({ refused: 0, leftOut: 0 });
    expect((await find('dayson0')).activeFrom).toBe('2027-04-03');
  });

  it('that contradict the order are left out with the reason', async () => {
    const { id } = await imports.create(file('12/31/2026', '31/12/2026', '01/02/2026'));
    expect((await send('POST', `Imports/${id}/Start`, {})).status).toBe(409);
    await send('PUT', `Imports/${id}/Mapping`, { dateOrder: 'month-first' });
    expect((await imports.run(id)).result).toMatchObject({ leftOut: 2 });
    expect((await imports.send('GET', `/${id}/Refusals`)).text).toContain('is no day with the month first');
  });

  it('in columns that are left out ask for nothing', async () => {
    const { id } = await imports.create(file('03/04/2026'));
    await send('PUT', `Imports/${id}/Mapping`, {
      columns: [
        { index: 2, field: null },
        { index: 3, field: null },
      ],
    });
    expect((await imports.run(id)).status).toBe('done');
  });
});
