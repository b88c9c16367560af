// The people list of existing callers: filters, orders, pages (docs/interface/lists.md#list-bodies, #filter-rules).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;
let organizationId: string;

const send = (path: string, body: unknown) =>
  platform.call('POST', 'crm', `/api/v1/${path}`, { tenant: 'demo', token, body });
const list = (body: object) =>
  send('People/NewPeoplePagingList/', { itemCount: '1000', pageNumber: '1', ...body });
const rule = (fieldId: string, ...selectedValues: string[]) => ({ fieldId, filterType: 4, selectedValues });
const lastNames = async (filterBody: object, more: object = {}): Promise<string[]> =>
  (await list({ filterBody, ...more })).body.result.map(
    ({ people }: { people: { lastName: string } }) => people.lastName,
  );

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.people.read', 'crm.people.write', 'crm.organizations.write', 'crm.emails.read'],
  });
  organizationId = (await send('organization', { name: 'Filtered' })).body.id;
  for (const person of [
    { lastName: 'Xa', title: 'Clerk', tags: ['Board'], personTypes: ['Member'], organizationId },
    {
      lastName: 'Xb',
      department: 'Finance',
      tags: ['board', 'Guest'],
      email: 'xb@filters.example',
      organizationId,
    },
    {
      lastName: 'Xc',
      title: 'Clerk',
      positions: [{ title: 'Mayor', startDate: '2020-01-01' }],
      organizationId,
    },
  ])
    await send('people', person);
});
afterAll(() => platform.stop());

describe('filter rules', () => {
  const inside = () => rule('currentOrganization', organizationId);

  it('select by organization, position, department, person type and tag, in any case', async () => {
    expect(await lastNames({ filterRules: [inside()] })).toEqual(['Xa', 'Xb', 'Xc']);
    expect(await lastNames({ filterRules: [rule('currentOrganization', 'filtered')] })).toHaveLength(3);
    expect(await lastNames({ filterRules: [inside(), rule('positions', 'clerk')] })).toEqual(['Xa', 'Xc']);
    expect(await lastNames({ filterRules: [rule('positions', 'mayor')] })).toEqual(['Xc']);
    expect(await lastNames({ filterRules: [rule('departments', 'Finance'), inside()] })).toEqual(['Xb']);
    expect(await lastNames({ filterRules: [rule('personaTypeIds', 'Member')] })).toEqual(['Xa']);
    expect(await lastNames({ filterRules: [rule('tags', 'BOARD')] })).toEqual(['Xa', 'Xb']);
  });

  it('by id and by organization find the same people through their index as by comparing all', async () => {
    const { body: left } = await send('people', { lastName: 'Xz', tags: ['Board'], organizationId });
    await send(`people/${left.id}/Deactivate`, undefined);
    const byName = rule('currentOrganization', 'filtered');
    const isActive = { allPeoplePermission: { viewDeactivatedPeople: false } };
    const cases: readonly [object[], object, object][] = [
      [[], {}, {}],
      [[], isActive, {}],
      [[], {}, { sortDirection: 'desc', itemCount: 2, pageNumber: 2 }],
      [[], {}, { sortBy: 'updated', sortDirection: 'desc' }],
      [[rule('status', 'Deactivated')], {}, {}],
      [[rule('tags', 'board')], isActive, {}],
    ];
    for (const [rules, more, order] of cases) {
      const compared = await lastNames({ filterRules: [byName, ...rules], ...more }, order);
      const indexed = await lastNames({ filterRules: [inside(), ...rules], ...more }, order);
      expect(indexed).toEqual(compared);
      expect(indexed).not.toEqual([]);
    }
    const byId = rule('peopleids', left.id.toUpperCase(), organizationId, 'no id');
    expect(await lastNames({ filterRules: [byId] })).toEqual(['Xz']);
    expect(await lastNames({ filterRules: [byId, inside()], ...isActive })).toEqual([]);
    await send(`people/${left.id}/Reactivate`, undefined);
    await platform.call('PATCH', 'crm', `/api/v1/people/${left.id}`, {
      tenant: 'demo',
      token,
      body: { organizationId: null },
    });
    expect(await lastNames({ filterRules: [inside()] })).toEqual(['Xa', 'Xb', 'Xc']);
  });

  it('of one field match with any value, of several fields with all; one without values has no effect', async () => {
    expect(await lastNames({ filterRules: [inside(), rule('tags', 'guest', 'none')] })).toEqual(['Xb']);
    expect(
      await lastNames({ filterRules: [inside(), rule('tags', 'board'), rule('positions', 'clerk')] }),
    ).toEqual(['Xa']);
    expect(
      await lastNames({ filterRules: [inside(), { fieldId: 'tags', filterType: 1, selectedValues: '' }] }),
    ).toEqual(['Xa', 'Xb', 'Xc']);
  });

  it('by the months in positions select by ranges, overlapping positions counted once', async () => {
    const year = new Date().getFullYear();
    const from = (years: number): string => `${year - years}-01-01`;
    for (const [lastName, positions] of [
      ['Ma', [{ title: 'A', startDate: from(3), endDate: `${year - 3}-12-31` }]],
      [
        'Mb',
        [
          { title: 'A', startDate: from(5), endDate: `${year - 3}-12-31` },
          { title: 'B', startDate: from(4), endDate: `${year - 3}-12-31` },
        ],
      ],
      ['Mc', [{ title: 'A', startDate: from(10) }]],
      ['Md', [{ title: 'A' }]],
    ] as const)
      await send('people', { lastName, positions, tags: ['Months'] });
    const months = (...values: string[]) =>
      lastNames({ filterRules: [rule('tags', 'months'), rule('totalTimeWorked', ...values)] });
    expect(await months('11-12')).toEqual(['Ma']);
    expect(await months('35-36')).toEqual(['Mb']);
    expect(await months('36-')).toEqual(expect.arrayContaining(['Mc']));
    expect(await months('-1')).toEqual(['Md']);
    expect(await months('0')).toEqual(['Md']);
    expect(await months('-1', '100-')).toEqual(['Mc', 'Md']);
    const { status, body } = await list({
      filterBody: { filterRules: [rule('totalTimeWorked', 'long')] },
    });
    expect(status).toBe(400);
    expect(body.error.details[0].message).toContain('"long" is no range of months, such as 12-36');
  });

  it('by an unknown field are refused with the valid ones', async () => {
    const { status, body } = await list({ filterBody: { filterRules: [rule('shoeSize', '40')] } });
    expect(status).toBe(400);
    expect(body.error.message).toContain('positions');
  });

  it('follow a change at once, and the status', async () => {
    const { body } = await send('people', { lastName: 'Xd', tags: ['Fleeting'] });
    expect(await lastNames({ filterRules: [rule('tags', 'fleeting')] })).toEqual(['Xd']);
    await send(`people/${body.id}/Deactivate`, undefined);
    expect(await lastNames({ filterRules: [rule('tags', 'fleeting'), rule('status', 'Active')] })).toEqual(
      [],
    );
    expect(
      await lastNames({
        filterRules: [rule('tags', 'fleeting')],
        allPeoplePermission: { viewDeactivatedPeople: false },
      }),
    ).toEqual([]);
    expect(await lastNames({ filterRules: [rule('status', 'Deactivated')] })).toEqual(['Xd']);
  });
});

describe('the list', () => {
  it('is searched by name and by address, together with filters', async () => {
    expect(await lastNames({ searchText: 'filtered xa' })).toEqual(['Xa']);
    expect(await lastNames({ searchEmailText: 'xb@fil' })).toEqual(['Xb']);
    expect(await lastNames({ search: [{ searchText: 'filtered', searchType: 'searchText' }] })).toHaveLength(
      3,
    );
    expect(await lastNames({ searchText: 'filtered', filterRules: [rule('tags', 'guest')] })).toEqual(['Xb']);
  });

  it('is searched by the last digits of a number, also as a search of a kind', async () => {
    await send('people', { lastName: 'Xe', phone: '(301) 555-4826', organizationId });
    expect(await lastNames({ searchContactText: '555-4826' })).toEqual(['Xe']);
    expect(await lastNames({ searchText: '+1 301 555 4826' })).toEqual(['Xe']);
    expect(await lastNames({ searchText: 'filtered', searchContactText: '4826' })).toEqual(['Xe']);
    expect(await lastNames({ searchText: 'nobody', searchContactText: '4826' })).toEqual([]);
    const search = [{ searchText: '4826', searchType: 'searchContactText' }];
    expect(await lastNames({ search, searchContactText: '4826' })).toEqual(['Xe']);
  });

  it('refuses what it does not understand, which would select everybody', async () => {
    const view = (filterBody: object) => ({
      list: 'people',
      name: 'Unknown',
      request: { filterBody },
      columns: ['name'],
    });
    for (const [filterBody, target] of [
      [{ searchTextt: 'xa' }, 'filterBody'],
      [
        { filterRules: [{ ...rule('tags', 'Board'), filterType: 999 }] },
        'filterBody.filterRules[0].filterType',
      ],
      [{ search: [{ searchText: 'xa', searchType: 'searchNameText' }] }, 'filterBody.search[0].searchType'],
    ] as const) {
      const reply = await list({ filterBody });
      expect([reply.status, reply.body.error?.details?.[0]?.field]).toEqual([400, target]);
      const stored = await send('Views', view(filterBody));
      expect([stored.status, stored.body.error?.details?.[0]?.field]).toEqual([400, `request.${target}`]);
    }
    const reply = await send('people/PeoplePagingList', { filter: { searchTextt: 'xa' } });
    expect([reply.status, reply.body.error?.details?.[0]?.field]).toEqual([400, 'filter']);
  });

  it('takes the page that existing callers repeat among the filters', async () => {
    expect(await lastNames({ searchText: 'filtered xa', pageNumber: '1', pageSize: '' })).toEqual(['Xa']);
  });

  it('has pages of every order, each entry once', async () => {
    for (const sortBy of ['lastname', 'organization', 'updated'])
      for (const sortDirection of ['asc', 'desc']) {
        const all = await lastNames({}, { sortBy, sortDirection });
        const paged: string[] = [];
        for (let pageNumber = 1; pageNumber <= 4; pageNumber += 1)
          paged.push(...(await lastNames({}, { sortBy, sortDirection, itemCount: 10, pageNumber })));
        expect(paged).toEqual(all);
      }
    expect(await lastNames({}, { sortDirection: 'desc' })).toEqual((await lastNames({})).toReversed());
  });

  it('shows a person as existing callers read one', async () => {
    const { body } = await list({ filterBody: { filterRules: [rule('positions', 'Mayor')] } });
    expect(body).toMatchObject({
      itemCount: 1,
      totalCount: 1,
      result: [
        {
          people: {
            fullName: 'Xc',
            status: 'Active',
            organization: { name: 'Filtered' },
            peoplePosition: [{ organizationId, positionName: 'Clerk' }, { positionName: 'Mayor' }],
            tags: [],
          },
        },
      ],
    });
    expect(body.result[0].people.totalTimeWorked).toBeGreaterThan(70);
  });
});
