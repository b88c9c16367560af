// Merging two organizations, and undoing it (docs/interface/crm.md#merging-organizations).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as moveReferences } from '../../../functions/crm/jobs/merge-records/handler.ts';
import { handler as renamePeople } from '../../../functions/crm/jobs/rename-organization-people/handler.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  platform.call(method, 'crm', `/api/v1${path}`, { tenant: 'demo', token, body, headers });
const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  call(method, `/organization${path}`, body, headers);
const create = async (name: string, parentId?: string, more: object = {}): Promise<string> =>
  (await send('POST', '', { name, parentId: parentId ?? null, ...more })).body.id;
const createPerson = async (organizationId: string): Promise<string> =>
  (await call('POST', '/people', { lastName: 'Ashby', organizationId })).body.id;
const merge = (id: string, organizationId: string, fields: object = {}) =>
  send('POST', `/${id}/Merge`, { organizationId, fields });
const undo = (id: string) => send('POST', `/${id}/UndoMerge`);
const mergesOf = async (id: string) => (await send('GET', `/${id}/Merges`)).body.data;
const parentOf = async (id: string): Promise<string | null> => (await send('GET', `/${id}`)).body.parentId;
const move = (id: string, parentId: string) => send('PATCH', `/${id}`, { parentId });

const changed = (id: string, sk: string, type: string) => ({
  Records: [
    {
      eventName: 'MODIFY' as const,
      dynamodb: { Keys: { pk: { S: `T#demo#ORG#${id}` }, sk: { S: sk } }, NewImage: { type: { S: type } } },
    },
  ],
});
const runJob = (id: string) => moveReferences(changed(id, 'MERGE', 'organization-merge'));

/** Whether following parents from an organization ends. */
async function hasEnd(id: string): Promise<boolean> {
  const seen = new Set<string>();
  for (let next: string | null = id; next !== null; next = await parentOf(next)) {
    if (seen.has(next)) return false;
    seen.add(next);
  }
  return true;
}

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.people.read', 'crm.people.write', 'crm.organizations.read', 'crm.organizations.write'],
  });
});
afterAll(() => platform.stop());

describe('a merge', () => {
  it('combines the fields as chosen, and the removed id stands for the remaining organization', async () => {
    const a = await create('Combined County', undefined, { type: 'County', tags: ['North'], phone: '1' });
    const b = await create('Combined Co.', undefined, {
      type: 'Agency',
      tags: ['north', 'Port'],
      website: 'https://b.example/',
      phone: '2',
    });
    const dry = await platform.call('POST', 'crm', `/api/v1/organization/${a}/Merge?validateOnly=true`, {
      tenant: 'demo',
      token,
      body: { organizationId: b },
    });
    expect(dry.status).toBe(204);
    expect((await send('GET', `/${b}`)).body.id).toBe(b);
    const { status, body } = await merge(a, b.toUpperCase(), { phones: 'removed' });
    expect(status).toBe(200);
    expect(body.organization).toMatchObject({
      ...{ id: a, name: 'Combined County', type: 'County', phone: '2' },
      ...{ website: 'https://b.example/', tags: ['North', 'Port'] },
    });
    expect(body.merge).toMatchObject({ removedId: b, organizationId: a, status: 'Running' });
    expect((await send('GET', `/${b}`)).body).toEqual(body.organization);
    const refused = await send('PATCH', `/${b}`, { phone: '3' });
    expect(refused.status).toBe(404);
    expect(refused.body.error.message).toContain(`merged into ${a}`);
    const found = await send('POST', '/OrganizationPagingList', { filter: { searchText: 'Combined' } });
    expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([a]);
  });

  it('is refused for one organization, unknown ones, an unknown choice, and a lost update', async () => {
    const [a, b] = [await create('Refused'), await create('Refused too')];
    expect((await merge(a, a)).status).toBe(400);
    expect((await merge(a, '00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await merge(a, b, { name: 'both' })).status).toBe(400);
    expect((await send('POST', `/${a}/Merge`, { organizationId: b }, { 'If-Match': '"99"' })).status).toBe(
      412,
    );
  });

  it('into an organization below it is refused, and names the path', async () => {
    const top = await create('Path top');
    const middle = await create('Path middle', top);
    const low = await create('Path low', middle);
    const { status, body } = await merge(low, top);
    expect(status).toBe(409);
    expect(body.error.message).toContain('Path low > Path middle > Path top');
    const cycle = await merge(top, low, { parent: 'removed' });
    expect(cycle.body.error.message).toContain('below itself');
    expect((await merge(top, low)).body.organization.parentId).toBeNull();
  });

  it('gives the remaining organization the people, with its name, and what is below the removed one', async () => {
    const [a, b] = [await create('Kept Name'), await create('Lost Name')];
    const child = await create('Child of lost', b);
    const [main, other] = [await createPerson(b), await createPerson(a)];
    await call('PATCH', `/people/${other}`, { positions: [{ organizationId: b, title: 'Adviser' }] });
    await merge(a, b, { name: 'removed' });
    await runJob(b);
    await renamePeople(changed(a, 'RENAME', 'organization-rename'));
    expect(await parentOf(child)).toBe(a);
    expect((await call('GET', `/people/${main}`)).body).toMatchObject({
      ...{ organizationId: a, organizationName: 'Lost Name' },
    });
    const { positions } = (await call('GET', `/people/${other}`)).body;
    expect(positions).toMatchObject([{ organizationId: a, organizationName: 'Lost Name' }]);
    const { data } = (await send('GET', `/${a}/Tree`)).body;
    expect(data.map(({ people }: { people: number }) => people)).toEqual([2, 0]);
    await undo(b);
    await runJob(b);
    expect((await call('GET', `/people/${main}`)).body).toMatchObject({
      ...{ organizationId: b, organizationName: 'Lost Name' },
    });
    expect((await send('GET', `/${a}`)).body.name).toBe('Kept Name');
    expect((await send('GET', `/${b}/Tree`)).body.data).toMatchObject([{ people: 1 }, { id: child }]);
    expect((await mergesOf(b))[0]).toMatchObject({ status: 'Undone', notUndone: [] });
  });

  it('at the same time as moves, renames and other merges closes no cycle and loses no write', async () => {
    const [a, b] = [await create('Race A'), await create('Race B')];
    const c = await create('Race C', b);
    const d = await create('Race D');
    const replies = await Promise.all([
      merge(a, b),
      move(a, c),
      merge(d, a),
      send('PATCH', `/${b}`, { phone: '7' }),
      send('PATCH', `/${a}`, { website: 'https://race.example/' }),
    ]);
    for (const { status } of replies) expect([200, 400, 404, 409]).toContain(status);
    for (const id of [a, b]) await runJob(id);
    for (const id of [a, b, c, d]) expect(await hasEnd(id)).toBe(true);
    const [, , , phone, website] = replies;
    if (phone?.status === 200) expect((await send('GET', `/${b}`)).body.phone).toBe('7');
    if (website?.status === 200)
      expect((await send('GET', `/${a}`)).body.website).toBe('https://race.example/');
  });

  it('lets nothing move below itself while references are still on their way', async () => {
    const [a, b] = [await create('Way A'), await create('Way B')];
    const child = await create('Way child', b);
    await merge(a, b);
    const { status, body } = await move(a, child);
    expect(status).toBe(400);
    expect(body.error.details[0].message).toContain('Way A > Way child > Way A');
    expect((await merge(await create('Way C'), a)).status).toBe(409);
    await runJob(b);
    expect((await merge(await create('Way D'), a)).status).toBe(200);
  });
});

describe('an undo', () => {
  it('keeps what somebody has changed since, and says so', async () => {
    const [a, b] = [
      await create('Since A', undefined, { phone: '1' }),
      await create('Since B', undefined, { phone: '2', tags: ['B'] }),
    ];
    await merge(a, b, { phones: 'removed' });
    await runJob(b);
    await send('PATCH', `/${a}`, { phone: '3' });
    const { body } = await undo(b);
    expect(body.merge.notUndone).toEqual([`organization ${a}: phone was changed since and stays.`]);
    expect((await send('GET', `/${a}`)).body).toMatchObject({ phone: '3', tags: [] });
    expect(body.organization).toMatchObject({ id: b, phone: '2', tags: ['B'] });
    expect((await undo(b)).status).toBe(409);
  });

  it('leaves what would be below itself by now where it is', async () => {
    const parent = await create('Undo parent');
    const [a, b] = [await create('Undo A'), await create('Undo B', parent)];
    const child = await create('Undo child', b);
    await merge(a, b, { parent: 'remaining' });
    await runJob(b);
    await move(parent, child);
    await undo(b);
    await runJob(b);
    expect(await parentOf(b)).toBe(parent);
    expect(await parentOf(child)).toBe(a);
    const [{ notUndone }] = await mergesOf(b);
    expect(notUndone[0]).toContain('Undo child > Undo B > Undo parent > Undo child');
    for (const id of [a, b, child, parent]) expect(await hasEnd(id)).toBe(true);
  });

  it('gives the restored organization the parent that its former one was merged into', async () => {
    const [former, survivor] = [await create('Former parent'), await create('Survivor parent')];
    const [a, b] = [await create('Moved A'), await create('Moved B', former)];
    await merge(a, b, { parent: 'remaining' });
    await runJob(b);
    await merge(survivor, former);
    await runJob(former);
    const { body } = await undo(b);
    expect(body.organization.parentId).toBe(survivor);
    expect(body.merge.notUndone[0]).toContain(survivor);
  });
});
