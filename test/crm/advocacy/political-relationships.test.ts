// Who knows which official (docs/interface/crm.md#political-relationships).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as moveReferences } from '../../../functions/crm/jobs/merge-records/handler.ts';
import { people } from '../../../shared/directory/writing/collection.ts';
import { upsert } from '../../../shared/directory/writing/upsert.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;
let types: { readonly id: string; readonly name: string }[];
let officials = 0;

const send = (method: string, path: string, body?: unknown, as = token) =>
  platform.call(method, 'crm', `/api/v1/${path}`, { tenant: 'demo', token: as, body });
const create = async (lastName: string): Promise<string> =>
  (await send('POST', 'people', { lastName })).body.id;
const typeId = (name: string): string => types.find((type) => type.name === name)?.id ?? '';

/** Somebody with an office, as an import writes them. */
async function createOfficial(lastName: string): Promise<string> {
  officials += 1;
  const id = `00000000-0000-4000-8000-${String(officials).padStart(12, '0')}`;
  const office = {
    id,
    kind: 'legislature' as const,
    role: 'upper',
    state: 'OR',
    district: String(officials),
  };
  const content = { lastName, displayName: lastName, offices: [office] };
  await upsert(platform.store('demo'), people, [{ id, content }], { now: new Date() });
  return id;
}
const save = (body: object) => send('POST', 'advocacy/SavePeopleRelationship', body);
const listOf = async (personId: string, query = ''): Promise<Record<string, unknown>[]> =>
  (await send('GET', `advocacy/list/people-relationships/${personId}${query}`)).body;
const listWith = async (officialId: string, query = '') =>
  (await send('GET', `advocacy/officials/${officialId}/people-relationships${query}`)).body;
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
    permissions: ['crm.people.read', 'crm.people.write', 'crm.advocacy.read', 'crm.advocacy.write'],
  });
  types = (await send('GET', 'advocacy/GetRelationshipTypes')).body;
});
afterAll(() => platform.stop());

describe('relationship types', () => {
  it('are those of every tenant and own ones, each name once', async () => {
    expect(types.map(({ name }) => name)).toContain('Friend');
    const path = 'advocacy/RelationshipType';
    const own = await send('POST', path, { name: 'Fishing partner' });
    expect(own.body).toMatchObject({ name: 'Fishing partner', isBuiltIn: false, isActive: true });
    for (const name of ['fishing PARTNER', 'friend'])
      expect((await send('POST', path, { name })).body.error.code).toBe('ALREADY_EXISTS');
    const names = (await send('GET', 'advocacy/GetRelationshipTypes')).body.map(
      ({ name }: { name: string }) => name,
    );
    expect(names).toEqual(names.toSorted());
    expect(names).toContain('Fishing partner');
  });

  it('that every tenant has are changed for the own tenant, and retired', async () => {
    const id = typeId('Neighbor');
    const renamed = await send('PUT', `advocacy/RelationshipType/${id}`, { name: 'Lives nearby' });
    expect(renamed.body).toMatchObject({ id, name: 'Lives nearby', isBuiltIn: false });
    const reply = await send('PUT', `advocacy/RelationshipType/${id}`, { name: 'Neighbor', isActive: false });
    expect(reply.status, reply.text).toBe(200);
    expect((await send('GET', 'advocacy/GetRelationshipTypes')).text).not.toContain(id);
    expect((await send('GET', 'advocacy/GetRelationshipTypes?includeInactive=true')).text).toContain(id);
    const [personId, officialId] = [await create('Typist'), await createOfficial('Typed')];
    expect((await save({ personId, officialId, typeId: id })).body.error.details[0]).toMatchObject({
      code: 'NOT_ALLOWED',
      field: 'typeId',
    });
  });
});

describe('relationships', () => {
  it('are saved, changed, ended and deleted', async () => {
    const [personId, officialId] = [await create('Knows'), await createOfficial('Known')];
    const saved = await save({ personId, officialId, typeId: typeId('Friend'), notes: 'School.' });
    expect(saved.body).toMatchObject({
      ...{ personName: 'Knows', officialName: 'Known', typeName: 'Friend', strength: 3 },
      ...{ status: 'current', isActive: true, startDate: null, notes: 'School.' },
    });
    const path = `advocacy/people-relationships/${personId}/${saved.body.id}`;
    expect((await send('PATCH', path, { strength: 5, notes: null })).body).toMatchObject({
      ...{ strength: 5, notes: null },
    });
    const replaced = await save({
      ...{ id: saved.body.id, personId, officialId, typeId: typeId('Family') },
      startDate: '2020-01-01',
    });
    expect(replaced.body).toMatchObject({ id: saved.body.id, typeName: 'Family', strength: 3 });
    expect((await send('POST', `${path}/End`, { endDate: '2019-12-31' })).status).toBe(400);
    const ended = await send('POST', `${path}/End`, { endDate: '2021-06-30' });
    expect(ended.body).toMatchObject({ status: 'past', isActive: false, endDate: '2021-06-30' });
    expect(await listOf(personId, '?status=current')).toEqual([]);
    expect(await listOf(personId)).toHaveLength(1);
    expect((await send('DELETE', path)).status).toBe(204);
    expect((await send('GET', path)).status).toBe(404);
  });

  it('of one type with one official do not overlap', async () => {
    const [personId, officialId] = [await create('Again'), await createOfficial('Twice')];
    const base = { personId, officialId, typeId: typeId('Campaign volunteer') };
    await save({ ...base, startDate: '2018-01-01', endDate: '2018-12-31' });
    expect((await save({ ...base, startDate: '2022-01-01' })).status).toBe(200);
    expect(
      (await save({ ...base, startDate: '2018-12-31', endDate: '2019-01-31' })).body.error,
    ).toMatchObject({
      details: [{ code: 'DUPLICATE_VALUE', field: 'typeId' }],
    });
    expect((await save({ ...base, typeId: typeId('Friend') })).status).toBe(200);
    const all = await Promise.all(
      Array.from({ length: 4 }, () => save({ ...base, typeId: typeId('Classmate') })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('are saved all or none, with what is wrong with any of them', async () => {
    const [personId, officialId] = [await create('Many'), await createOfficial('Manyfold')];
    const good = { personId, officialId, typeId: typeId('Friend'), strength: 5 };
    const saveAll = (relationships: object[]) =>
      send('POST', 'advocacy/SavePeopleRelationships', { relationships });
    const unknown = '00000000-0000-4000-8000-00000000ffff';
    const bad = await saveAll([
      good,
      good,
      { ...good, officialId: personId },
      { ...good, officialId: await create('Nobody') },
      { ...good, personId: unknown, typeId: unknown },
      { ...good, typeId: typeId('Family'), startDate: '2020-02-02', endDate: '2020-02-01' },
      { ...good, typeId: typeId('Classmate'), id: unknown },
    ]);
    expect(bad.status).toBe(400);
    expect(bad.body.error.details.map(({ field }: { field: string }) => field).sort()).toEqual([
      'relationships[2].officialId',
      'relationships[3].officialId',
      'relationships[4].personId',
      'relationships[4].typeId',
      'relationships[5].endDate',
      'relationships[6].id',
    ]);
    const overlapping = await saveAll([good, good, { ...good, typeId: typeId('Family') }]);
    expect(overlapping.body.error).toMatchObject({
      code: 'CONFLICT',
      details: [{ code: 'DUPLICATE_VALUE', field: 'relationships[1].typeId' }],
    });
    expect(await listOf(personId)).toEqual([]);
    const other = await create('Manytwo');
    const both = await saveAll([good, { ...good, personId: other, strength: 1 }]);
    expect(both.body.map((each: { personName: string }) => each.personName)).toEqual(['Many', 'Manytwo']);
    const largest = Array.from({ length: 20 }, async (_, index) => ({
      ...good,
      personId: await create(`Largest ${index}`),
      officialId: await createOfficial(`Official ${index}`),
    }));
    expect((await saveAll(await Promise.all(largest))).body).toHaveLength(20);
  });

  it('need the permissions of advocacy', async () => {
    const reader = await platform.tokenFor({ tenant: 'demo', permissions: ['crm.people.read'] });
    const personId = await create('Private');
    const path = `advocacy/list/people-relationships/${personId}`;
    expect((await send('GET', path, undefined, reader)).status).toBe(403);
    expect((await platform.call('GET', 'crm', `/api/v1/${path}`, { tenant: 'demo' })).status).toBe(401);
  });
});

describe('who knows an official', () => {
  it('is listed by strength, as of a day, in pages', async () => {
    const officialId = await createOfficial('Popular');
    const base = { officialId, typeId: typeId('Friend') };
    const names: string[] = [];
    for (const [name, more] of [
      ['Close', { strength: 5, startDate: '2020-01-01' }],
      ['Closer', { strength: 5, startDate: '2001-01-01' }],
      ['Former', { strength: 5, endDate: '2010-12-31' }],
      ['Distant', { strength: 1 }],
      ['Middling', { strength: 3, typeId: typeId('Family') }],
    ] as const)
      await save({ ...base, personId: await create(name), ...more });
    for (let cursor = ''; ; ) {
      const page = await listWith(officialId, `?pageSize=2${cursor}`);
      names.push(...page.data.map(({ personName }: { personName: string }) => personName));
      if (!page.hasNextPage) break;
      cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
    }
    expect(names).toEqual(['Closer', 'Close', 'Middling', 'Distant']);
    const namesOf = async (query: string) =>
      (await listWith(officialId, query)).data.map(({ personName }: { personName: string }) => personName);
    expect(await namesOf('?date=2010-06-01')).toEqual(['Closer', 'Former', 'Middling', 'Distant']);
    expect(await namesOf('?minimumStrength=4')).toEqual(['Closer', 'Close']);
    expect(await namesOf(`?typeId=${typeId('Family')}`)).toEqual(['Middling']);
    expect((await send('GET', `advocacy/officials/${officialId}/people-relationships?cursor=x`)).status).toBe(
      400,
    );
  });

  it('takes many reads where most relationships are over, and skips nobody', async () => {
    const [officialId, personId] = [await createOfficial('Longtime'), await create('Historic')];
    const base = { officialId, personId, typeId: typeId('Friend'), strength: 5 };
    for (let year = 1990; year < 2004; year += 1)
      await save({ ...base, startDate: `${year}-01-01`, endDate: `${year}-12-31` });
    await save({ ...base, strength: 1, startDate: '2004-01-01' });
    const found: string[] = [];
    let cursor = '';
    let pages = 0;
    for (let hasNext = true; hasNext; pages += 1) {
      const page = await listWith(officialId, `?pageSize=1${cursor}`);
      found.push(...page.data.map(({ startDate }: { startDate: string }) => startDate));
      hasNext = page.hasNextPage;
      cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
    }
    expect(found).toEqual(['2004-01-01']);
    expect(pages).toBeGreaterThan(1);
  });

  it('follows merges of the person and of the official', async () => {
    const [kept, gone] = [await create('Keptrel'), await create('Gonerel')];
    const [official, former] = [await createOfficial('Keptsen'), await createOfficial('Gonesen')];
    await save({ personId: gone, officialId: former, typeId: typeId('Friend') });
    await merge(kept, gone);
    await merge(official, former);
    expect(await listOf(kept)).toMatchObject([{ personName: 'Keptrel', officialName: 'Keptsen' }]);
    expect((await listWith(official)).data).toMatchObject([{ personId: kept, officialId: official }]);
    expect(await listOf(gone)).toEqual(await listOf(kept));
    // Saving one for the removed person names the person who remains.
    const refused = await save({ personId: gone, officialId: former, typeId: typeId('Friend') });
    expect([refused.status, refused.body.error.details]).toMatchObject([
      400,
      [
        { field: 'personId', message: expect.stringContaining(`merged into ${kept}`) },
        { field: 'officialId', message: expect.stringContaining(`merged into ${official}`) },
      ],
    ]);
  });
});
