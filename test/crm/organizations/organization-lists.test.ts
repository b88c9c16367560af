// Organizations as existing callers list them (docs/interface/crm.md#organizations-in-lists).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commit, remove, update } from '../../../shared/data/changes.ts';
import { rebuildEntries } from '../../../shared/directory/writing/rebuild-entries.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;
const ids: Record<string, string> = {};
let fieldId: string;

const call = (method: string, path: string, body?: unknown) =>
  platform.call(method, 'crm', `/api/v1/${path}`, { tenant: 'demo', token, body });
const list = (body: object = {}) =>
  call('POST', 'OrganizationPagingListWithCF/demo/', { itemCount: '1000', pageNumber: '1', ...body });
const rule = (id: string, ...selectedValues: string[]) => ({ fieldId: id, filterType: 4, selectedValues });
const names = async (filterBody: object, more: object = {}): Promise<string[]> =>
  (await list({ filterBody, ...more })).body.result.map(({ name }: { name: string }) => name);
const find = async (name: string) =>
  (await list({ filterBody: { searchText: name } })).body.result.find(
    (entry: { name: string }) => entry.name === name,
  );
const enter = async (lastName: string, organizationId: string | null) =>
  (await call('POST', 'people', { lastName, organizationId })).body;

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: [
      'crm.people.read',
      'crm.people.write',
      'crm.organizations.read',
      'crm.organizations.write',
      'crm.settings.write',
    ],
  });
  const field = { name: 'Watershed', controlTypeId: 3, tabGroup: 'Water' };
  fieldId = (await call('POST', 'Settings/CustomFields/organizations', field)).body.id;
  for (const organization of [
    {
      name: 'Qa Quay',
      type: 'Harbor',
      tags: ['Coast', 'Old'],
      email: 'office@quay.example',
      phone: '1',
      addresses: [{ city: 'Quayton', state: 'MD', street: '1 Pier', phone: '2' }],
      links: [{ url: 'https://www.linkedin.com/company/quay' }, { url: 'https://quay.example/news' }],
      customFields: [{ fieldId, value: 'Severn' }],
    },
    { name: 'Qb Quarry', type: 'Mine', tags: ['old'], addresses: [{ city: 'Quayton', state: 'VA' }] },
    { name: 'Qc Quilt', type: 'harbor', customFields: [{ fieldId, value: 'Potomac' }] },
  ])
    ids[organization.name] = (await call('POST', 'organization', organization)).body.id;
  await call('POST', `organization/${ids['Qc Quilt']}/Deactivate`);
});
afterAll(() => platform.stop());

describe('filter rules', () => {
  it('select by type, location, status and tag, in any case', async () => {
    expect(await names({ filterRules: [rule('organizationType', 'Harbor')] })).toEqual([
      'Qa Quay',
      'Qc Quilt',
    ]);
    expect(await names({ filterRules: [rule('locations', 'quayton')] })).toEqual(['Qa Quay', 'Qb Quarry']);
    expect(await names({ filterRules: [rule('locations', 'Quayton, VA')] })).toEqual(['Qb Quarry']);
    expect(await names({ filterRules: [rule('tags', 'OLD'), rule('organizationType', 'mine')] })).toEqual([
      'Qb Quarry',
    ]);
    expect(await names({ filterRules: [rule('status', 'Inactive')] })).toContain('Qc Quilt');
  });

  it('select by a custom field, and an unknown one is refused', async () => {
    expect(await names({ filterRules: [rule(fieldId, 'severn')] })).toEqual(['Qa Quay']);
    const unknown = rule('00000000-0000-4000-8000-000000000000', 'x');
    const { status, body } = await list({ filterBody: { filterRules: [unknown] } });
    expect([status, body.error.details[0].field]).toEqual([400, 'filterBody.filterRules[0].fieldId']);
    const counted = await call('POST', 'PublicFilteredRecordCount/demo', { filterRules: [unknown] });
    expect([counted.status, counted.body.error.details[0].field]).toEqual([400, 'filterRules[0].fieldId']);
  });

  it('leave out past organizations, and those that did not exist yet', async () => {
    const filterRules = [rule('organizationType', 'Harbor')];
    expect(await names({ filterRules, IsShowPastOrg: 'false' })).toEqual(['Qa Quay']);
    expect(await names({ filterRules, selectedDate: '2020-01-01' })).toEqual([]);
    expect(await names({ filterRules, selectedDate: '2999-01-01' })).toHaveLength(2);
  });

  it('apply to what a search finds', async () => {
    expect(await names({ searchText: 'quayton', filterRules: [rule('tags', 'coast')] })).toEqual(['Qa Quay']);
    expect(await names({ search: [{ searchText: 'quarry', searchType: 'searchText' }] })).toEqual([
      'Qb Quarry',
    ]);
  });
});

describe('the list', () => {
  it('has pages of every order, each entry once, and the count is the total', async () => {
    for (const sortBy of ['name', 'organizationType', 'createdOn', 'modifiedOn'])
      for (const sortDirection of ['asc', 'desc']) {
        const all = await names({}, { sortBy, sortDirection });
        const paged: string[] = [];
        for (let pageNumber = 1; pageNumber <= Math.ceil(all.length / 3); pageNumber += 1)
          paged.push(...(await names({}, { sortBy, sortDirection, itemCount: 3, pageNumber })));
        expect(paged).toEqual(all);
      }
    for (const filter of [{}, { filterRules: [rule('tags', 'old')] }, { searchText: 'quayton' }]) {
      const { totalCount } = (await list({ filterBody: filter })).body;
      const count = await call('POST', 'PublicFilteredRecordCount/demo', { ...filter, pageNumber: '' });
      expect(count.body).toBe(totalCount);
    }
  });

  it('shows an organization as existing callers read one', async () => {
    expect(await find('Qa Quay')).toMatchObject({
      status: 'Active',
      totalMembers: 0,
      locations: [{ fieldName: 'Quayton, MD' }],
      phoneNumbers: [{ value: '1' }, { value: '2' }],
      primaryEmail: 'office@quay.example',
      organizationType: 'Harbor',
      organizationTags: [{ tagName: 'Coast' }, { tagName: 'Old' }],
      customFields: [{ fieldId, fieldName: 'Watershed', fieldValue: 'Severn' }],
    });
  });

  it('its filters and columns name what it accepts', async () => {
    const { body: filters } = await call('GET', 'PublicFilterConfiguration/demo/organizationlist');
    expect(filters.map((filter: { fieldId: string }) => filter.fieldId)).toEqual(
      expect.arrayContaining(['organizationType', 'locations', 'status', 'tags', fieldId]),
    );
    for (const { fieldId: id, serviceUrl } of filters.slice(0, 4)) {
      const { body: choices } = await call('GET', serviceUrl.replace('{tenantCode}', 'demo'));
      const found = await list({ filterBody: { filterRules: [rule(id, choices[0].id)] } });
      expect(found.body.totalCount, id).toBeGreaterThan(0);
    }
    const { body: columns } = await call('GET', 'OrganizationColumnListWithCF/demo');
    expect(columns).toContainEqual(expect.objectContaining({ fieldId, fieldType: 'customField' }));
    expect((await call('GET', 'OrganizationColumnList/demo')).body).toEqual(
      columns.filter(({ fieldType }: { fieldType: string }) => fieldType === 'field'),
    );
  });

  it('a path that names another tenant is refused', async () => {
    expect((await call('POST', 'OrganizationPagingListWithCF/other', {})).body.error.code).toBe(
      'TENANT_MISMATCH',
    );
  });
});

it('the page about an organization has its contacts, social pages and custom fields', async () => {
  expect((await call('GET', `GetOrganizationBasicDetails/${ids['Qa Quay']}`)).body).toMatchObject({
    phoneNumber: '1',
    contactDetails: [{ phoneNumber: '1' }, { phoneNumber: '2' }],
    physicalAddress: { address: '1 Pier', city: 'Quayton' },
    websiteContacts: [{ url: 'https://quay.example/news' }],
    socialPages: [{ platform: 'LinkedIn', url: 'https://www.linkedin.com/company/quay' }],
    customFields: [{ fieldName: 'Watershed', fieldValue: 'Severn', groupName: 'Water' }],
  });
});

describe('members', () => {
  const members = async (name: string) => {
    const { totalMembers, activeMembers } = await find(name);
    return [totalMembers, activeMembers];
  };

  it('are counted once, in the main organization, and follow every change', async () => {
    const quay = ids['Qa Quay'] ?? '';
    const saved = await Promise.all(Array.from({ length: 8 }, (_, index) => enter(`Qp${index}`, quay)));
    const [first, second] = saved;
    expect(await members('Qa Quay')).toEqual([8, 8]);
    await call('POST', `people/${first.id}/Deactivate`);
    await call('PATCH', `people/${second.id}`, { organizationId: ids['Qb Quarry'] });
    expect([await members('Qa Quay'), await members('Qb Quarry')]).toEqual([
      [7, 6],
      [1, 1],
    ]);
    await call('PATCH', `people/${second.id}`, { phone: '3' });
    await call('POST', `people/${first.id}/Reactivate`);
    expect(await members('Qa Quay')).toEqual([7, 7]);
    const merged = await call('POST', `people/${first.id}/Merge`, { personId: second.id });
    expect(merged.status).toBeLessThan(300);
    expect([await members('Qa Quay'), await members('Qb Quarry')]).toEqual([
      [7, 7],
      [0, 0],
    ]);
  });

  it('are active by their dates, without a write', async () => {
    const { id } = (await call('POST', 'organization', { name: 'Qd Dated' })).body;
    for (const dates of [
      { activeFrom: '2999-01-01' },
      { activeTo: '2001-12-31' },
      { activeFrom: '2001-01-01', activeTo: '2999-12-31' },
    ])
      await call('POST', 'people', { lastName: 'Qd', organizationId: id, ...dates });
    expect(await members('Qd Dated')).toEqual([3, 1]);
    await rebuildEntries(platform.store('demo'), 'organizations', () => undefined);
    expect(await members('Qd Dated')).toEqual([3, 1]);
  });

  it('of an inactive organization are not active', async () => {
    await enter('Qz', ids['Qc Quilt'] ?? '');
    expect(await members('Qc Quilt')).toEqual([1, 0]);
  });

  it('of the organizations below are summed up in the tree', async () => {
    const { id } = (await call('POST', 'organization', { name: 'Qt Top' })).body;
    await call('PATCH', `organization/${ids['Qb Quarry']}`, { parentId: id });
    await enter('Qt', ids['Qb Quarry'] ?? '');
    expect((await call('GET', `organization/${id}/Tree`)).body.data).toMatchObject([
      { people: 0, peopleInTree: 1, activePeople: 0, activePeopleInTree: 1 },
      { people: 1, peopleInTree: 1, activePeople: 1, activePeopleInTree: 1 },
    ]);
  });

  it('are counted again by the command that rebuilds the lists', async () => {
    const tenant = platform.store('demo');
    const before = await members('Qa Quay');
    const count = tenant.key<object>(`ORG#${ids['Qa Quay']}`, 'PEOPLE');
    for (const damage of [remove(count), update(count, { add: { total: 5 } })]) {
      await commit([damage]);
      expect(await members('Qa Quay')).not.toEqual(before);
      await rebuildEntries(tenant, 'people', () => undefined);
      await rebuildEntries(tenant, 'organizations', () => undefined);
      expect(await members('Qa Quay')).toEqual(before);
    }
  });
});
