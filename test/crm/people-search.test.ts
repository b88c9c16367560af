// Searching people (docs/interface/crm.md#search).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantKey } from '../../shared/auth/records.ts';
import { commit, update } from '../../shared/data/changes.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';

let platform: TestPlatform;
let token: string;

const send = (method: string, path: string, body?: unknown) =>
  platform.call(method, 'crm', `/api/v1/${path}`, { tenant: 'demo', token, body });

const names = (reply: { body: { data: { displayName: string }[] } }): string[] =>
  reply.body.data.map(({ displayName }) => displayName);
const search = async (text: string): Promise<string[]> =>
  names(await send('POST', `people/SearchPeopleList/${encodeURIComponent(text)}`));

beforeAll(async () => {
  platform = await startPlatform();
  const hidden = { emailsVisibleTo: 'permission' } as const;
  await commit([update(tenantKey(platform.store('demo')), { set: hidden })]);
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.people.read', 'crm.people.write', 'crm.emails.read'],
  });
  for (const [firstName, lastName, email] of [
    ['It', 'Quillfeather', 'it@quill.example'],
    ['Itziar', 'Quillón', 'itziar@quill.example'],
    ['Quill', 'Quillmann', 'quill@mann.example'],
    ['May', "O'Quill", 'may@quill.example'],
    ['Mayor', 'Zquill', 'mayor@quill.example'],
  ])
    await send('POST', 'people', { firstName, lastName, email });
});
afterAll(() => platform.stop());

describe('a search', () => {
  it('finds words by their beginning, without regard to case and accents, each person once', async () => {
    expect(await search('QUILLON')).toEqual(['Itziar Quillón']);
    expect(await search('quill')).toEqual(['Quill Quillmann', 'It Quillfeather', 'Itziar Quillón']);
    expect(await search("o'quill")).toEqual(["May O'Quill"]);
  });

  it('finds words of any length, the word itself before longer ones', async () => {
    expect(await search('it')).toEqual(['It Quillfeather', 'Itziar Quillón']);
    expect(await search('may')).toEqual(["May O'Quill", 'Maya Delacroix', 'Mayor Zquill']);
  });

  it('finds what has each of several words, in any order', async () => {
    expect(await search('quill itz')).toEqual(['Itziar Quillón']);
    expect(await search('mayor nobody')).toEqual([]);
    expect(await search('%%%')).toEqual([]);
  });

  it('finds a changed name at once, and the former one no more', async () => {
    const { body } = await send('POST', 'people', { lastName: 'Zebulon' });
    await send('PATCH', `people/${body.id}`, { lastName: 'Zacharias' });
    expect([await search('zebulon'), await search('zacharias')]).toEqual([[], ['Zacharias']]);
  });

  it('continues with its cursor, without a repetition', async () => {
    const found: string[] = [];
    for (let cursor = ''; cursor !== 'end'; ) {
      const { body } = await send('POST', `people/SearchPeopleList/quill?pageSize=1&cursor=${cursor}`);
      found.push(...names({ body }));
      cursor = body.nextCursor === null ? 'end' : encodeURIComponent(body.nextCursor);
    }
    expect(found).toEqual(await search('quill'));
    const { body } = await send('POST', 'people/SearchPeopleList/quill?cursor=1.nonsense');
    expect(body.error.details[0]).toMatchObject({ field: 'cursor', code: 'INVALID_FORMAT' });
  });

  it('by an address is for callers who see addresses', async () => {
    expect(await search('itziar@q')).toEqual(['Itziar Quillón']);
    const blind = await platform.tokenFor({ tenant: 'demo', permissions: ['crm.people.read'] });
    const reply = await platform.call(
      'POST',
      'crm',
      '/api/v1/people/SearchPeopleList/itziar%40quill.example',
      {
        tenant: 'demo',
        token: blind,
      },
    );
    expect(reply.body.data).toEqual([]);
  });
});

describe('PeoplePagingList', () => {
  it('is the list by name with its exact total, and a search with searchText', async () => {
    const all = await send('POST', 'people/PeoplePagingList', {
      pageIndex: 1,
      pageSize: 2,
      filter: { isActive: '' },
    });
    const expected = await send('GET', 'people?pageIndex=1&pageSize=2');
    expect(all.body).toEqual(expected.body);
    const found = await send('POST', 'people/PeoplePagingList', { filter: { searchText: 'quillón' } });
    expect([names(found), found.body.totalCount]).toEqual([['Itziar Quillón'], 1]);
  });

  it('a page of a search is reached by its cursor only', async () => {
    const { status, body } = await send('POST', 'people/PeoplePagingList', {
      pageIndex: 1,
      filter: { searchText: 'quill' },
    });
    expect([status, body.error.details[0].field]).toEqual([400, 'pageIndex']);
  });
});
