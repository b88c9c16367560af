// The drop-down lists of existing callers (docs/interface/crm.md#drop-down-lists).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { rebuildEntries } from '../../../shared/directory/writing/rebuild-entries.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { sweepValuesOfDay } from '../communication/sweep-values.ts';

let platform: TestPlatform;
let token: string;

const call = (method: string, path: string, body?: unknown) =>
  platform.call(method, 'crm', `/api/v1/${path}`, { tenant: 'demo', token, body });
const names = async (path: string): Promise<string[]> =>
  (await call('GET', path)).body.map(({ name }: { name: string }) => name);
const people = {
  tags: 'People/GetAllTags/2026-01-15',
  types: 'Settings/Get/PersonTypeListForFilter/0/2026-01-15',
  titles: 'People/getAllPeopleTitleList/2026-01-15',
  departments: 'tenantdepartment/GetAllTenantDepartmentsLite/2026-01-15',
};
const organizations = {
  tags: 'Organization/GetAllTags/2026-01-15',
  types: 'Organization/GetAllOrgTypesFilterOptions/2026-01-15',
  all: 'Organization/GetOrganizationListWithIdForFilters/2026-01-15',
};

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: [
      'crm.people.read',
      'crm.people.write',
      'crm.organizations.read',
      'crm.organizations.write',
      'crm.emails.read',
    ],
  });
});
afterAll(() => platform.stop());

describe('a drop-down list', () => {
  it('has the values of people at once, each once, whatever its case', async () => {
    const person = {
      lastName: 'Valued',
      tags: ['Zebra club', 'Aardvark club'],
      personTypes: ['Honorary'],
      title: 'Wharfinger',
      positions: [{ title: 'Beadle', department: 'Harbors', startDate: '2020-01-01' }],
    };
    await call('POST', 'people', person);
    await call('POST', 'people', { ...person, tags: ['ZEBRA CLUB'], department: 'Docks' });
    const tags = await names(people.tags);
    expect(tags.filter((name) => /club/i.test(name))).toEqual(['Aardvark club', 'Zebra club']);
    expect(await names(people.types)).toContain('Honorary');
    expect(await names(people.titles)).toEqual(expect.arrayContaining(['Beadle', 'Wharfinger']));
    expect(await names(people.departments)).toEqual(expect.arrayContaining(['Docks', 'Harbors']));
  });

  it('gives ids by which people are found', async () => {
    const { body } = await call('GET', people.tags);
    const { id } = body.find(({ name }: { name: string }) => name === 'Zebra club');
    const filterRules = [{ fieldId: 'tags', filterType: 1, selectedValues: [id] }];
    const found = await call('POST', 'People/NewPeoplePagingList/', { filterBody: { filterRules } });
    expect(found.body.totalCount).toBe(2);
  });

  it('has the types and tags of organizations, and the active organizations', async () => {
    const { body } = await call('POST', 'organization', {
      name: 'Drop-down District',
      type: 'Conservancy',
      tags: ['Founding member'],
    });
    expect(body.tags).toEqual(['Founding member']);
    expect(await names(organizations.tags)).toContain('Founding member');
    expect(await names(organizations.types)).toContain('Conservancy');
    const entry = { id: body.id, name: 'Drop-down District' };
    expect((await call('GET', organizations.all)).body).toContainEqual(entry);
    await call('POST', `organization/${body.id}/Deactivate`);
    expect((await call('GET', organizations.all)).body).not.toContainEqual(entry);
  });

  it('has the roles of the tenant', async () => {
    expect(await names('People/GetAllRoles/2026-01-15')).toEqual(
      expect.arrayContaining(['admin', 'member', 'staff']),
    );
  });

  it('keeps a value that many records get at the same time', async () => {
    const saved = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        call('POST', 'people', { lastName: `Rush${index}`, tags: ['Rush hour'] }),
      ),
    );
    expect(saved.map(({ status }) => status)).toEqual(saved.map(() => 201));
    expect((await names(people.tags)).filter((name) => name === 'Rush hour')).toHaveLength(1);
  });
});

describe('a value that nobody has any more', () => {
  it('leaves its list within a day, and comes back with the next record', async () => {
    const { body: person } = await call('POST', 'people', { lastName: 'Fickle', tags: ['Bord'] });
    await call('PATCH', `people/${person.id}`, { tags: ['Board'] });
    expect(await names(people.tags)).toEqual(expect.arrayContaining(['Board', 'Bord']));
    const start = Date.now();
    for (let day = 1; day <= 3; day += 1) {
      await sweepValuesOfDay(platform.store('demo'), start + day * 24 * 3_600_000);
      const tags = await names(people.tags);
      expect([tags.includes('Board'), tags.includes('Bord')]).toEqual([true, day === 2]);
      if (day === 1) await call('PATCH', `people/${person.id}`, { tags: ['Board', 'Bord'] });
      if (day === 2) await call('PATCH', `people/${person.id}`, { tags: ['Board'] });
    }
    expect(await names(people.departments)).toContain('Harbors');
  });

  it('is listed again by the command that rebuilds the lists', async () => {
    const before = await names(people.titles);
    await rebuildEntries(platform.store('demo'), 'people', () => undefined);
    expect(await names(people.titles)).toEqual(before);
  });
});

describe('a person by email address', () => {
  const byEmail = (email: string, tenantCode = 'demo') =>
    call('GET', `GetPersonDetailByEmail/${encodeURIComponent(email)}/${tenantCode}`);

  it('is found by any address in any case', async () => {
    const { body } = await call('POST', 'people', {
      lastName: 'Addressed',
      email: 'main@addressed.example',
      secondaryEmail: 'Second@Addressed.example',
    });
    expect((await byEmail('SECOND@addressed.EXAMPLE')).body).toEqual(body);
    expect((await byEmail('none@addressed.example')).status).toBe(404);
  });

  it('an address of several people is refused with their ids', async () => {
    const both = await Promise.all(
      ['Xerxes', 'Ximena'].map((firstName) =>
        call('POST', 'people', { firstName, lastName: 'Shared', email: 'us@shared.example' }),
      ),
    );
    const { status, body } = await byEmail('us@shared.example');
    expect(status).toBe(409);
    for (const one of both) expect(body.error.message).toContain(one.body.id);
  });

  it('a path that names another tenant is refused', async () => {
    const { status, body } = await byEmail('main@addressed.example', 'other');
    expect([status, body.error.code]).toEqual([403, 'TENANT_MISMATCH']);
  });

  it('whoever does not see addresses finds nobody else', async () => {
    const settings = tenantKey(platform.store('demo'));
    await commit([update(settings, { set: { emailsVisibleTo: 'permission' } })]);
    const blind = await platform.tokenFor({ tenant: 'demo', permissions: ['crm.people.read'] });
    const { status } = await platform.call(
      'GET',
      'crm',
      '/api/v1/GetPersonDetailByEmail/main@addressed.example/demo',
      { tenant: 'demo', token: blind },
    );
    expect(status).toBe(404);
  });
});
