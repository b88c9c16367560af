// Files that name an erased person, and those that do not (docs/interface/crm.md#erasure).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runExport } from '../../../functions/crm/exports/run-export.ts';
import { handler as sweepExports } from '../../../functions/crm/jobs/sweep-exports/handler.ts';
import { handler as sweepErasures } from '../../../functions/crm/jobs/sweep-people-erasures/handler.ts';
import { permissionNames } from '../../../shared/auth/permissions/permissions.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { createImports, type Imports } from '../imports/import-over-http.ts';
import { scanTenant } from './person-everywhere.ts';

let platform: TestPlatform;
let imports: Imports;
let token: string;
beforeAll(async () => {
  platform = await startPlatform();
  imports = await createImports(platform);
  const permissions = permissionNames.filter((name) => name !== 'platform.admin');
  token = await platform.tokenFor({ tenant: 'demo', permissions });
});
afterAll(() => platform.stop());

const send = (method: string, path: string, body?: unknown) =>
  platform.call(method, 'crm', `/api/v1${path}`, { tenant: 'demo', token, body });
const grantCredits = (personId: string) =>
  platform.call('POST', 'training', '/api/v1/Credits', {
    tenant: 'demo',
    token,
    body: { personId, creditTypeId: platform.demo.values.creditTypeId, credits: 1 },
  });
const requestReport = (personId: string, format: string) =>
  platform.call('POST', 'training', '/api/v1/Reports', {
    tenant: 'demo',
    token,
    body: { report: 'CreditsByPerson', format, parameters: { personIds: [personId] } },
  });
const eraseWholly = async (id: string) => {
  expect((await send('POST', `/people/${id}/Erase`)).status).toBe(200);
  await sweepErasures(undefined, undefined, new Date(Date.now() + 61_000));
  const { body } = await send('GET', `/people/${id}/Erasure`);
  expect(body.status).toBe('Done');
  return body;
};
const requestExport = async (format: string, columns: readonly string[], filterBody = {}) =>
  (await send('POST', '/Exports', { list: 'people', format, columns, filterBody })).body.id;
const getExport = async (id: string) => (await send('GET', `/Exports/${id}`)).body;
const createPerson = async (firstName: string, lastName: string, email: string) =>
  (await send('POST', '/people', { firstName, lastName, email })).body.id;

describe('an erasure', () => {
  it('removes imports and reports that name the person, and leaves those of others', async () => {
    const own = await imports.create('First Name,Last Name\nOrla,Quillfeather\n');
    await imports.run(own.id);
    const other = await imports.create('First Name,Last Name\nPim,Othersson\n');
    await imports.run(other.id);
    const [{ id }] = (await send('POST', '/people/SearchPeopleList/Quillfeather')).body.data;
    const [{ id: otherId }] = (await send('POST', '/people/SearchPeopleList/Othersson')).body.data;
    await grantCredits(id);
    await grantCredits(otherId);
    const [report, otherReport] = [await requestReport(id, 'csv'), await requestReport(otherId, 'csv')];
    expect((await fetch(report.body.reportLink)).status).toBe(200);

    await eraseWholly(id);
    expect((await fetch(report.body.reportLink)).status).toBe(404);
    expect((await fetch(otherReport.body.reportLink)).status).toBe(200);
    const left = await scanTenant();
    expect(left.some(({ pk }) => pk.endsWith(own.id))).toBe(false);
    expect(left.some(({ pk }) => pk.endsWith(other.id))).toBe(true);
  });

  it('removes exports that name the person in any format, says so in them, and leaves the others', async () => {
    const id = await createPerson('Ilka', 'Aafeathers', 'ilka@aafeathers.example');
    await createPerson('Ilka', 'Other', 'ilka@other.example');
    const spread = ['lastName', 'city', 'firstName'];
    const named = await Promise.all([
      ...['csv', 'xlsx', 'jsonl'].map((format) => requestExport(format, spread)),
      requestExport('xlsx', ['email']),
      requestExport('csv', ['city'], { searchEmailText: 'ilka@aafeathers.example' }),
    ]);
    const others = await Promise.all([
      ...['csv', 'xlsx', 'jsonl'].map((format) => requestExport(format, spread, { searchText: 'Other' })),
      requestExport('csv', ['firstName']),
    ]);
    await sweepExports();
    const links = new Map<string, string>();
    for (const each of [...named, ...others]) {
      const { status, files } = await getExport(each);
      expect(status).toBe('success');
      links.set(each, files[0].link);
    }
    const { erased } = await eraseWholly(id);
    for (const each of named) {
      expect((await fetch(links.get(each) ?? '')).status).toBe(404);
      const { status, files, reason } = await getExport(each);
      expect({ status, files }).toEqual({ status: 'failed', files: [] });
      expect(reason).toMatch(/a person in them was erased/);
    }
    for (const each of others) {
      expect((await fetch(links.get(each) ?? '')).status).toBe(200);
      expect((await getExport(each)).status).toBe('success');
    }
    expect(erased).toContainEqual(expect.objectContaining({ type: 'export', removed: named.length }));
    expect(erased).toContainEqual(expect.objectContaining({ type: 'file', removed: named.length }));
    const left = JSON.stringify(await scanTenant());
    expect(left).not.toContain('ilka@aafeathers.example');
  });

  it('ends an export that is under way when one of its files names the person', async () => {
    const id = await createPerson('Ilka', 'Aaquills', 'ilka@aaquills.example');
    for (const part of [1, 2, 3])
      await send('POST', '/Batches/People', {
        operation: 'create',
        rows: Array.from({ length: 90 }, (_, row) => ({ firstName: `P${part}-${row}`, lastName: 'Many' })),
      });
    const made = await requestExport('csv', ['lastName', 'firstName']);
    // Without time for more, it ends after one page.
    const isInTime = () => false;
    await runExport(platform.store('demo'), made, { now: () => new Date(), newId: randomUUID, isInTime });
    const { status, progress } = await getExport(made);
    expect(status).toBe('inprogress');
    expect(progress.rows).toBeGreaterThan(0);
    await eraseWholly(id);
    await sweepExports(undefined, undefined, () => new Date(Date.now() + 3600_000));
    expect(await getExport(made)).toMatchObject({ status: 'failed', files: [] });
    const left = await scanTenant();
    expect(left.some(({ exportId }) => exportId === made)).toBe(false);
  });
});
