// Election terms and regions of memberships, and the terms of people in lists
// (docs/interface/crm.md#election-terms-and-regions).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;
let director: string;
let ada: string;
let ben: string;

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  platform.call(method, 'crm', `/api/v1${path}`, { tenant: 'demo', token, body, headers });
const create = async (path: string, body: object): Promise<string> => {
  const reply = await send('POST', path, body);
  expect(reply.status, reply.text).toBe(201);
  return reply.body.id;
};
const createCommittee = (name: string, more: object = {}) =>
  create('/committee/createcommittee', { name, ...more });
const save = (committeeId: string, personId: string, more: object = {}) =>
  send('POST', '/committee/savecommitteemember', { committeeId, personId, positionId: director, ...more });
const listPeople = async (filterBody: object) =>
  (
    await send('POST', '/People/NewPeoplePagingList', { pageNumber: 1, itemCount: 50, filterBody })
  ).body.result.map(({ people }: { people: unknown }) => people);

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.committees.read', 'crm.committees.write', 'crm.people.read', 'crm.people.write'],
  });
  director = await create('/CommitteePositions', { name: 'Director', rank: 5, isExclusive: true });
  ada = await create('/people', { firstName: 'Ada', lastName: 'Elected' });
  ben = await create('/people', { firstName: 'Ben', lastName: 'Elected' });
});
afterAll(() => platform.stop());

describe.each([
  {
    base: '/electionterm',
    choices: '/electionterm/GetAllElectionTermForFilter/2026-01-15',
    content: { startDate: '2030-01-01', endDate: '2031-12-31' },
  },
  { base: '/TenantRegion', choices: '/TenantRegion/GetAllTenantRegionForFilter/2026-01-15', content: {} },
  {
    base: '/CommitteePositions',
    choices: '/Organization/GetAllOrganizationPositionsLite/2026-01-15',
    content: {},
  },
])('$base', ({ base, choices, content }) => {
  const listChoices = async () => {
    const { body } = await send('GET', choices);
    return body.map(({ name }: { readonly name: string }) => name);
  };

  it('has unique names, is changed on the condition of a version, and is chosen from while active', async () => {
    const id = await create(base, { name: 'Alpha', ...content });
    expect((await send('POST', base, { name: 'ALPHA', ...content })).status).toBe(409);
    const read = await send('GET', `${base}/${id}`);
    expect(read.body).toMatchObject({ name: 'Alpha', ...content, isActive: true });
    expect(await listChoices()).toContain('Alpha');
    const tag = { 'If-Match': read.headers.get('etag') ?? '' };
    const change = { name: 'Beta', ...content, isActive: false };
    expect((await send('PUT', `${base}/${id}`, change, tag)).body).toMatchObject(change);
    expect((await send('PUT', `${base}/${id}`, change, tag)).status).toBe(412);
    expect(await listChoices()).not.toContain('Beta');
    const { data } = (await send('GET', base)).body;
    expect(data.map(({ name }: { readonly name: string }) => name)).toContain('Beta');
    await create(base, { name: 'Alpha', ...content });
  });

  it('of two with the same name at once, one is created', async () => {
    const body = { name: 'At once', ...content };
    const replies = await Promise.all([send('POST', base, body), send('POST', base, body)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});

it('a membership has the dates of its election term, and stays within it', async () => {
  const committeeId = await createCommittee('Board of Terms');
  const electionTermId = await create('/electionterm', {
    name: 'Term A',
    startDate: '2026-01-01',
    endDate: '2027-12-31',
  });
  const { body } = await save(committeeId, ada, { electionTermId });
  expect(body).toMatchObject({ electionTermName: 'Term A', startDate: '2026-01-01', endDate: '2027-12-31' });
  const path = `/committee/${committeeId}/members/${body.id}`;
  for (const change of [{ endDate: '2028-01-01' }, { endDate: null }, { startDate: '2025-12-31' }]) {
    const refused = await send('PATCH', path, change);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('the election term Term A is from 2026-01-01 to 2027-12-31');
  }
  expect((await send('PATCH', path, { endDate: '2026-12-31' })).body.endDate).toBe('2026-12-31');
  expect((await send('PATCH', path, { electionTermId: null, endDate: null })).body).toMatchObject({
    electionTermId: null,
    endDate: null,
  });
});

it('an exclusive position has one holder for each region', async () => {
  const committeeId = await createCommittee('Regional Board');
  const [east, west] = [
    await create('/TenantRegion', { name: 'East' }),
    await create('/TenantRegion', { name: 'West' }),
  ];
  expect((await save(committeeId, ada, { regionId: east })).body.regionName).toBe('East');
  expect((await save(committeeId, ben, { regionId: west })).status).toBe(201);
  expect((await save(committeeId, ben, { regionId: east })).status).toBe(409);
  const { body } = await save(committeeId, ben);
  expect(body.error.code).toBe('CONFLICT');
});

it('an unknown or inactive election term or region is refused, all at once', async () => {
  const committeeId = await createCommittee('Strict Board');
  const regionId = await create('/TenantRegion', { name: 'Former Region', isActive: false });
  const electionTermId = 'c0000000-0000-4000-8000-000000000000';
  const { status, text } = await save(committeeId, ada, { electionTermId, regionId });
  expect(status).toBe(400);
  expect(text).toContain('There is no election term');
  expect(text).toContain('Former Region is inactive');
});

it('a position of some types of committee is refused in others', async () => {
  const positionId = await create('/CommitteePositions', { name: 'Judge', committeeTypes: ['Jury'] });
  const jury = await createCommittee('Award Jury', { committeeType: 'jury' });
  const other = await createCommittee('Standing Board', { committeeType: 'Standing' });
  expect((await save(jury, ada, { positionId })).status).toBe(201);
  expect((await send('POST', `/committee/${other}/Vacancies`, { positionId })).status).toBe(400);
  const refused = await save(other, ada, { positionId });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(
    'Judge is for committees of the type Jury, and Standing Board is of the type Standing',
  );
});

it('a person in a list has the terms of today with their names, and is found by the position', async () => {
  const committeeId = await createCommittee('Listed Board');
  const personId = await create('/people', { firstName: 'Lia', lastName: 'Listed' });
  const positionId = await create('/CommitteePositions', { name: 'Listed Director' });
  const regionId = await create('/TenantRegion', { name: 'Lakes' });
  const electionTermId = await create('/electionterm', {
    name: 'Long term',
    startDate: '2020-01-01',
    endDate: '2099-12-31',
  });
  await save(committeeId, personId, { positionId, startDate: '2001-01-01', endDate: '2001-12-31' });
  const { body } = await save(committeeId, personId, { positionId, regionId, electionTermId });
  const find = async (value: string) =>
    listPeople({ filterRules: [{ fieldId: 'positions', filterType: 4, selectedValues: [value] }] });
  const term = {
    electionTermName: 'Long term',
    regionName: 'Lakes',
    position: { organizationName: 'Listed Board', positionName: 'Listed Director' },
  };
  for (const value of [positionId, 'Listed Director'])
    expect(await find(value)).toMatchObject([
      {
        id: personId,
        terms: [term],
        peoplePosition: [{ organizationId: null, ...term.position }],
      },
    ]);
  // Whoever replaces the person says nothing of its terms.
  await send('PUT', `/people/${personId}`, { firstName: 'Lia', lastName: 'Changed' });
  expect(await find(positionId)).toMatchObject([{ lastName: 'Changed', terms: [term] }]);
  await send('POST', `/committee/${committeeId}/members/${body.id}/End`, { endDate: '2021-12-31' });
  expect(await find(positionId)).toMatchObject([{ terms: [], peoplePosition: [] }]);
  for (const { id } of (await send('GET', `/people/${personId}/Committees`)).body.memberships)
    await send('POST', `/committee/${committeeId}/members/${id}/Void`, { reason: 'Never.' });
  expect(await find(positionId)).toEqual([]);
});

it('terms that are saved for a person at once, in several committees, all stay', async () => {
  const personId = await create('/people', { lastName: 'Everywhere' });
  const committees = await Promise.all([1, 2, 3, 4, 5].map((each) => createCommittee(`At once ${each}`)));
  const replies = await Promise.all(committees.map((committeeId) => save(committeeId, personId)));
  expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(201));
  const [person] = await listPeople({ searchText: 'everywhere' });
  expect(person.terms).toHaveLength(5);
});
