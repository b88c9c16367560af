// An official with offices, committees and staff (docs/interface/crm.md#officials-and-their-staff).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as moveReferences } from '../../../functions/crm/jobs/merge-records/handler.ts';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { STAFF_TYPE_ID } from '../../../shared/directory/officials/political-relationship.ts';
import { committees, memberships, people } from '../../../shared/directory/writing/collection.ts';
import { upsert } from '../../../shared/directory/writing/upsert.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;
const now = new Date();

const send = (method: string, path: string, body?: unknown, as = token) =>
  platform.call(method, 'crm', `/api/v1/${path}`, { tenant: 'demo', token: as, body });
const create = async (lastName: string, more: object = {}): Promise<string> =>
  (await send('POST', 'people', { lastName, ...more })).body.id;
const view = async (id: string, as = token) =>
  (await send('GET', `advocacy/officials/${id}`, undefined, as)).body;
const saveStaff = (personId: string, officialId: string, more: object = {}) =>
  send('POST', 'advocacy/SavePeopleRelationship', { personId, officialId, typeId: STAFF_TYPE_ID, ...more });
const namesOf = (staff: readonly { readonly name: string }[]) => staff.map(({ name }) => name);

/** A senator of Oregon, as an import writes one. */
async function createOfficial(lastName: string): Promise<string> {
  const id = randomUUID();
  const office = { kind: 'legislature' as const, state: 'OR', district: '12' };
  const content = {
    lastName,
    party: 'Democrat',
    offices: [
      { id: randomUUID(), role: 'lower', ...office, startDate: '2015-01-12', endDate: '2019-01-13' },
      { id: randomUUID(), role: 'upper', ...office, startDate: '2019-01-14' },
    ],
    addresses: [
      { id: randomUUID(), type: 'Primary', label: 'capitol', street: '900 Court St', phone: '503-555-0100' },
      { id: randomUUID(), type: 'Secondary', label: 'district', city: 'Salem', phone: '503-555-0111' },
    ],
  };
  await upsert(platform.store('demo'), people, [{ id, content }], { now });
  return id;
}

const merge = async (id: string, personId: string): Promise<void> => {
  expect((await send('POST', `people/${id}/Merge`, { personId })).status).toBe(200);
  const Keys = { pk: { S: `T#demo#PERSON#${personId}` }, sk: { S: 'MERGE' } };
  await moveReferences({
    Records: [{ eventName: 'MODIFY', dynamodb: { Keys, NewImage: { type: { S: 'person-merge' } } } }],
  });
};

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: [
      ...(['crm.people.read', 'crm.people.write', 'crm.people.erase', 'crm.emails.read'] as const),
      ...(['crm.advocacy.read', 'crm.advocacy.write'] as const),
    ],
  });
});
afterAll(() => platform.stop());

describe('an official', () => {
  it('is shown with the offices of the data, their constituencies, addresses and committees of today', async () => {
    const id = await createOfficial('Tallgrass');
    const store = platform.store('demo');
    const [finance, former] = [randomUUID(), randomUUID()];
    const kind = 'legislative' as const;
    await upsert(
      store,
      committees,
      [
        { id: finance, content: { name: 'Finance of Officials', kind, chamber: 'upper' } },
        { id: former, content: { name: 'Former of Officials', kind } },
      ],
      { now },
    );
    await upsert(
      store,
      memberships,
      [
        { id: randomUUID(), content: { committeeId: finance, personId: id, role: 'chair' } },
        {
          id: randomUUID(),
          content: { committeeId: former, personId: id, role: 'member', endDate: '2020-01-01' },
        },
      ],
      { now },
    );
    const official = await view(id);
    expect(official).toMatchObject({ name: 'Tallgrass', party: 'Democratic', staff: [] });
    expect(official.offices).toMatchObject([
      { title: 'Senator', constituency: 'Oregon Senate District 12', isActive: true },
      { title: 'Representative', division: 'ocd-division/country:us/state:or/sldl:12', isActive: false },
    ]);
    expect(official.addresses).toMatchObject([
      { label: 'capitol', phone: '503-555-0100' },
      { label: 'district', phone: '503-555-0111' },
    ]);
    expect(official.committees).toEqual([
      {
        ...{ committeeId: finance, name: 'Finance of Officials', chamber: 'upper', role: 'chair' },
        ...{ startDate: null, endDate: null },
      },
    ]);
  });

  it('is somebody who holds or held an office, and is read with crm.advocacy.read', async () => {
    const nobody = await create('Private');
    expect((await send('GET', `advocacy/officials/${nobody}`)).status).toBe(404);
    const other = await platform.tokenFor({ tenant: 'demo', permissions: ['crm.people.read'] });
    const id = await createOfficial('Guarded');
    expect((await send('GET', `advocacy/officials/${id}`, undefined, other)).status).toBe(403);
  });
});

describe('the staff of an official', () => {
  it('are those who work there today, by name, and not among those who know the official', async () => {
    const official = await createOfficial('Bluestem');
    const [chief, scheduler, gone, friend] = [
      await create('Chief', { email: 'chief@example.org', phone: '503-555-0199' }),
      await create('Appointments'),
      await create('Gone'),
      await create('Friendly'),
    ];
    await saveStaff(chief, official, { title: 'Chief of Staff', startDate: '2020-01-01' });
    await saveStaff(scheduler, official, { title: 'Scheduler' });
    await saveStaff(gone, official, { title: 'Intern', endDate: '2020-06-30' });
    const types = (await send('GET', 'advocacy/GetRelationshipTypes')).body;
    const typeId = types.find(({ name }: { name: string }) => name === 'Friend').id;
    const known = { personId: friend, officialId: official, typeId };
    expect((await send('POST', 'advocacy/SavePeopleRelationship', known)).status).toBe(200);
    const { staff } = await view(official);
    expect(namesOf(staff)).toEqual(['Appointments', 'Chief']);
    expect(staff[1]).toMatchObject({
      ...{ personId: chief, title: 'Chief of Staff', startDate: '2020-01-01' },
      ...{ email: 'chief@example.org', phone: '503-555-0199' },
    });
    const { data } = (await send('GET', `advocacy/officials/${official}/people-relationships`)).body;
    expect(data.map(({ personId }: { personId: string }) => personId)).toEqual([friend]);
    const reader = await platform.tokenFor({ tenant: 'demo', permissions: ['crm.advocacy.read'] });
    const settings = tenantKey(platform.store('demo'));
    await commit([update(settings, { set: { emailsVisibleTo: 'permission' } })]);
    expect((await view(official, reader)).staff[1].email).toBeNull();
    expect((await view(official)).staff[1].email).toBe('chief@example.org');
    await commit([update(settings, { set: { emailsVisibleTo: 'members' } })]);
    const ended = `advocacy/people-relationships/${chief}/${staff[1].relationshipId}/End`;
    expect((await send('POST', ended, { endDate: '2021-01-01' })).status).toBe(200);
    expect(namesOf((await view(official)).staff)).toEqual(['Appointments']);
  });

  it('are no staff any more once the relationship is of another type', async () => {
    const official = await createOfficial('Switchgrass');
    const person = await create('Titled');
    const saved = await saveStaff(person, official, { title: 'Press Secretary' });
    const path = `advocacy/people-relationships/${person}/${saved.body.id}`;
    const types = (await send('GET', 'advocacy/GetRelationshipTypes')).body;
    const friend = types.find(({ name }: { name: string }) => name === 'Friend').id;
    expect((await send('PATCH', path, { typeId: friend, title: null })).status).toBe(200);
    expect((await view(official)).staff).toEqual([]);
    const { data } = (await send('GET', `advocacy/officials/${official}/people-relationships`)).body;
    expect(data).toMatchObject([{ personId: person, title: null }]);
  });

  it('follow merges of either side, and an erasure takes one out', async () => {
    const [official, double] = [await createOfficial('Ryegrass'), await createOfficial('Ryegras')];
    const [person, twin] = [await create('Keeper'), await create('Keepr')];
    const second = await create('Erasable');
    await saveStaff(twin, double, { title: 'Scheduler' });
    await saveStaff(second, double, { title: 'Counsel' });
    await merge(person, twin);
    await merge(official, double);
    expect((await view(official)).staff).toMatchObject([
      { name: 'Erasable' },
      { personId: person, name: 'Keeper' },
    ]);
    expect((await send('POST', `people/${second}/Erase`, { reason: 'Asked for it.' })).status).toBeLessThan(
      300,
    );
    expect(namesOf((await view(official)).staff)).toEqual(['Keeper']);
  });
});
