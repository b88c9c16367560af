// Searching people (docs/interface/crm.md#search).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

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
    expect(await search('quill')).toEqual([
      "May O'Quill",
      'Quill Quillmann',
      'It Quillfeather',
      'Itziar Quillón',
    ]);
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

  it('finds names that are written together or apart', async () => {
    for (const person of [
      { firstName: 'Mary Jane', lastName: 'Zwatson' },
      { firstName: 'J. R. R.', lastName: 'Ztolkien' },
      { firstName: 'Sinéad', lastName: "O'Súilleabháin" },
      { firstName: '太郎', lastName: '山田' },
    ])
      await send('POST', 'people', person);
    expect(await search('maryjane')).toEqual(['Mary Jane Zwatson']);
    expect(await search('jrr ztolkien')).toEqual(['J. R. R. Ztolkien']);
    expect(await search('ó súilleabháin')).toEqual(["Sinéad O'Súilleabháin"]);
    expect(await search('山田太郎')).toEqual(['太郎 山田']);
  });

  it('finds a telephone number in any form and from its last digits, and ids in other systems', async () => {
    await send('POST', 'people', {
      ...{ firstName: 'Phoebe', lastName: 'Zphone', phone: '(202) 555-7391', mobilePhone: '+353 1 987 6543' },
      externalIds: [
        { scheme: 'members', identifier: 'AM-70231' },
        { scheme: 'ledger', identifier: '9918273' },
      ],
    });
    const texts = [
      '+1 202-555-7391',
      '2025557391',
      '555 7391',
      '7391',
      '01 987 6543',
      'AM-70231',
      'am70231',
      '9918273',
    ];
    for (const text of texts) expect([text, await search(text)]).toEqual([text, ['Phoebe Zphone']]);
    expect(await search('202-555-7392')).toEqual([]);
  });

  it('finds the people of a mail domain, for callers who see addresses', async () => {
    expect(await search('@mann.example')).toEqual(['Quill Quillmann']);
    const blind = await platform.tokenFor({ tenant: 'demo', permissions: ['crm.people.read'] });
    const path = `/api/v1/people/SearchPeopleList/${encodeURIComponent('@mann.example')}`;
    const hidden = await platform.call('POST', 'crm', path, { tenant: 'demo', token: blind });
    expect(names(hidden)).toEqual([]);
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
