// Mailing lists and their members (docs/interface/communication.md#mailing-lists).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

// biome-ignore lint/suspicious/noExplicitAny: the harness has checked the bodies
type Body = any;

let platform: TestPlatform;
let token: string;
beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.people.read', 'crm.people.write', 'crm.communication.read', 'crm.communication.write'],
  });
});
afterAll(() => platform.stop());

const send = (method: string, path: string, body?: unknown, as = token) =>
  platform.call(method, 'crm', `/api/v1${path}`, { tenant: 'demo', token: as, body });

let count = 0;
async function createList(fields: object = {}): Promise<Body> {
  count += 1;
  const reply = await send('POST', '/MailingLists', { name: `List ${count}`, ...fields });
  expect(reply.status, reply.text).toBe(201);
  return reply.body;
}
async function createPeople(number: number): Promise<string[]> {
  const rows = Array.from({ length: number }, (_, index) => ({ firstName: `P${index}`, lastName: 'Listed' }));
  const reply = await send('POST', '/Batches/People', { operation: 'create', rows });
  return reply.body.results.map(({ id }: Body) => id);
}
const add = (listId: string, personIds: readonly string[]) =>
  send('POST', `/MailingLists/${listId}/Members`, { personIds });

describe('a static list', () => {
  it('has the people who were added, each once, in pages that repeat and skip nobody', async () => {
    const { id } = await createList();
    const people = await createPeople(25);
    expect((await add(id, people.slice(0, 20))).body).toEqual({
      ...{ added: 20, alreadyMembers: 0, left: [], totalCount: 20 },
    });
    expect((await add(id, people.slice(10))).body).toMatchObject({
      ...{ added: 5, alreadyMembers: 10, totalCount: 25 },
    });
    const found: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: Body = await send('GET', `/MailingLists/${id}/Members?pageSize=10&cursor=${cursor}`);
      expect(body.totalCount).toBe(25);
      found.push(...body.data.map(({ personId }: Body) => personId));
      cursor = body.nextCursor;
    }
    expect(found.toSorted()).toEqual(people.toSorted());
    expect(new Set(found).size).toBe(25);
  });

  it('takes all of a request or nobody, and names whom there is not', async () => {
    const { id } = await createList();
    const [person = ''] = await createPeople(1);
    const unknown = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
    const reply = await add(id, [person, unknown]);
    expect(reply.status).toBe(400);
    expect(reply.body.error.details).toEqual([
      expect.objectContaining({ code: 'UNKNOWN_VALUE', field: 'personIds[1]' }),
    ]);
    expect((await send('GET', `/MailingLists/${id}/Members`)).body.totalCount).toBe(0);
  });

  it('counts each member once when requests at the same moment add the same people', async () => {
    const { id } = await createList();
    const people = await createPeople(10);
    const replies = await Promise.all([add(id, people), add(id, people), add(id, people.slice(5))]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { body } = await send('GET', `/MailingLists/${id}/Members`);
    expect([body.totalCount, body.data.length]).toEqual([10, 10]);
  });

  it('loses who is removed', async () => {
    const { id } = await createList();
    const [one = '', other = ''] = await createPeople(2);
    await add(id, [one, other]);
    const path = `/MailingLists/${id}/Members/${one}`;
    expect((await send('DELETE', path)).status).toBe(204);
    expect((await send('DELETE', path)).status).toBe(404);
    const { body } = await send('GET', `/MailingLists/${id}/Members`);
    expect(body).toMatchObject({ totalCount: 1, data: [{ personId: other, leftDate: null }] });
  });
});

describe('a dynamic list', () => {
  const filterBody = { filterRules: [{ fieldId: 'tags', filterType: 1, selectedValues: ['Board'] }] };

  it('has a filter instead of members, and stays a dynamic one', async () => {
    const list = await createList({ filterBody });
    expect(list).toMatchObject({ kind: 'dynamic', filterBody });
    const [person = ''] = await createPeople(1);
    const added = await add(list.id, [person]);
    expect([added.status, added.body.error.message]).toEqual([
      409,
      expect.stringContaining('whoever is in its groups or passes its filter'),
    ]);
    const changed = await send('PUT', `/MailingLists/${list.id}`, { name: list.name });
    expect([changed.status, changed.body.error.code]).toEqual([409, 'CONFLICT']);
  });

  it('is refused with a filter by a custom field that there is not', async () => {
    const rule = {
      fieldId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
      ...{ filterType: 301, selectedValues: ['x'] },
    };
    const reply = await send('POST', '/MailingLists', {
      ...{ name: 'Unknown field', filterBody: { filterRules: [rule] } },
    });
    expect(reply.status, reply.text).toBe(400);
  });

  it('by roles of users takes the permission to read these', async () => {
    const rule = { fieldId: 'roles', filterType: 4, selectedValues: ['admin'] };
    const reply = await send('POST', '/MailingLists', {
      ...{ name: 'Administrators', filterBody: { filterRules: [rule] } },
    });
    expect(reply.status, reply.text).toBe(403);
  });
});

it('two lists have no name in common, and callers without the permission see none', async () => {
  const { name } = await createList();
  const taken = await send('POST', '/MailingLists', { name });
  expect([taken.status, taken.body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
  const member = await platform.tokenFor({ tenant: 'demo', permissions: ['crm.people.read'] });
  expect((await send('GET', '/MailingLists', undefined, member)).status).toBe(403);
});
