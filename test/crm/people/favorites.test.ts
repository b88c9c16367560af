// Favorite people of a caller (docs/interface/crm.md#favorites).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as moveReferences } from '../../../functions/crm/jobs/merge-records/handler.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;
let other: string;

const send = (method: string, path: string, body?: unknown, as = token) =>
  platform.call(method, 'crm', `/api/v1/${path}`, { tenant: 'demo', token: as, body });
const create = async (lastName: string, more: object = {}): Promise<string> =>
  (await send('POST', 'people', { lastName, ...more })).body.id;
const mark = (id: string, as = token) => send('PUT', `people/${id}/Favorite`, undefined, as);
const listFavorites = async (as = token, filter: object = {}): Promise<string[]> => {
  const body = { itemCount: 50, pageNumber: 1, filterBody: { onlyFavorite: true, ...filter } };
  const reply = await send('POST', 'People/NewPeoplePagingList', body, as);
  expect(reply.status, reply.text).toBe(200);
  expect(reply.body.totalCount).toBe(reply.body.result.length);
  return reply.body.result.map(({ people }: { people: { lastName: string } }) => people.lastName);
};
const readProfile = async (id: string, as = token) =>
  (await send('POST', 'People/GetLoggedInUserDetailWithFields', { id, fieldIds: [] }, as)).body.people;

beforeAll(async () => {
  platform = await startPlatform();
  const permissions = ['crm.people.read', 'crm.people.write'] as const;
  token = await platform.tokenFor({ tenant: 'demo', permissions });
  other = await platform.tokenFor({ tenant: 'demo', permissions });
});
afterAll(() => platform.stop());

describe('favorites', () => {
  it('are marked, listed with other filters, and removed, for the caller alone', async () => {
    const [a, b] = [await create('Favb', { tags: ['Fav'] }), await create('Fava')];
    expect((await mark(a)).status).toBe(204);
    expect((await mark(a.toUpperCase())).status).toBe(204);
    await mark(b);
    expect(await listFavorites()).toEqual(['Fava', 'Favb']);
    const rule = { fieldId: 'tags', filterType: 1, selectedValues: ['fav'] };
    expect(await listFavorites(token, { filterRules: [rule] })).toEqual(['Favb']);
    expect(await listFavorites(token, { searchText: 'fava' })).toEqual(['Fava']);
    expect(await listFavorites(other)).toEqual([]);
    expect(await readProfile(a)).toMatchObject({ isFavorite: true, isStarredMember: true });
    expect(await readProfile(a, other)).toMatchObject({ isFavorite: false, isStarredMember: false });
    expect((await send('DELETE', `people/${a}/Favorite`)).status).toBe(204);
    expect((await send('DELETE', `people/${a}/Favorite`)).status).toBe(204);
    expect(await listFavorites()).toEqual(['Fava']);
    expect((await send('DELETE', `people/${b}/Favorite`)).status).toBe(204);
  });

  it('are people who exist', async () => {
    expect((await mark('00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });

  it('follow a merge of the person, and of the person whose they are', async () => {
    const [kept, gone] = [await create('Keptfav'), await create('Gonefav')];
    const [owner, former] = [await create('Owner'), await create('Former')];
    const ownerToken = await platform.tokenFor({
      ...{ tenant: 'demo', permissions: ['crm.people.read'], personId: former },
    });
    await mark(gone);
    await mark(kept, ownerToken);
    for (const [id, personId] of [
      [kept, gone],
      [owner, former],
    ] as const) {
      expect((await send('POST', `people/${id}/Merge`, { personId })).status).toBe(200);
      const Keys = { pk: { S: `T#demo#PERSON#${personId}` }, sk: { S: 'MERGE' } };
      await moveReferences({
        Records: [{ eventName: 'MODIFY', dynamodb: { Keys, NewImage: { type: { S: 'person-merge' } } } }],
      });
    }
    expect(await listFavorites()).toEqual(['Keptfav']);
    const ownersToken = await platform.tokenFor({
      ...{ tenant: 'demo', permissions: ['crm.people.read'], personId: owner },
    });
    expect(await listFavorites(ownersToken)).toEqual(['Keptfav']);
  });
});
