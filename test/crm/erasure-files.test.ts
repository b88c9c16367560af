// Files that name an erased person, and those that do not (docs/interface/crm.md#erasure).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as sweepErasures } from '../../functions/crm/jobs/sweep-people-erasures/handler.ts';
import { permissionNames } from '../../shared/auth/permissions.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { createImports, type Imports } from './import-over-http.ts';
import { scanTenant } from './person-everywhere.ts';

let platform: TestPlatform;
let imports: Imports;
let token: string;
beforeAll(async () => {
  platform = await startPlatform();
  imports = await createImports(platform);
  const permissions = permissionNames.filter((name) => name !== 'platform.admin');
  token = await platform.tokenFor({ tenant: 'demo', permissions });
}, 60_000);
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

    expect((await send('POST', `/people/${id}/Erase`)).status).toBe(200);
    await sweepErasures(undefined, undefined, new Date(Date.now() + 61_000));
    expect((await send('GET', `/people/${id}/Erasure`)).body.status).toBe('Done');
    expect((await fetch(report.body.reportLink)).status).toBe(404);
    expect((await fetch(otherReport.body.reportLink)).status).toBe(200);
    const left = await scanTenant(platform);
    expect(left.some(({ pk }) => pk.endsWith(own.id))).toBe(false);
    expect(left.some(({ pk }) => pk.endsWith(other.id))).toBe(true);
  });
});
