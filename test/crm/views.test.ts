// Saved views of lists: own ones, those of everybody, and defaults (docs/interface/crm.md#saved-views).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';

let platform: TestPlatform;
let ada: string;
let ben: string;
let sharer: string;
beforeAll(async () => {
  platform = await startPlatform();
  const permissions = ['crm.people.read'] as const;
  ada = await platform.tokenFor({ tenant: 'demo', permissions });
  ben = await platform.tokenFor({ tenant: 'demo', permissions });
  sharer = await platform.tokenFor({ tenant: 'demo', permissions: [...permissions, 'crm.views.share'] });
});
afterAll(() => platform.stop());

const send = (
  token: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) => platform.call(method, 'crm', `/api/v1/${path}`, { tenant: 'demo', token, headers, body });
const active = {
  sortBy: 'organization',
  sortDirection: 'desc',
  filterBody: { filterRules: [{ fieldId: 'Status', filterType: 4, selectedValues: ['Active'] }] },
};
const save = async (token: string, name: string, more: object = {}): Promise<string> => {
  const reply = await send(token, 'POST', 'Views', { list: 'people', name, request: active, ...more });
  expect(reply.status, reply.text).toBe(201);
  return reply.body.id;
};
const names = async (token: string, query = ''): Promise<string[]> =>
  (await send(token, 'GET', `Views${query}`)).body.data.map(({ name }: { name: string }) => name);
const defaults = async (token: string): Promise<string[]> =>
  (await send(token, 'GET', 'Views')).body.data.flatMap(
    ({ isDefault, name }: { isDefault: boolean; name: string }) => (isDefault ? [name] : []),
  );
const choose = (token: string, viewId: string | null, isForEverybody?: boolean) =>
  send(token, 'PUT', 'Views/Default', { list: 'people', viewId, isForEverybody });

describe('a saved view', () => {
  it('keeps the request of a list, which the list accepts again', async () => {
    const id = await save(ada, 'Organizations first', { columns: ['organization', 'name'] });
    const { body } = await send(ada, 'GET', `Views/${id}`);
    expect(body).toMatchObject({
      list: 'people',
      name: 'Organizations first',
      columns: ['organization', 'name'],
      isShared: false,
      isDefault: false,
    });
    const fromView = await send(ada, 'POST', 'People/NewPeoplePagingList', { ...body.request, itemCount: 5 });
    const direct = await send(ada, 'POST', 'People/NewPeoplePagingList', { ...active, itemCount: 5 });
    expect(fromView.status).toBe(200);
    expect(fromView.body.result).toEqual(direct.body.result);
  });

  it('refuses a request that its list would refuse, and names the field', async () => {
    const request = {
      sortBy: 'shoe size',
      filterBody: { filterRules: [{ fieldId: 'shoes', selectedValues: [] }] },
    };
    const { status, text } = await send(ada, 'POST', 'Views', { list: 'people', name: 'Wrong', request });
    expect(status).toBe(400);
    expect(text).toContain('request.sortBy');
    expect(text).toContain('request.filterBody.filterRules[0].fieldId');
  });

  it('of one caller does not exist for another', async () => {
    const id = await save(ada, 'Private');
    expect(await names(ben)).not.toContain('Private');
    for (const [method, body] of [
      ['GET'],
      ['PUT', { list: 'people', name: 'Mine', request: {} }],
      ['DELETE'],
    ] as const)
      expect((await send(ben, method, `Views/${id}`, body)).status, method).toBe(404);
    expect((await choose(ben, id)).status).toBe(400);
    expect((await send(ada, 'GET', `Views/${id}`)).body.name).toBe('Private');
  });

  it('is listed by name, for one list or all', async () => {
    await save(ada, 'zeta');
    const other = { list: 'committees', request: { filter: { searchText: 'budget' } } };
    await save(ada, 'Äpfel', other);
    const all = await names(ada);
    expect(all).toEqual(all.toSorted((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' })));
    expect(await names(ada, '?list=Committees')).toEqual(['Äpfel']);
  });

  it('is changed and deleted at the version that was read', async () => {
    const id = await save(ada, 'Versioned');
    const { headers } = await send(ada, 'GET', `Views/${id}`);
    const ifMatch = { 'If-Match': headers.get('etag') ?? '' };
    const change = { list: 'people', name: 'Changed', request: {} };
    expect((await send(ada, 'PUT', `Views/${id}`, change, ifMatch)).status).toBe(200);
    expect((await send(ada, 'PUT', `Views/${id}`, change, ifMatch)).status).toBe(412);
    expect((await send(ada, 'DELETE', `Views/${id}`, undefined, ifMatch)).status).toBe(412);
    expect((await send(ada, 'DELETE', `Views/${id}`)).status).toBe(204);
    expect((await send(ada, 'GET', `Views/${id}`)).status).toBe(404);
  });
});

describe('a shared view', () => {
  it('is seen by everybody, and made and changed by those who may share', async () => {
    const draft = { list: 'people', name: 'Of all', request: {}, isShared: true };
    expect((await send(ada, 'POST', 'Views', draft)).status).toBe(403);
    const id = await save(sharer, 'Of all', { isShared: true });
    expect(await names(ben)).toContain('Of all');
    for (const isShared of [true, false])
      expect((await send(ben, 'PUT', `Views/${id}`, { ...draft, isShared })).status).toBe(403);
    expect((await send(ben, 'DELETE', `Views/${id}`)).status).toBe(403);
    expect((await send(sharer, 'PUT', `Views/${id}`, { ...draft, isShared: false })).status).toBe(200);
    expect(await names(ben)).not.toContain('Of all');
    expect(await names(sharer)).toContain('Of all');
  });
});

describe('the default of a list', () => {
  it("is the caller's own choice, otherwise everybody's; a deleted view is none", async () => {
    const all = await save(sharer, 'Default of all', { isShared: true });
    const own = await save(ben, 'Default of Ben');
    expect((await choose(ben, all, true)).status).toBe(403);
    expect((await choose(sharer, all, true)).status).toBe(204);
    expect([await defaults(ada), await defaults(ben)]).toEqual([['Default of all'], ['Default of all']]);
    expect((await choose(ben, own)).status).toBe(204);
    expect([await defaults(ada), await defaults(ben)]).toEqual([['Default of all'], ['Default of Ben']]);
    expect((await send(ben, 'GET', `Views/${all}`)).body.isDefault).toBe(false);
    await send(ben, 'DELETE', `Views/${own}`);
    expect(await defaults(ben)).toEqual(['Default of all']);
    expect((await send(ben, 'GET', `Views/${all}`)).body.isDefault).toBe(true);
    expect((await choose(sharer, null, true)).status).toBe(204);
    expect(await defaults(ben)).toEqual([]);
  });

  it('is a view of that list, and for everybody a shared one', async () => {
    const committees = { list: 'committees', request: {} };
    const { status, text } = await choose(ada, await save(ada, 'Committees', committees));
    expect([status, text]).toEqual([409, expect.stringContaining('is a view of committees, not of people')]);
    expect((await choose(sharer, await save(sharer, 'Not shared'), true)).status).toBe(409);
  });
});
