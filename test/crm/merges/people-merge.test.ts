// Merging two people, and undoing it (docs/interface/crm.md#merging-people).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runKinds, runMerge } from '../../../functions/crm/merge/run-merge.ts';
import { type MergeItem, mergeById } from '../../../shared/directory/record-merge/merge-record.ts';
import { moveClock } from '../../harness/move-clock.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { runMergeJob } from './run-merge-job.ts';

const people = runKinds.find(({ what }) => what === 'person') ?? expect.fail('People are merged');

let platform: TestPlatform;
let token: string;

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  platform.call(method, 'crm', `/api/v1/people${path}`, { tenant: 'demo', token, body, headers });
const create = async (body: object): Promise<string> => (await send('POST', '', body)).body.id;
const merge = (id: string, personId: string, fields: object = {}) =>
  send('POST', `/${id}/Merge`, { personId, fields });
const undo = (id: string) => send('POST', `/${id}/UndoMerge`);
const mergesOf = async (id: string) => (await send('GET', `/${id}/Merges`)).body.data;

const runJob = (id: string, steps?: number) => runMergeJob('person', id, steps);

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.people.read', 'crm.people.write', 'crm.emails.read'],
  });
});
afterAll(() => platform.stop());

const createPair = async (lastName: string): Promise<readonly [string, string]> => [
  await create({ firstName: 'Ann', lastName, email: `ann@${lastName}.example`, title: 'Clerk' }),
  await create({
    firstName: 'Anna',
    lastName,
    email: `anna@${lastName}.example`,
    title: 'Mayor',
    tags: ['Board'],
  }),
];

describe('a merge', () => {
  it('combines the fields as chosen, and the removed id stands for the remaining person', async () => {
    const [a, b] = await createPair('combined');
    const { status, body } = await merge(a, b.toUpperCase(), { title: 'removed' });
    expect(status).toBe(200);
    expect(body.person).toMatchObject({
      id: a,
      firstName: 'Ann',
      title: 'Mayor',
      email: 'ann@combined.example',
      otherNames: ['Anna combined'],
      tags: ['Board'],
    });
    expect(body.person.emails).toHaveLength(2);
    expect(body.merge).toMatchObject({ removedId: b, personId: a, status: 'Running' });
    expect((await send('GET', `/${b}`)).body).toEqual(body.person);
    const found = await send('POST', '/SearchPeopleList/combined');
    expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([a]);
  });

  it('lists one person less, and writes to the removed one are refused with the id of the other', async () => {
    const [a, b] = await createPair('fewer');
    const { totalCount } = (await send('GET', '')).body;
    await merge(a, b);
    expect((await send('GET', '')).body.totalCount).toBe(totalCount - 1);
    const { status, body } = await send('PATCH', `/${b}`, { title: 'Lost' });
    expect(status).toBe(404);
    expect(body.error.message).toContain(a);
    expect((await merge(a, b)).body.error.message).toContain(`merged into ${a}`);
  });

  it('is refused for one person, unknown people, and a lost update', async () => {
    const [a, b] = await createPair('refused');
    expect((await merge(a, a)).status).toBe(400);
    expect((await merge(a, '00000000-0000-4000-8000-000000000000')).status).toBe(404);
    const stale = await send('POST', `/${a}/Merge`, { personId: b }, { 'If-Match': '"99"' });
    expect(stale.status).toBe(412);
    const { body } = await send('POST', `/${a}/Merge`, { personId: b, fields: { title: 'both' } });
    expect(JSON.stringify(body.error)).toContain('remaining');
  });

  it('at the same time as another one with a common person is done only once', async () => {
    const [a, b] = await createPair('racing');
    const c = await create({ lastName: 'racing' });
    const replies = await Promise.all([merge(a, b), merge(c, b), merge(b, a), merge(a, c)]);
    const done = replies.filter(({ status }) => status === 200).length;
    expect(done).toBeGreaterThanOrEqual(1);
    for (const { status } of replies) expect([200, 404, 409]).toContain(status);
    const left = await Promise.all([a, b, c].map(async (id) => (await send('GET', `/${id}`)).body.id));
    const records = await send('POST', '/SearchPeopleList/racing');
    const found = records.body.data.map(({ id }: { id: string }) => id);
    expect(new Set(left)).toEqual(new Set(found));
    expect(found).toHaveLength(3 - done);
  });

  it('at the same time as writes to both people loses none that was answered with success', async () => {
    const [a, b] = await createPair('written');
    const [, first, second] = await Promise.all([
      merge(a, b),
      send('PATCH', `/${b}`, { gender: 'F' }),
      send('PATCH', `/${a}`, { party: 'None' }),
    ]);
    const { body } = await send('GET', `/${a}`);
    expect(body.party).toBe(second.status === 200 ? 'None' : null);
    expect([200, 404]).toContain(first.status);
    expect(body.gender).toBe(first.status === 200 ? 'F' : null);
  });

  it('waits while references of one of the two are still being moved', async () => {
    const [a, b] = await createPair('waiting');
    const c = await create({ lastName: 'waiting' });
    await merge(a, b);
    expect((await merge(c, a)).status).toBe(409);
    await runJob(b);
    expect((await merge(c, a)).status).toBe(200);
    await runJob(a);
    expect((await send('GET', `/${b}`)).body.id).toBe(c);
  });
});

describe('an undo', () => {
  it('restores both people as they were, and the lists', async () => {
    const [a, b] = await createPair('undone');
    const before = await Promise.all([a, b].map(async (id) => (await send('GET', `/${id}`)).body));
    await merge(a, b, { firstName: 'removed', emails: 'removed' });
    await runJob(b);
    expect(await mergesOf(b)).toMatchObject([{ status: 'Done', removedId: b, personId: a }]);
    expect((await undo(b)).status).toBe(200);
    await runJob(b);
    const after = await Promise.all([a, b].map(async (id) => (await send('GET', `/${id}`)).body));
    const strip = ({ modifiedDate: _, ...person }: { modifiedDate: string }) => person;
    expect(after.map(strip)).toEqual(before.map(strip));
    expect(await mergesOf(a)).toEqual([]);
    expect((await send('POST', '/SearchPeopleList/undone')).body.data).toHaveLength(2);
    expect((await undo(b)).status).toBe(409);
    expect((await merge(a, b)).status).toBe(200);
  });

  it('ends every run that read the merge in another state: nothing of it is merged again', async () => {
    const tenant = platform.store('demo');
    const read = async (id: string): Promise<MergeItem> =>
      (await mergeById(tenant, people, id)) ?? expect.fail('There is a merge');
    const isFavorite = async (id: string): Promise<boolean> => {
      const body = { itemCount: 100, pageNumber: 1, filterBody: { onlyFavorite: true } };
      const found = await platform.call('POST', 'crm', '/api/v1/People/NewPeoplePagingList', {
        ...{ tenant: 'demo', token, body },
      });
      return found.body.result.some(({ people }: { people: { id: string } }) => people.id === id);
    };
    const [a, b] = await createPair('heldback');
    expect((await send('PUT', `/${b}/Favorite`)).status).toBe(204);
    const states: MergeItem[] = [];
    await merge(a, b);
    states.push(await read(b));
    await runJob(b);
    states.push(await read(b));
    expect([await isFavorite(a), await isFavorite(b)]).toEqual([true, false]);
    await undo(b);
    states.push(await read(b));
    await runJob(b);
    expect(states.map(({ status }) => status)).toEqual(['running', 'done', 'undoing']);
    const options = { isInTime: () => true, now: new Date() };
    for (const state of [...states, await read(b)]) {
      await runMerge(tenant, people, state, options);
      expect([await isFavorite(a), await isFavorite(b)], state.status).toEqual([false, true]);
    }
    expect((await read(b)).status).toBe('undone');
    expect((await merge(a, b)).status).toBe(200);
    await runJob(b);
    await runMerge(tenant, people, states[2] ?? expect.fail(), options);
    expect([await isFavorite(a), await isFavorite(b)]).toEqual([true, false]);
  });

  it('is refused after 30 days, and possible on the last of them', async () => {
    const [a, b] = await createPair('overdue');
    await merge(a, b);
    await runJob(b);
    const tenant = platform.store('demo');
    await moveClock(tenant, 30 * 86_400);
    const refused = await undo(b);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('can be undone until')]);
    await moveClock(tenant, 30 * 86_400 - 3600);
    expect((await undo(b)).status).toBe(200);
    await moveClock(tenant, 0);
  });

  it('keeps what somebody has changed since, and says so', async () => {
    const [a, b] = await createPair('kept');
    await merge(a, b, { title: 'removed' });
    await runJob(b);
    await send('PATCH', `/${a}`, { title: 'Governor' });
    const { body } = await undo(b);
    expect(body.merge.notUndone).toEqual([`person ${a}: title was changed since and stays.`]);
    expect((await send('GET', `/${a}`)).body).toMatchObject({ title: 'Governor', tags: [] });
    expect((await send('GET', `/${b}`)).body).toMatchObject({ id: b, title: 'Mayor' });
  });

  it('of a merge whose remaining person was merged further needs the undo of that one first', async () => {
    const [a, b] = await createPair('chained');
    const c = await create({ lastName: 'chained' });
    await merge(a, b);
    await runJob(b);
    await merge(c, a);
    await runJob(a);
    expect((await undo(b)).body.error.message).toContain(a);
    expect((await undo(a)).status).toBe(200);
    await runJob(a);
    expect((await undo(b)).status).toBe(200);
  });
});
