// Groups whose members are whoever passes a filter (docs/interface/groups.md#members-by-a-filter).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparePeople } from '../../functions/crm/groups/filter/compare-people.ts';
import { handler as alignGroups } from '../../functions/crm/jobs/align-groups/handler.ts';
import { handler as moveReferences } from '../../functions/crm/jobs/merge-records/handler.ts';
import { handler as sweepGroups } from '../../functions/crm/jobs/sweep-groups/handler.ts';
import { demoId } from '../../infra/local/demo/steps/references.ts';
import type { Permission } from '../../shared/auth/permissions/permissions.ts';
import { observeRequests } from '../../shared/data/client.ts';
import { openTenantStore } from '../../shared/data/store.ts';
import { parseTenantCode } from '../../shared/data/tenant/tenant-code.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';

// biome-ignore lint/suspicious/noExplicitAny: the harness has checked the bodies
type Body = any;

let platform: TestPlatform;
let manager: string;
beforeAll(async () => {
  platform = await startPlatform();
  manager = await signIn(['crm.people.read', 'crm.people.write', 'crm.groups.read', 'crm.groups.write']);
});
afterAll(() => platform.stop());

const signIn = (permissions: readonly Permission[], personId?: string) =>
  platform.tokenFor({ tenant: 'demo', permissions: [...permissions], ...(personId && { personId }) });
const readers: readonly Permission[] = ['crm.people.read', 'crm.groups.read'];
const send = (method: string, path: string, body?: unknown, token: string | undefined = manager) =>
  platform.call(method, 'crm', `/api/v1/${path}`, { tenant: 'demo', ...(token && { token }), body });
async function done(method: string, path: string, body?: unknown, token = manager): Promise<Body> {
  const reply = await send(method, path, body, token);
  expect(reply.status, reply.text).toBeLessThan(300);
  return reply.body;
}

/** Calls the job as the change bus does for an item. */
const follow = (
  pk: string,
  sk: string,
  type: string,
  { tenant = 'demo', eventName = 'MODIFY' as 'INSERT' | 'MODIFY' } = {},
) =>
  alignGroups({
    Records: [
      {
        eventName,
        dynamodb: {
          Keys: { pk: { S: `T#${tenant}#${pk}` }, sk: { S: sk } },
          NewImage: { type: { S: type } },
        },
      },
    ],
  });
const followPerson = (id: string, how?: Parameters<typeof follow>[3]) =>
  follow(`PERSON#${id}`, 'PERSON', 'person', how);
const compareAll = (groupId: string) => follow(`GROUP#${groupId}`, 'STEP', 'group-step');

let count = 0;
const newTag = (): string => {
  count += 1;
  return `Filtered ${count}`;
};
const byTag = (...tags: string[]) => ({
  filterRules: [{ fieldId: 'tags', filterType: 1, selectedValues: tags }],
});
const createPerson = async (lastName: string, more: object = {}): Promise<string> =>
  (await done('POST', 'people', { lastName, ...more })).id;
async function createGroup(filterBody: object, more: object = {}): Promise<string> {
  count += 1;
  const { id, filter } = await done('POST', 'groups', { name: `Filtered ${count}`, filterBody, ...more });
  expect(filter).toMatchObject({ filterBody, status: 'pending' });
  await compareAll(id);
  return id;
}
const getGroup = (id: string, token = manager): Promise<Body> =>
  done('GET', `groups/get/${id}`, undefined, token);
const add = (id: string, ...personIds: string[]) => done('POST', `groups/${id}/Members`, { personIds });
const remove = (id: string, ...personIds: string[]) =>
  done('POST', `groups/${id}/Members/Remove`, { personIds });
/** The members, as every list and count has them. */
async function listMembers(id: string): Promise<string[]> {
  const [page, total, lite, group, filtered] = await Promise.all([
    done('POST', `GroupPeopleList/demo/${id}`, { itemCount: 200 }),
    done('POST', `GroupPeopleListCount/demo/${id}`, {}),
    done('GET', `groups/get/peoples/lite/${id}`),
    getGroup(id),
    done('POST', `groups/GroupPeopleListLite/${id}`, { itemCount: 200, sortBy: 'updated' }),
  ]);
  const names = page.result.map(({ people }: Body) => people.lastName);
  expect(lite.map(({ people }: Body) => people.lastName)).toEqual(names);
  expect(filtered.result.map(({ people }: Body) => people.lastName).toSorted()).toEqual(names.toSorted());
  expect([page.totalCount, total, group.memberCount]).toEqual([names.length, names.length, names.length]);
  return names;
}

describe('a group with a filter', () => {
  it('has whoever passes it, in every list and count, and says when everybody was compared', async () => {
    const tag = newTag();
    const member = await createPerson('Abel', { tags: [tag] });
    await createPerson('Baker');
    const id = await createGroup(byTag(tag.toUpperCase()), { visibility: 'members' });
    expect(await listMembers(id)).toEqual(['Abel']);
    const group = await getGroup(id);
    expect(group).toMatchObject({ filter: { status: 'current', problem: null }, isMember: false });
    expect(Date.parse(group.refreshedDate)).toBeGreaterThan(0);
    const own = await signIn(readers, member);
    expect(await getGroup(id, own)).toMatchObject({ isMember: true, isOwner: false, filter: null });
    const lists = await done('POST', 'groups/list', { itemCount: 200 }, own);
    expect(lists.result.map(({ groupView }: Body) => groupView.id)).toContain(id);
    const others = await signIn(readers, await createPerson('Cole'));
    expect((await send('GET', `groups/get/${id}`, undefined, others)).status).toBe(404);
  });

  it('follows changes of people, and repeating a change does nothing twice', async () => {
    const tag = newTag();
    const id = await createGroup(byTag(tag));
    const person = await createPerson('Dunn', { tags: [tag] });
    await Promise.all([followPerson(person), followPerson(person), followPerson(person)]);
    expect(await listMembers(id)).toEqual(['Dunn']);
    await done('PATCH', `people/${person}`, { tags: [] });
    await Promise.all([followPerson(person), followPerson(person)]);
    expect(await listMembers(id)).toEqual([]);
  });

  it('takes a new person in, who costs one query where no group has a filter', async () => {
    const tag = newTag();
    const id = await createGroup(byTag(tag));
    const person = await createPerson('Dorn', { tags: [tag] });
    await followPerson(person, { eventName: 'INSERT' });
    expect(await listMembers(id)).toEqual(['Dorn']);
    const operations: string[] = [];
    const stop = observeRequests(({ operation }) => operations.push(operation));
    await followPerson(person, { tenant: 'without-groups', eventName: 'INSERT' });
    stop();
    expect(operations).toEqual(['Query']);
  });

  it('has the people who pass another filter once it gets one, and those added by hand once it has none', async () => {
    const [tag, other] = [newTag(), newTag()];
    await createPerson('Egan', { tags: [tag] });
    await createPerson('Ford', { tags: [tag, other] });
    await createPerson('Gale', { tags: [other] });
    const byHand = await createPerson('Hart');
    const id = await createGroup(byTag(tag));
    await add(id, byHand);
    expect(await listMembers(id)).toEqual(['Egan', 'Ford', 'Hart']);
    expect((await done('PATCH', `groups/${id}`, { filterBody: byTag(other) })).filter.status).toBe('pending');
    await compareAll(id);
    expect(await listMembers(id)).toEqual(['Ford', 'Gale', 'Hart']);
    expect(await done('PATCH', `groups/${id}`, { filterBody: null })).toMatchObject({
      ...{ filter: null, refreshedDate: null },
    });
    await compareAll(id);
    expect(await listMembers(id)).toEqual(['Hart']);
    await followPerson(byHand);
    expect(await listMembers(id)).toEqual(['Hart']);
  });

  it('keeps who was added by hand, and does not bring back who left or was removed', async () => {
    const tag = newTag();
    const [leaving, removed, kept] = [
      await createPerson('Ives', { tags: [tag] }),
      await createPerson('Judd', { tags: [tag] }),
      await createPerson('Kerr', { tags: [tag] }),
    ];
    const id = await createGroup(byTag(tag));
    expect(await add(id, kept)).toEqual({ added: [], present: [kept] });
    const own = await signIn(readers, leaving);
    await done('POST', `groups/${id}/Members/Remove`, { personIds: [leaving] }, own);
    await remove(id, removed);
    await done('PATCH', `people/${kept}`, { tags: [] });
    for (const person of [leaving, removed, kept]) await followPerson(person);
    await compareAll(id);
    expect(await listMembers(id)).toEqual(['Kerr']);
    const excluded = await done('GET', `groups/${id}/Exclusions`);
    expect(excluded.data.map(({ person }: Body) => person.fullName)).toEqual(['Ives', 'Judd']);
    expect((await send('GET', `groups/${id}/Exclusions`, undefined, own)).status).toBe(403);
    // Who was excluded asks again and is accepted, is added by hand, or is left to the filter again.
    await done('POST', `groups/${id}/Requests`, {}, own);
    await done('POST', `groups/${id}/Requests/${leaving}/Accept`);
    expect((await send('DELETE', `groups/${id}/Exclusions/${removed}`)).status).toBe(204);
    expect(await listMembers(id)).toEqual(['Ives', 'Judd', 'Kerr']);
    expect((await done('GET', `groups/${id}/Exclusions`)).data).toEqual([]);
    await done('PATCH', `people/${removed}`, { tags: [] });
    await followPerson(removed);
    expect(await listMembers(id)).toEqual(['Ives', 'Kerr']);
  });

  it('leaves an excluded person out who passes again only after somebody ends the exclusion', async () => {
    const tag = newTag();
    const person = await createPerson('Lamb', { tags: [tag] });
    const id = await createGroup(byTag(tag));
    await remove(id, person);
    await done('PATCH', `people/${person}`, { tags: [] });
    await done('DELETE', `groups/${id}/Exclusions/${person}`);
    expect(await listMembers(id)).toEqual([]);
    await done('PATCH', `people/${person}`, { tags: [tag] });
    await followPerson(person);
    expect(await listMembers(id)).toEqual(['Lamb']);
  });

  it('keeps an owner who no longer passes', async () => {
    const tag = newTag();
    const owner = await createPerson('Moss', { tags: [tag] });
    const id = await createGroup(byTag(tag));
    await done('PUT', `groups/${id}/Owners`, { ownerIds: [owner] });
    await done('PATCH', `people/${owner}`, { tags: [] });
    await followPerson(owner);
    expect(await listMembers(id)).toEqual(['Moss']);
    await done('PUT', `groups/${id}/Owners`, { ownerIds: [] });
    await followPerson(owner);
    expect(await listMembers(id)).toEqual(['Moss']);
  });

  it('compares everybody page by page, and a worker that is cut off leaves the rest to the next one', async () => {
    const tag = newTag();
    const names = ['Abbot', 'Mabry', 'Mabry', 'Yates', 'Zuniga'];
    for (const [index, name] of names.entries())
      await createPerson(name, { firstName: `P${index}`, tags: [tag] });
    const { id } = await done('POST', 'groups', { name: `Paged ${tag}`, filterBody: byTag(tag) });
    const code = parseTenantCode('demo');
    if (!code) throw new Error('No tenant');
    const compare = (pages: number, entriesPerPage: number) => {
      let left = pages;
      return comparePeople(openTenantStore(code), id, {
        ...{ now: () => new Date(), newId: () => 'again', entriesPerPage },
        isInTime: () => {
          left -= 1;
          return left > 0;
        },
      });
    };
    await compare(2, 7);
    expect((await getGroup(id)).filter.status).toBe('pending');
    expect((await listMembers(id)).length).toBeLessThan(names.length);
    await compare(1000, 7);
    expect(await listMembers(id)).toEqual(names);
    expect((await getGroup(id)).filter.status).toBe('current');
  });

  it('follows days: everybody is compared again when the next day of the tenant has begun', async () => {
    const tag = newTag();
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await createPerson('Nash', { tags: [tag], activeTo: tomorrow });
    const status = { fieldId: 'status', filterType: 4, selectedValues: ['Active'] };
    const id = await createGroup({ filterRules: [...byTag(tag).filterRules, status] });
    expect(await listMembers(id)).toEqual(['Nash']);
    await sweepGroups(undefined, undefined, () => new Date());
    expect(await listMembers(id)).toEqual(['Nash']);
    await sweepGroups(undefined, undefined, () => new Date(Date.now() + 3 * 86_400_000));
    expect(await listMembers(id)).toEqual([]);
  });

  it('says why it can no longer be compared, and works again with another filter', async () => {
    const setter = await signIn(['crm.people.read', 'crm.settings.write']);
    const path = 'Settings/CustomFields/people';
    const { id: fieldId } = await done('POST', path, { name: newTag(), controlTypeId: 0 }, setter);
    await createPerson('Todd', { customFields: [{ fieldId, value: 'Large' }] });
    const id = await createGroup({ filterRules: [{ fieldId, filterType: 301, selectedValues: ['large'] }] });
    expect(await listMembers(id)).toEqual(['Todd']);
    await done('POST', `${path}/${fieldId}/Deactivate`, undefined, setter);
    const passing = await createPerson('Udall', { customFields: [] });
    await followPerson(passing);
    await sweepGroups(undefined, undefined, () => new Date(Date.now() + 3 * 86_400_000));
    const { filter } = await getGroup(id);
    expect(filter).toMatchObject({ status: 'failed', problem: expect.stringContaining(fieldId) });
    expect(await listMembers(id)).toEqual(['Todd']);
    const tag = newTag();
    await createPerson('Vance', { tags: [tag] });
    await done('PATCH', `groups/${id}`, { filterBody: byTag(tag) });
    await compareAll(id);
    expect(await listMembers(id)).toEqual(['Vance']);
    expect((await getGroup(id)).filter).toMatchObject({ status: 'current', problem: null });
  });
});

describe('people of a group with a filter', () => {
  it('are listed under a new name once they have it, also who was added by hand', async () => {
    const tag = newTag();
    const [one, other] = [await createPerson('Oaks', { tags: [tag] }), await createPerson('Pace')];
    const id = await createGroup(byTag(tag));
    await add(id, other);
    await done('PATCH', `people/${one}`, { lastName: 'Quinn' });
    await done('PATCH', `people/${other}`, { lastName: 'Adams' });
    await Promise.all([followPerson(one), followPerson(other)]);
    expect(await listMembers(id)).toEqual(['Adams', 'Quinn']);
  });

  it('stay or go with a merge as they were by hand or by the filter, and an undo brings that back', async () => {
    const tag = newTag();
    const [one, other] = [await createPerson('Reed', { tags: [tag] }), await createPerson('Rees')];
    const id = await createGroup(byTag(tag));
    await add(id, other);
    await done('POST', `people/${one}/Merge`, { personId: other });
    await moveReferences({
      Records: [
        {
          eventName: 'MODIFY',
          dynamodb: {
            Keys: { pk: { S: `T#demo#PERSON#${other}` }, sk: { S: 'MERGE' } },
            NewImage: { type: { S: 'person-merge' } },
          },
        },
      ],
    });
    expect(await listMembers(id)).toEqual(['Reed']);
    await done('PATCH', `people/${one}`, { tags: [] });
    await followPerson(one);
    expect(await listMembers(id)).toEqual(['Reed']);
  });
});

describe('the filter of a group', () => {
  it('takes rules that everybody may read who may read people, and at least one with a value', async () => {
    const create = (body: object, token = manager) =>
      send('POST', 'groups', { name: `Refused ${newTag()}`, ...body }, token);
    const rule = (fieldId: string, ...selectedValues: string[]) => ({
      filterBody: { filterRules: [{ fieldId, filterType: 1, selectedValues }] },
    });
    for (const body of [
      rule('roles', 'admin'),
      rule('peopleids', demoId('demo', 'person:ada')),
      rule('tags'),
      { filterBody: { filterRules: [] } },
      rule('3f2504e0-4f89-41d3-9a0c-0305e82c3301', 'Yes'),
      { ...rule('tags', 'Board'), viewId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' },
      { viewId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' },
    ]) {
      const reply = await create(body);
      expect([reply.status, reply.body.error?.code], JSON.stringify(body)).toEqual([400, 'VALIDATION_ERROR']);
    }
    const blind = await signIn(['crm.groups.read', 'crm.groups.write']);
    expect((await create(rule('tags', 'Board'), blind)).status).toBe(403);
  });

  it('is shown to those who may change the group and read people, and to nobody else', async () => {
    const tag = newTag();
    const owner = await createPerson('Sims');
    const id = await createGroup(byTag(tag), { visibility: 'public', ownerIds: [owner] });
    const see = async (token: string | undefined) => {
      const reply = await platform.call('GET', 'crm', `/api/v1/groups/get/${id}`, {
        tenant: 'demo',
        ...(token && { token }),
      });
      expect(reply.status, reply.text).toBe(200);
      expect(reply.text.includes(tag)).toBe(reply.body.filter !== null);
      return [reply.body.filter !== null, reply.body.refreshedDate !== null];
    };
    expect(await see(manager)).toEqual([true, true]);
    expect(await see(await signIn(readers, owner))).toEqual([true, true]);
    expect(await see(await signIn(['crm.groups.read'], owner))).toEqual([false, false]);
    expect(await see(await signIn(['crm.groups.read', 'crm.groups.write']))).toEqual([false, false]);
    expect(await see(await signIn(readers))).toEqual([false, true]);
  });

  it('is that of a saved view at the moment it is chosen', async () => {
    const tag = newTag();
    await createPerson('Todd', { tags: [tag] });
    const save = (request: object, list = 'people') =>
      done('POST', 'Views', { list, name: newTag(), request });
    const { id: viewId } = await save({ sortBy: 'name', filterBody: byTag(tag) });
    const { id, filter } = await done('POST', 'groups', { name: newTag(), viewId });
    expect(filter.filterBody).toMatchObject({ filterRules: [{ fieldId: 'tags', selectedValues: [tag] }] });
    await compareAll(id);
    expect(await listMembers(id)).toEqual(['Todd']);
    for (const view of [
      await save({ filterBody: { searchText: 'todd' } }),
      await save({ filterBody: { ...byTag(tag), onlyFavorite: true } }),
      await save({ filterBody: {} }),
      await save({ filter: {} }, 'organizations'),
    ]) {
      const reply = await send('PATCH', `groups/${id}`, { viewId: view.id });
      expect([reply.status, reply.body.error?.details?.[0]?.field], view.name).toEqual([400, 'viewId']);
    }
    const stranger = await signIn(['crm.people.read', 'crm.groups.read', 'crm.groups.write']);
    expect((await send('PATCH', `groups/${id}`, { viewId }, stranger)).status).toBe(400);
  });
});
