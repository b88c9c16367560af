// The constituencies in which there are people, with their numbers (docs/interface/crm.md#constituencies).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commit, remove } from '../../../shared/data/changes.ts';
import { constituencies } from '../../../shared/directory/officials/constituency.ts';
import type { OfficeContent } from '../../../shared/directory/people/office.ts';
import type { PersonContent } from '../../../shared/directory/people/person.ts';
import { people } from '../../../shared/directory/writing/collection.ts';
import { rebuildEntries } from '../../../shared/directory/writing/rebuild-entries.ts';
import { upsert } from '../../../shared/directory/writing/upsert.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { sweepValuesOfDay } from '../communication/sweep-values.ts';

const idaho = 'ocd-division/country:us/state:id';
const utah = 'ocd-division/country:us/state:ut';
let count = 0;
const nextId = (): string => {
  count += 1;
  return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
};

let platform: TestPlatform;
let token: string;

const send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  platform.call(method, 'crm', `/api/v1/${path}`, { tenant: 'demo', token, body, headers });
const divisions = (...identifiers: string[]) =>
  identifiers.map((identifier) => ({ scheme: 'ocd-division', identifier }));
async function importAll(contents: readonly PersonContent[]): Promise<string[]> {
  const records = contents.map((content) => ({ id: nextId(), content }));
  await upsert(platform.store('demo'), people, records, { now: new Date() });
  return records.map(({ id }) => id);
}
const importOne = async (lastName: string, content: PersonContent): Promise<string> =>
  (await importAll([{ lastName, ...content }]))[0] ?? '';
const list = async (query: string) => (await send('GET', `advocacy/constituencies?${query}`)).body;
interface Row {
  readonly division: string;
  readonly activePeople: number;
  readonly allPeople: number;
}
/** `[activePeople, allPeople]` by the end of the id. */
const numbers = async (query: string): Promise<Record<string, readonly [number, number]>> =>
  Object.fromEntries(
    (await list(query)).data.map(({ division, activePeople, allPeople }: Row) => [
      division.replace(/^.*country:us\//, ''),
      [activePeople, allPeople],
    ]),
  );

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.people.read', 'crm.people.write', 'crm.people.erase', 'crm.advocacy.read'],
  });
});
afterAll(() => platform.stop());

describe('the list of constituencies', () => {
  it('has each with its name, its people and whom it has elected, by state, kind and number', async () => {
    const seat = (office: Partial<OfficeContent>): OfficeContent[] => [
      { id: nextId(), kind: 'legislature', role: 'upper', state: 'ID', ...office },
    ];
    const [sage] = await importAll([
      { lastName: 'Sage', offices: seat({ district: '9', startDate: '2020-12-01' }) },
      { lastName: 'Former', offices: seat({ district: '9', endDate: '2020-11-30' }) },
      { lastName: 'Elsewhere', offices: seat({ district: '10' }) },
      {
        lastName: 'Federal',
        offices: seat({ jurisdiction: 'ocd-jurisdiction/country:us/government', district: 'Class 2' }),
      },
    ]);
    await importAll([
      { lastName: 'A', externalIds: divisions(`${idaho}/sldu:9`, `${idaho}/county:ada`, `${idaho}/sldl:9a`) },
      { lastName: 'B', externalIds: divisions(`${idaho}/sldu:11`, `${idaho}/county:ada`, `${idaho}/cd:1`) },
      { lastName: 'C', isActive: false, externalIds: divisions(`${idaho}/sldu:9`) },
    ]);
    const { data } = await list('state=id');
    expect(data.map(({ name }: { name: string }) => name)).toEqual([
      'Idaho',
      'Idaho Congressional District 1',
      'Idaho Senate District 9',
      'Idaho Senate District 11',
      'Idaho House of Representatives District 9A',
      'Ada County, Idaho',
    ]);
    expect(data[0]).toMatchObject({ activePeople: 2, allPeople: 3, officials: [{ name: 'Federal' }] });
    expect(data[2]).toEqual({
      ...{ division: `${idaho}/sldu:9`, kind: 'stateUpper', name: 'Idaho Senate District 9' },
      ...{ state: 'ID', district: '9', activePeople: 1, allPeople: 2 },
      officials: [
        {
          ...{ personId: sage, name: 'Sage', title: 'Senator', party: null },
          ...{ startDate: '2020-12-01', endDate: null },
        },
      ],
    });
    expect(data[3].officials).toEqual([]);
  });

  it('is filtered by kind and by state, on pages that cursors follow', async () => {
    await importAll([{ lastName: 'D', externalIds: divisions(`${utah}/sldu:2`, `${utah}/county:iron`) }]);
    const first = await list('kind=stateUpper&pageSize=2');
    const second = await list(`kind=stateUpper&pageSize=2&cursor=${first.nextCursor}`);
    const found = [...first.data, ...second.data].map(({ division }: Row) => division);
    expect(found).toEqual(expect.arrayContaining([`${idaho}/sldu:9`, `${idaho}/sldu:11`, `${utah}/sldu:2`]));
    expect(new Set(found).size).toBe(found.length);
    expect(Object.keys(await numbers('kind=county&state=UT'))).toEqual(['state:ut/county:iron']);
    const all = await list('pageSize=50');
    expect(all.data.map(({ division }: Row) => division)).toEqual(
      expect.arrayContaining([`${idaho}/cd:1`, `${utah}/sldu:2`]),
    );
    expect((await send('GET', 'advocacy/constituencies?kind=ward')).status).toBe(400);
    expect((await send('GET', 'advocacy/constituencies?state=Utah')).status).toBe(400);
    const other = await list('kind=county&state=UT&pageSize=1');
    expect(other.nextCursor).toBeNull();
    const wrong = `advocacy/constituencies?kind=county&cursor=${first.nextCursor}`;
    expect((await send('GET', wrong)).status).toBe(400);
  });

  it('is read by nobody without crm.advocacy.read', async () => {
    const other = await platform.tokenFor({ tenant: 'demo', permissions: ['crm.people.read'] });
    const { status } = await platform.call('GET', 'crm', '/api/v1/advocacy/constituencies', {
      ...{ tenant: 'demo', token: other },
    });
    expect(status).toBe(403);
  });
});

describe('the numbers of people', () => {
  const nevada = 'ocd-division/country:us/state:nv';
  const inNevada = () => numbers('state=NV');

  it('follow deactivation, dates, another district, merges and erasure', async () => {
    const clark = divisions(`${nevada}/county:clark`);
    const first = await importOne('First', { externalIds: clark });
    const second = await importOne('Second', { externalIds: clark });
    await importOne('Past', { externalIds: clark, activeTo: '2020-01-01' });
    const twin = await importOne('Twin', { externalIds: clark });
    await importOne('Future', { externalIds: clark, activeFrom: '2999-01-01' });
    expect(await inNevada()).toEqual({ 'state:nv': [3, 5], 'state:nv/county:clark': [3, 5] });

    expect((await send('POST', `people/${first}/Deactivate`)).status).toBeLessThan(300);
    expect(await inNevada()).toEqual({ 'state:nv': [2, 5], 'state:nv/county:clark': [2, 5] });
    expect((await send('POST', `people/${first}/Reactivate`)).status).toBeLessThan(300);

    await upsert(
      platform.store('demo'),
      people,
      [{ id: second, content: { lastName: 'Second', externalIds: divisions(`${nevada}/county:nye`) } }],
      { now: new Date() },
    );
    expect(await inNevada()).toMatchObject({ 'state:nv': [3, 5], 'state:nv/county:nye': [1, 1] });

    expect((await send('POST', `people/${first}/Merge`, { personId: twin })).status).toBe(200);
    expect(await inNevada()).toMatchObject({ 'state:nv': [2, 4], 'state:nv/county:clark': [2, 4] });

    const erased = await send('POST', `people/${second}/Erase`, { reason: 'Asked for it.' });
    expect(erased.status, erased.text).toBeLessThan(300);
    expect(await inNevada()).toEqual({ 'state:nv': [1, 3], 'state:nv/county:clark': [1, 3] });
  });

  it('are right after two hundred people are imported and half of them changed at the same time', async () => {
    const montana = 'ocd-division/country:us/state:mt';
    const contents = Array.from({ length: 200 }, (_, index) => ({
      lastName: `Many ${index}`,
      externalIds: divisions(
        `${montana}/sldu:${index % 7}`,
        `${montana}/sldl:${index % 11}`,
        `${montana}/cd:${index % 2}`,
      ),
    }));
    const ids = await importAll(contents);
    const half = ids.slice(0, 100).map((id, index) => ({
      id,
      content: { ...contents[index], isActive: false } as PersonContent,
    }));
    const store = platform.store('demo');
    await Promise.all([
      upsert(store, people, half.slice(0, 50), { now: new Date() }),
      upsert(store, people, half.slice(50), { now: new Date() }),
    ]);
    const found = await numbers('state=MT&pageSize=50');
    expect(found['state:mt']).toEqual([100, 200]);
    const cds = [found['state:mt/cd:0'], found['state:mt/cd:1']];
    expect(cds).toEqual([
      [50, 100],
      [50, 100],
    ]);
    const upper = Object.entries(found).filter(([name]) => name.includes('sldu'));
    expect(upper.reduce((sum, [, [, all]]) => sum + all, 0)).toBe(200);
  });

  it('are counted again by rebuild-directory where an earlier version stored none', async () => {
    const store = platform.store('demo');
    const before = await numbers('pageSize=50');
    const rows = await store.queryAll(constituencies(store, undefined));
    for (const { sk } of rows) await commit([remove(store.key('CONSTITUENCIES', sk))]);
    expect(await numbers('pageSize=50')).toEqual({});
    await rebuildEntries(store, 'people', () => undefined);
    expect(await numbers('pageSize=50')).toEqual(before);
  });

  it('that are none are not listed, and the sweep of the day removes their rows', async () => {
    const hawaii = 'ocd-division/country:us/state:hi';
    const id = await importOne('Islander', { externalIds: divisions(`${hawaii}/county:maui`) });
    const store = platform.store('demo');
    const rows = async () =>
      (await store.queryAll(constituencies(store, undefined))).filter(({ sk }) => sk.startsWith('HI#'));
    expect((await send('POST', `people/${id}/Erase`, { reason: 'Asked for it.' })).status).toBeLessThan(300);
    expect(await numbers('state=HI')).toEqual({});
    expect(await rows()).toHaveLength(2);
    await sweepValuesOfDay(store, Date.now() + 3 * 86_400_000);
    expect(await rows()).toEqual([]);
    expect((await numbers('state=ID'))['state:id/county:ada']?.[1]).toBeGreaterThan(0);
  });
});
