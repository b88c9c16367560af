// Groups of people (docs/interface/groups.md).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as moveReferences } from '../../functions/crm/jobs/merge-records/handler.ts';
import type { Permission } from '../../shared/auth/permissions/permissions.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';

let platform: TestPlatform;
let manager: string;

const all = ['crm.people.read', 'crm.people.write', 'crm.groups.read', 'crm.groups.write'] as const;
const send = (method: string, path: string, body?: unknown, token: string | undefined = manager) =>
  platform.call(method, 'crm', `/api/v1/${path}`, { tenant: 'demo', ...(token && { token }), body });
const sendAsStranger = (method: string, path: string, body?: unknown) =>
  platform.call(method, 'crm', `/api/v1/${path}`, { tenant: 'demo', body });
const createPerson = async (lastName: string, more: object = {}): Promise<string> =>
  (await send('POST', 'people', { lastName, ...more })).body.id;
const signIn = (
  personId: string,
  permissions: readonly Permission[] = ['crm.people.read', 'crm.groups.read'],
) => platform.tokenFor({ tenant: 'demo', permissions, personId });
const createGroup = async (name: string, more: object = {}): Promise<string> => {
  const reply = await send('POST', 'groups', { name, ...more });
  expect(reply.status, reply.text).toBe(201);
  return reply.body.id;
};
const add = (groupId: string, personIds: readonly string[], token = manager) =>
  send('POST', `groups/${groupId}/Members`, { personIds }, token);
const listTitles = async (token: string | undefined, body: object = {}): Promise<string[]> => {
  const request = {
    itemCount: '100',
    pageNumber: '1',
    filterBody: { searchText: '', selectedDate: '' },
    ...body,
  };
  const path = 'groups/list';
  const reply = await (token === undefined
    ? sendAsStranger('POST', path, request)
    : send('POST', path, request, token));
  expect(reply.status, reply.text).toBe(200);
  return reply.body.result.map(({ groupView }: { groupView: { title: string } }) => groupView.title);
};
const countGroups = async (token: string): Promise<number> =>
  (await send('POST', 'groups/list/count', {}, token)).body;
const listNames = async (groupId: string, body: object = {}, token = manager): Promise<string[]> => {
  const reply = await send(
    'POST',
    `GroupPeopleList/demo/${groupId}`,
    { groupId, itemCount: 50, ...body },
    token,
  );
  expect(reply.status, reply.text).toBe(200);
  return reply.body.result.map(({ people }: { people: { lastName: string } }) => people.lastName);
};
const count = async (groupId: string, body: object = {}): Promise<number> =>
  (await send('POST', `GroupPeopleListCount/demo/${groupId}`, { groupId, ...body })).body;
const merge = async (id: string, personId: string): Promise<void> => {
  const reply = await send('POST', `people/${id}/Merge`, { personId });
  expect(reply.status, reply.text).toBe(200);
  await runMerge(personId);
};
const runMerge = (personId: string) =>
  moveReferences({
    Records: [
      {
        eventName: 'MODIFY',
        dynamodb: {
          Keys: { pk: { S: `T#demo#PERSON#${personId}` }, sk: { S: 'MERGE' } },
          NewImage: { type: { S: 'person-merge' } },
        },
      },
    ],
  });

beforeAll(async () => {
  platform = await startPlatform();
  manager = await platform.tokenFor({ tenant: 'demo', permissions: [...all] });
});
afterAll(() => platform.stop());

describe('a group', () => {
  it('is created with its owners as members, changed, deactivated and reactivated', async () => {
    const owner = await createPerson('Ownera', { firstName: 'Ida', email: 'ida@owner.example' });
    const created = await send('POST', 'groups', { name: 'Bridge builders', ownerIds: [owner] });
    expect(created.status, created.text).toBe(201);
    const { id } = created.body;
    expect(created.body).toMatchObject({ title: 'Bridge builders', visibility: 'tenant', memberCount: 1 });
    const changed = await send('PATCH', `groups/${id}`, { name: 'Bridge menders', description: 'Mend.' });
    expect(changed.body).toMatchObject({ name: 'Bridge menders', description: 'Mend.', memberCount: 1 });
    expect((await send('PATCH', `groups/${id}`, { description: null })).body.description).toBe(null);
    for (const [method, path] of [
      ['POST', 'groups'],
      ['PATCH', `groups/${id}`],
    ] as const) {
      const nameless = await send(method, path, { name: null });
      expect([nameless.status, nameless.body.error.details], method).toMatchObject([
        400,
        [{ field: 'name' }],
      ]);
    }
    const owners = await send('GET', `groups/GetGroupOwner/list/${id}`);
    expect(owners.body).toMatchObject({ people: [{ peopleId: owner, fullName: 'Ida Ownera' }] });
    const lite = await send('GET', `groups/get/peoples/lite/${id.toUpperCase()}`);
    expect(lite.body).toMatchObject([{ people: { id: owner, lastName: 'Ownera' } }]);
    const reader = await signIn(await createPerson('Reader'));
    expect(await listTitles(reader)).toContain('Bridge menders');
    expect((await send('POST', `groups/${id}/Deactivate`)).body.isActive).toBe(false);
    expect(await listTitles(reader)).not.toContain('Bridge menders');
    expect((await send('GET', `groups/get/${id}`, undefined, reader)).status).toBe(404);
    expect(await listTitles(await signIn(owner))).toContain('Bridge menders');
    expect((await send('POST', `groups/${id}/Reactivate`)).body.isActive).toBe(true);
    expect(await listTitles(reader)).toContain('Bridge menders');
  });

  it('is changed only by its owners and with the permission', async () => {
    const [owner, member] = [await createPerson('Ownerb'), await createPerson('Memberb')];
    const id = await createGroup('Changed by owners', { ownerIds: [owner] });
    const [asOwner, asMember] = [await signIn(owner), await signIn(member)];
    expect((await add(id, [member], asOwner)).body).toEqual({ added: [member], present: [] });
    expect((await add(id, [member, owner], asOwner)).body).toEqual({ added: [], present: [member, owner] });
    expect((await send('PATCH', `groups/${id}`, { description: 'Mine' }, asOwner)).status).toBe(200);
    expect((await send('PATCH', `groups/${id}`, { description: 'No' }, asMember)).status).toBe(403);
    expect((await add(id, [member], asMember)).status).toBe(403);
    const owners = await send('PUT', `groups/${id}/Owners`, { ownerIds: [member] }, asOwner);
    expect(owners.body).toMatchObject({ isOwner: false, isMember: true, memberCount: 2 });
    expect((await send('PATCH', `groups/${id}`, { description: 'Mine' }, asOwner)).status).toBe(403);
    const leave = (personIds: string[], token: string) =>
      send('POST', `groups/${id}/Members/Remove`, { personIds }, token);
    expect((await leave([member], asOwner)).status).toBe(403);
    expect((await leave([owner], asOwner)).body).toEqual({ removed: [owner], absent: [] });
    expect((await leave([member, owner], asMember)).body).toEqual({ removed: [member], absent: [owner] });
    expect((await send('GET', `groups/GetGroupOwner/list/${id}`)).body.people).toEqual([]);
    expect(await count(id)).toBe(0);
  });

  it('names every person who does not exist', async () => {
    const id = await createGroup('Unknown people');
    const unknown = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
    const reply = await add(id, unknown);
    expect(reply.status).toBe(400);
    expect(reply.body.error.details).toHaveLength(2);
  });
});

describe('who sees a group', () => {
  it('is said by its visibility, its members and the access policy of the tenant', async () => {
    const member = await createPerson('Seer');
    const [asMember, asReader] = [await signIn(member), await signIn(await createPerson('Onlooker'))];
    const groups: Record<string, string> = {};
    for (const visibility of ['public', 'tenant', 'members'])
      groups[visibility] = await createGroup(`Seen by ${visibility}`, { visibility });
    await add(groups.members ?? '', [member]);
    const seen = async (token: string | undefined) =>
      (await listTitles(token)).filter((title) => title.startsWith('Seen by'));
    expect(await seen(manager)).toEqual(['Seen by members', 'Seen by public', 'Seen by tenant']);
    expect(await seen(asMember)).toEqual(['Seen by members', 'Seen by public', 'Seen by tenant']);
    expect(await seen(asReader)).toEqual(['Seen by public', 'Seen by tenant']);
    expect((await countGroups(asMember)) - (await countGroups(asReader))).toBe(1);
    expect(await listTitles(asReader, { filterBody: { searchText: 'seen by' } })).toHaveLength(2);
    expect(await listTitles(asMember, { filterBody: { searchText: 'seen by' } })).toHaveLength(3);
    for (const path of ['groups/get/', 'groups/GetGroupOwner/list/', 'groups/get/peoples/lite/'])
      expect((await send('GET', `${path}${groups.members}`, undefined, asReader)).status).toBe(404);
    const hidden = await send('POST', `GroupPeopleList/demo/${groups.members}`, { itemCount: 5 }, asReader);
    expect(hidden.status).toBe(404);
    expect(await listNames(groups.members ?? '', {}, asMember)).toEqual(['Seer']);

    const admin = await platform.tokenFor({ tenant: 'demo', permissions: ['crm.settings.write'] });
    const setPolicy = (read: string) => send('PUT', 'Settings/AccessPolicy', { read }, admin);
    await setPolicy('token');
    expect((await sendAsStranger('POST', 'groups/list', {})).status).toBe(401);
    await setPolicy('tenant');
    expect(await seen(undefined)).toEqual(['Seen by public']);
    expect((await sendAsStranger('GET', `groups/get/${groups.public}`)).status).toBe(200);
    expect((await sendAsStranger('GET', `groups/get/${groups.tenant}`)).status).toBe(404);
    expect((await sendAsStranger('GET', `groups/get/peoples/lite/${groups.public}`)).status).toBe(401);
    const owned = await createGroup('Owned in public', { visibility: 'public', ownerIds: [member] });
    const list = await sendAsStranger('POST', 'groups/list', { filterBody: { searchText: 'owned' } });
    expect(list.body.result[0].groupView).toMatchObject({ id: owned, groupOwners: [] });
  });

  it('lists and counts the same groups wherever the filters of the body are', async () => {
    await createGroup('Placed filters');
    const filter = { searchText: 'placed filt' };
    for (const body of [filter, { filterBody: filter }]) {
      const [list, number] = await Promise.all(
        ['groups/list', 'groups/list/count'].map((path) => send('POST', path, body)),
      );
      expect([list?.body.totalCount, list?.headers.get('ignored-fields')]).toEqual([1, null]);
      expect([number?.body, number?.headers.get('ignored-fields')]).toEqual([1, null]);
    }
  });

  it('leaves no gap between the pages of a list with own groups among those of everybody', async () => {
    const member = await createPerson('Pager');
    const asMember = await signIn(member);
    for (let index = 0; index < 9; index += 1) {
      const isHidden = index % 3 === 0;
      const id = await createGroup(`Paged ${index}`, { visibility: isHidden ? 'members' : 'tenant' });
      if (isHidden) await add(id, [member]);
    }
    for (const id of [
      await createGroup('AAA first', { visibility: 'members' }),
      await createGroup('ZZZ last', { visibility: 'members' }),
    ])
      await add(id, [member]);
    for (const sortDirection of ['asc', 'desc']) {
      const whole = await listTitles(asMember, { sortDirection });
      expect(whole).toHaveLength(await countGroups(asMember));
      expect(whole.toSorted((a, b) => (sortDirection === 'asc' ? 1 : -1) * a.localeCompare(b))).toEqual(
        whole,
      );
      for (const itemCount of [1, 2, 3, 5, 7]) {
        const pages: string[] = [];
        for (let pageNumber = 1; pages.length < whole.length; pageNumber += 1)
          pages.push(...(await listTitles(asMember, { itemCount, pageNumber, sortDirection })));
        expect(pages).toEqual(whole);
      }
    }
  });
});

describe('the people of a group', () => {
  it('are listed by name, filtered, searched and counted as people are', async () => {
    const id = await createGroup('Filtered');
    const people = [
      await createPerson('Quartz', { tags: ['stone'], title: 'Miner', department: 'Pits' }),
      await createPerson('Basalt', { tags: ['stone'], email: 'basalt@stone.example' }),
      await createPerson('Maple', { tags: ['wood'], personTypes: ['Tree'] }),
    ];
    await createPerson('Granite', { tags: ['stone'] });
    await add(id, people);
    expect(await listNames(id)).toEqual(['Basalt', 'Maple', 'Quartz']);
    expect(await listNames(id, { sortDirection: 'desc', itemCount: '2' })).toEqual(['Quartz', 'Maple']);
    expect(await listNames(id, { sortBy: 'updated' })).toEqual(['Quartz', 'Basalt', 'Maple']);
    const filterRules = [{ fieldId: 'tags', filterType: 1, selectedValues: ['Stone'] }];
    expect(await listNames(id, { filterBody: { filterRules } })).toEqual(['Basalt', 'Quartz']);
    expect(await count(id, { filterRules })).toBe(2);
    expect(
      await count(id, { searchText: '', filterRules: [{ fieldId: 'positions', selectedValues: '' }] }),
    ).toBe(3);
    expect(await listNames(id, { filterBody: { searchText: 'ba' } })).toEqual(['Basalt']);
    expect(await listNames(id, { filterBody: { searchText: 'granite' } })).toEqual([]);
    expect(await listNames(id, { filterBody: { searchText: 'basalt@' } })).toEqual(['Basalt']);
    const byIds = [{ fieldId: 'peopleids', selectedValues: people.slice(0, 1) }];
    expect(await listNames(id, { filterBody: { filterRules: byIds } })).toEqual(['Quartz']);
    const lite = await send('POST', `groups/GroupPeopleListLite/${id}`, { itemCount: 5, fields: [] });
    expect(lite.body.totalCount).toBe(3);
    const values = async (field: string) => (await send('GET', `list/people/${field}/2026-01-01/${id}`)).body;
    expect(await values('position')).toEqual([{ id: 'Miner', name: 'Miner' }]);
    expect(await values('department')).toEqual([{ id: 'Pits', name: 'Pits' }]);
    expect(await values('persontype')).toEqual([{ id: 'Tree', name: 'Tree' }]);
    expect(await values('organization')).toEqual([]);
    expect((await send('POST', `GroupPeopleList/harbor/${id}`, {})).status).toBe(403);
  });

  it('follow a merge, one of two who are both members, and come back when it is undone', async () => {
    const [both, ownerOnly] = [await createGroup('Has both'), await createGroup('Has one')];
    const [kept, gone] = [await createPerson('Keptgroup'), await createPerson('Gonegroup')];
    await add(both, [kept, gone]);
    await send('PUT', `groups/${ownerOnly}/Owners`, { ownerIds: [gone] });
    await merge(kept, gone);
    expect([await listNames(both), await count(both)]).toEqual([['Keptgroup'], 1]);
    expect([await listNames(ownerOnly), await count(ownerOnly)]).toEqual([['Keptgroup'], 1]);
    const owners = await send('GET', `groups/GetGroupOwner/list/${ownerOnly}`);
    expect(owners.body.people.map(({ peopleId }: { peopleId: string }) => peopleId)).toEqual([kept]);
    const undo = await send('POST', `people/${gone}/UndoMerge`);
    expect(undo.status, undo.text).toBe(200);
    await runMerge(gone);
    expect([await listNames(both), await count(both)]).toEqual([['Gonegroup', 'Keptgroup'], 2]);
    expect([await listNames(ownerOnly), await count(ownerOnly)]).toEqual([['Gonegroup'], 1]);
  });
});

describe('a request to become a member', () => {
  it('is made, changed, withdrawn, refused and accepted', async () => {
    const [owner, asking] = [await createPerson('Ownerr'), await createPerson('Asker')];
    const id = await createGroup('Asked', { ownerIds: [owner] });
    const [asOwner, asAsker] = [await signIn(owner), await signIn(asking)];
    const ask = (message?: string) => send('POST', `groups/${id}/Requests`, { message }, asAsker);
    const listRequests = async () =>
      (await send('GET', `groups/${id}/Requests`, undefined, asOwner)).body.data;
    const decide = (how: string, token = asOwner) =>
      send('POST', `groups/${id}/Requests/${asking}/${how}`, undefined, token);
    const mine = async () => (await send('GET', `groups/get/${id}`, undefined, asAsker)).body;
    expect((await ask('First')).body).toMatchObject({ status: 'pending', person: { id: asking } });
    await ask('Second');
    expect(await listRequests()).toMatchObject([{ message: 'Second', person: { fullName: 'Asker' } }]);
    expect(await mine()).toMatchObject({ isMember: false, request: 'pending' });
    expect((await send('GET', `groups/${id}/Requests`, undefined, asAsker)).status).toBe(403);
    expect((await decide('Accept', asAsker)).status).toBe(403);
    expect((await send('DELETE', `groups/${id}/Requests`, undefined, asAsker)).status).toBe(204);
    expect(await listRequests()).toEqual([]);
    expect((await decide('Accept')).status).toBe(404);
    await ask();
    expect((await decide('Refuse')).body).toMatchObject({ status: 'refused', message: null });
    expect(await listRequests()).toEqual([]);
    expect((await mine()).request).toBe('refused');
    expect((await decide('Accept')).status).toBe(404);
    await ask();
    expect((await decide('Accept')).body.status).toBe('accepted');
    expect(await mine()).toMatchObject({ isMember: true, request: null, memberCount: 2 });
    expect(await listRequests()).toEqual([]);
    expect((await ask()).status).toBe(409);
  });

  it('ends when its person becomes a member or an owner without being accepted', async () => {
    const [added, promoted] = [await createPerson('Addedasker'), await createPerson('Promotedasker')];
    const id = await createGroup('Asked and added');
    for (const person of [added, promoted])
      expect((await send('POST', `groups/${id}/Requests`, {}, await signIn(person))).status).toBe(200);
    const listRequests = async () => (await send('GET', `groups/${id}/Requests`)).body.data;
    expect(await listRequests()).toHaveLength(2);
    await send('POST', `groups/${id}/Members`, { personIds: [added] });
    expect(await listRequests()).toMatchObject([{ person: { id: promoted } }]);
    await send('PUT', `groups/${id}/Owners`, { ownerIds: [promoted] });
    expect(await listRequests()).toEqual([]);
    const mine = await send('GET', `groups/get/${id}`, undefined, await signIn(promoted));
    expect(mine.body).toMatchObject({ isMember: true, request: null });
  });

  it('is of a person, in a group that this person sees', async () => {
    const hidden = await createGroup('Not to be asked', { visibility: 'members' });
    const asking = await signIn(await createPerson('Hopeful'));
    expect((await send('POST', `groups/${hidden}/Requests`, {}, asking)).status).toBe(404);
    expect((await send('POST', `groups/${hidden}/Requests`, {})).status).toBe(409);
  });

  it('follows a merge, also of two who both asked', async () => {
    const [kept, gone] = [await createPerson('Keptasker'), await createPerson('Goneasker')];
    const [both, one] = [await createGroup('Asked by both'), await createGroup('Asked by one')];
    for (const [id, person] of [
      [both, kept],
      [both, gone],
      [one, gone],
    ] as const)
      await send('POST', `groups/${id}/Requests`, {}, await signIn(person));
    await merge(kept, gone);
    for (const id of [both, one]) {
      const { data } = (await send('GET', `groups/${id}/Requests`)).body;
      expect(data.map(({ person }: { person: { id: string } }) => person.id)).toEqual([kept]);
    }
  });
});
