// Who represents a person (docs/interface/crm.md#who-represents-a-person). Divisions by OCDEP 2, the Open Civic Data ids.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OfficeContent } from '../../../shared/directory/people/office.ts';
import type { PersonContent } from '../../../shared/directory/people/person.ts';
import { people } from '../../../shared/directory/writing/collection.ts';
import { upsert } from '../../../shared/directory/writing/upsert.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

const washington = 'ocd-division/country:us/state:wa';
const congress = 'ocd-jurisdiction/country:us/government';
const ids = new Map<string, string>();
const idOf = (name: string): string => {
  const id = ids.get(name) ?? `00000000-0000-4000-8000-${String(ids.size + 1).padStart(12, '0')}`;
  ids.set(name, id);
  return id;
};

let platform: TestPlatform;
let token: string;

const add = (lastName: string, content: PersonContent) =>
  upsert(platform.store('demo'), people, [{ id: idOf(lastName), content: { lastName, ...content } }], {
    now: new Date(),
  });
const addLegislator = (lastName: string, office: Partial<OfficeContent>) =>
  add(lastName, {
    party: 'Democrat',
    offices: [
      { id: idOf(`seat of ${lastName}`), kind: 'legislature', role: 'upper', state: 'WA', ...office },
    ],
  });
const divisions = (...identifiers: string[]) =>
  identifiers.map((identifier) => ({ scheme: 'ocd-division', identifier }));
const read = (lastName: string, query = '', as = token) =>
  platform.call('GET', 'crm', `/api/v1/advocacy/people/${idOf(lastName)}/officials${query}`, {
    tenant: 'demo',
    token: as,
  });
interface Listed {
  readonly kind: string;
  readonly officials: readonly { readonly name: string }[];
}
const namesByKind = ({ constituencies }: { readonly constituencies: readonly Listed[] }) =>
  constituencies.map(({ kind, officials }) => [kind, ...officials.map(({ name }) => name)]);

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({ tenant: 'demo', permissions: ['crm.advocacy.read'] });
  await addLegislator('Aster', { jurisdiction: congress });
  await addLegislator('Briar', { role: 'lower', jurisdiction: congress, district: '97' });
  await addLegislator('Clover', { district: '98', startDate: '2021-01-11' });
  await addLegislator('Dahlia', { district: '98', startDate: '2013-01-14', endDate: '2021-01-10' });
  await addLegislator('Fern', { role: 'lower', district: '98' });
  await addLegislator('Elder', { role: 'lower', district: '98' });
  await addLegislator('Gorse', { district: '99' });
  await add('Resident', {
    externalIds: divisions(
      `${washington}/sldl:98`,
      `${washington}/sldu:98`,
      `${washington}/cd:97`,
      `${washington}/county:thurston`,
    ),
    addresses: [{ id: idOf('address'), type: 'Primary', city: 'Olympia', state: 'WA' }],
  });
  await add('Newcomer', {
    addresses: [{ id: idOf('other address'), type: 'Primary', city: 'Olympia', state: 'WA' }],
  });
  await add('Voyager', {});
});
afterAll(() => platform.stop());

it('refuses a new id of a division that names none, and says where', async () => {
  const writer = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.people.read', 'crm.people.write'],
  });
  const send = (method: string, path: string, body: object) =>
    platform.call(method, 'crm', `/api/v1/people${path}`, { tenant: 'demo', token: writer, body });
  const externalIds = divisions(
    `${washington}/sldu:98`,
    'Senate District 98',
    'ocd-division/country:us/state:zz',
  );
  const refused = await send('POST', '', { lastName: 'Misplaced', externalIds });
  expect([refused.status, refused.body.error.details]).toMatchObject([
    400,
    [{ field: 'externalIds[1].identifier' }, { field: 'externalIds[2].identifier' }],
  ]);
  expect(refused.body.error.details[0].message).toContain('such as ocd-division/country:us/state:wa/sldu:43');
  // What an earlier version stored does not keep anybody from changing something else.
  await add('Earlier', { externalIds: divisions('Senate District 98') });
  const changed = { lastName: 'Earlier', externalIds: divisions('Senate District 98'), title: 'Clerk' };
  expect((await send('PUT', `/${idOf('Earlier')}`, changed)).status).toBe(200);
});

describe('who represents a person', () => {
  it('is whom the constituencies of the record have elected, the widest first and by name', async () => {
    const { body } = await read('Resident');
    const [state, ...districts] = namesByKind(body);
    expect(state).toEqual(expect.arrayContaining(['state', 'Aster']));
    expect(districts).toEqual([
      ['congressional', 'Briar'],
      ['stateUpper', 'Clover'],
      ['stateLower', 'Elder', 'Fern'],
      ['county'],
      ['place'],
    ]);
    expect(body.missing).toEqual([]);
    expect(body.constituencies[2]).toEqual({
      division: `${washington}/sldu:98`,
      kind: 'stateUpper',
      state: 'WA',
      district: '98',
      source: 'record',
      officials: [
        {
          personId: idOf('Clover'),
          name: 'Clover',
          title: 'Senator',
          party: 'Democratic',
          startDate: '2021-01-11',
          endDate: null,
        },
      ],
    });
    expect(body.constituencies.at(-1)).toMatchObject({
      kind: 'place',
      district: 'olympia',
      source: 'address',
    });
  });

  it('was, on an earlier day, whoever held the office then', async () => {
    const { body } = await read('Resident', '?date=2020-06-01');
    expect(body.constituencies[2].officials).toMatchObject([{ name: 'Dahlia', endDate: '2021-01-10' }]);
  });

  it('is known from an address for the state only, and the districts that are missing are named', async () => {
    const { body } = await read('Newcomer');
    expect(namesByKind(body)).toEqual([expect.arrayContaining(['state', 'Aster']), ['place']]);
    expect(body.missing).toEqual(['congressional', 'stateUpper', 'stateLower']);
  });

  it('is nobody where the record has neither divisions nor addresses', async () => {
    const { status, body } = await read('Voyager');
    expect({ status, ...body }).toMatchObject({ status: 200, constituencies: [], missing: [] });
  });

  it('is shown only to who may read political relationships, because it tells where people live', async () => {
    const other = await platform.tokenFor({ tenant: 'demo', permissions: ['crm.people.read'] });
    expect((await read('Resident', '', other)).status).toBe(403);
    expect((await read('Nobody')).status).toBe(404);
  });
});

describe('the people of a district', () => {
  const list = (path: string, as = token) =>
    platform.call('GET', 'crm', `/api/v1/advocacy/${path}`, { tenant: 'demo', token: as });
  const ofDivision = async (division: string): Promise<string[]> =>
    (await list(`constituents?division=${division}`)).body.data.map(({ name }: { name: string }) => name);

  it('are those whose records name it, by name, on pages that cursors follow', async () => {
    const district = `${washington}/sldu:95`;
    for (const name of ['Quince', 'Privet', 'Rowan']) await add(name, { externalIds: divisions(district) });
    const { body } = await list(`constituents?division=${district.toUpperCase()}&pageSize=2`);
    expect(body).toMatchObject({ data: [{ name: 'Privet' }, { name: 'Quince' }], hasNextPage: true });
    const second = await list(`constituents?division=${district}&pageSize=2&cursor=${body.nextCursor}`);
    expect(second.body).toMatchObject({ data: [{ name: 'Rowan', isActive: true }], hasNextPage: false });
    await add('Quince', { externalIds: divisions(`${washington}/sldu:94`) });
    expect(await ofDivision(`${washington}/sldu:94`)).toEqual(['Quince']);
    expect(await ofDivision(washington)).toEqual(
      expect.arrayContaining(['Privet', 'Quince', 'Resident', 'Rowan']),
    );
    expect(await ofDivision(washington)).not.toContain('Newcomer');
  });

  it('are whom its official represents, while in office', async () => {
    const { body } = await list(`officials/${idOf('Clover')}/constituents`);
    expect(body.data).toMatchObject([{ personId: idOf('Resident'), name: 'Resident' }]);
    expect((await list(`officials/${idOf('Dahlia')}/constituents`)).body.data).toEqual([]);
    expect((await list(`officials/${idOf('Unknown')}/constituents`)).status).toBe(404);
  });

  it('are those of a division of the United States; another text is refused with what is valid', async () => {
    const { status, body } = await list('constituents?division=district%2043');
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('Open Civic Data');
    const other = await platform.tokenFor({ tenant: 'demo', permissions: ['crm.people.read'] });
    expect((await list(`constituents?division=${washington}`, other)).status).toBe(403);
  });
});
