// What one person has only once at a time, in a merge of two (docs/interface/crm.md#merging-people).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { people } from '../../../shared/directory/writing/collection.ts';
import { upsert } from '../../../shared/directory/writing/upsert.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { runMergeJob } from './run-merge-job.ts';

let platform: TestPlatform;
let token: string;
let positionId: string;
let committeeId: string;
let friend: string;

const send = (method: string, path: string, body?: unknown) =>
  platform.call(method, 'crm', `/api/v1/${path}`, { tenant: 'demo', token, body });
const create = async (path: string, body: object): Promise<string> =>
  (await send('POST', path, body)).body.id;
const createPair = async (): Promise<readonly [string, string]> => [
  await create('people', { firstName: 'Pia', lastName: 'Twice' }),
  await create('people', { firstName: 'Pia', lastName: 'Twice' }),
];
const merge = (id: string, personId: string) => send('POST', `people/${id}/Merge`, { personId });
const seat = (personId: string, startDate: string | null, endDate: string | null) =>
  create('committee/savecommitteemember', { ...{ committeeId, personId, positionId }, startDate, endDate });
const seatsOf = async (id: string) => (await send('GET', `people/${id}/Committees`)).body.memberships;
const relate = (personId: string, officialId: string, startDate?: string) =>
  create('advocacy/SavePeopleRelationship', { personId, officialId, typeId: friend, startDate });
const relationsOf = async (id: string) =>
  (await send('GET', `advocacy/list/people-relationships/${id}?status=all`)).body;

async function createOfficial(digit: number): Promise<string> {
  const id = `00000000-0000-4000-8000-00000000000${digit}`;
  const office = { id, kind: 'legislature' as const, role: 'upper', state: 'OR', district: String(digit) };
  const content = { lastName: `Official ${digit}`, offices: [office] };
  await upsert(platform.store('demo'), people, [{ id, content }], { now: new Date() });
  return id;
}

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: [
      'crm.people.read',
      'crm.people.write',
      'crm.committees.read',
      'crm.committees.write',
      'crm.advocacy.read',
      'crm.advocacy.write',
    ],
  });
  positionId = await create('CommitteePositions', { name: 'Assessor' });
  committeeId = await create('committee/createcommittee', { name: 'Merged Terms' });
  const types = (await send('GET', 'advocacy/GetRelationshipTypes')).body;
  friend = types.find(({ name }: { name: string }) => name === 'Friend').id;
});
afterAll(() => platform.stop());

describe('a merge of two people', () => {
  it('leaves a position once at a time, and its undo gives both theirs', async () => {
    const [kept, gone] = await createPair();
    const own = await seat(kept, '2024-01-01', null);
    await seat(gone, '2024-06-01', '2024-12-31');
    const earlier = await seat(gone, '2020-01-01', '2020-12-31');
    expect((await merge(kept, gone)).status).toBe(200);
    await runMergeJob('person', gone);
    const ids = (await seatsOf(kept)).map(({ id }: { id: string }) => id);
    expect(ids.sort()).toEqual([own, earlier].sort());
    const members = (await send('GET', `committee/${committeeId}/members?status=all`)).body;
    expect(members.totalCount).toBe(2);
    expect((await send('POST', `people/${gone}/UndoMerge`)).status).toBe(200);
    await runMergeJob('person', gone);
    expect(await seatsOf(kept)).toHaveLength(1);
    expect(await seatsOf(gone)).toHaveLength(2);
  });

  it('is refused where the days of a position of both contradict each other', async () => {
    const [kept, gone] = await createPair();
    const own = await seat(kept, '2023-01-01', '2023-12-31');
    const other = await seat(gone, '2023-06-01', '2024-12-31');
    const refused = await merge(kept, gone);
    expect(refused.status).toBe(409);
    for (const said of [own, other, 'from 2023-01-01 to 2023-12-31', 'Assessor'])
      expect(refused.text).toContain(said);
    await send('POST', `committee/${committeeId}/members/${own}/Void`, { reason: 'Wrong days.' });
    expect((await merge(kept, gone)).status).toBe(200);
  });

  it('leaves a relationship once, from both of its sides', async () => {
    const [kept, gone] = await createPair();
    const [official, former] = [await createOfficial(1), await createOfficial(2)];
    const own = await relate(kept, official);
    await relate(gone, official, '2020-01-01');
    await relate(kept, former, '2021-01-01');
    expect((await merge(kept, gone)).status).toBe(200);
    await runMergeJob('person', gone);
    expect(await relationsOf(kept)).toHaveLength(2);
    expect((await merge(official, former)).status).toBe(200);
    await runMergeJob('person', former);
    expect(await relationsOf(kept)).toMatchObject([{ id: own }]);
    for (const id of [former, gone]) {
      expect((await send('POST', `people/${id}/UndoMerge`)).status).toBe(200);
      await runMergeJob('person', id);
    }
    expect(await relationsOf(kept)).toHaveLength(2);
    expect(await relationsOf(gone)).toMatchObject([{ startDate: '2020-01-01' }]);
  });

  it('is refused where one has a relationship with the other, or the days of both contradict', async () => {
    const [kept] = await createPair();
    const [official, former] = [await createOfficial(3), await createOfficial(4)];
    const id = await relate(kept, official, '2020-01-01');
    const itself = await merge(official, kept);
    expect([itself.status, itself.text]).toEqual([409, expect.stringContaining(id)]);
    await send('DELETE', `advocacy/people-relationships/${kept}/${id}`);
    await create('advocacy/SavePeopleRelationship', {
      ...{ personId: kept, officialId: official, typeId: friend, endDate: '2022-12-31' },
    });
    await relate(kept, former, '2021-01-01');
    const refused = await merge(official, former);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('from 2021-01-01')]);
  });

  it('has one primary address', async () => {
    const at = (city: string) => ({ firstName: 'Pia', lastName: 'Homes', addresses: [{ city }] });
    const [kept, gone] = [await create('people', at('Salem')), await create('people', at('Bend'))];
    const { body } = await merge(kept, gone);
    expect(body.person.addresses).toMatchObject([
      { city: 'Salem', type: 'Primary' },
      { city: 'Bend', type: 'Other' },
    ]);
  });
});
