// The roster of a committee as of any day (docs/interface/crm.md#roster).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

interface Holder {
  readonly personName: string;
  readonly role: string;
}
interface Seat {
  readonly positionName: string;
  readonly isVacant: boolean;
  readonly holders: readonly Holder[];
  readonly before: readonly Holder[];
  readonly after: readonly Holder[];
  readonly vacancies: readonly { readonly openedOn: string }[];
}

let platform: TestPlatform;
let token: string;
let committeeId: string;
const ids = new Map<string, string>();
const idOf = (name: string): string => ids.get(name) ?? '';

const send = (method: string, path: string, body?: unknown) =>
  platform.call(method, 'crm', `/api/v1${path}`, { tenant: 'demo', token, body });
const create = async (path: string, body: object): Promise<string> =>
  (await send('POST', path, body)).body.id;
const save = async (
  person: string,
  position: string,
  startDate: string,
  endDate?: string,
  more: object = {},
) => {
  const reply = await send('POST', '/committee/savecommitteemember', {
    ...{ committeeId, personId: idOf(person), positionId: idOf(position), startDate, endDate },
    ...more,
  });
  expect(reply.status, reply.text).toBe(201);
  return reply.body.id;
};
const readRoster = async (date: string) =>
  (await send('GET', `/committee/${committeeId}/Roster?date=${date}`)).body;
const namesOf = (holders: readonly Holder[]) => holders.map(({ personName }) => personName);
const readSeats = async (date: string) => {
  const { seats } = (await readRoster(date)) as { readonly seats: readonly Seat[] };
  return seats.map(({ positionName, holders, before, after, vacancies, isVacant }) => ({
    ...{ positionName, isVacant },
    ...{ holders: namesOf(holders), before: namesOf(before), after: namesOf(after) },
    vacancies: vacancies.map(({ openedOn }) => openedOn),
  }));
};

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.committees.read', 'crm.committees.write', 'crm.people.write'],
  });
  for (const name of ['Ada', 'Ben', 'Cem', 'Dia', 'Eva'])
    ids.set(name, await create('/people', { firstName: name, lastName: 'Roster' }));
  ids.set('Dean', await create('/CommitteePositions', { name: 'Dean', rank: 1, isExclusive: true }));
  ids.set('Fellow', await create('/CommitteePositions', { name: 'Fellow', rank: 20 }));
  ids.set(
    'Vice Dean',
    await create('/CommitteePositions', { name: 'Vice Dean', rank: 2, isExclusive: true }),
  );
  committeeId = await create('/committee/createcommittee', { name: 'Faculty' });
  await save('Ada', 'Dean', '2020-01-01', '2021-12-31');
  const ben = await save('Ben', 'Dean', '2022-01-01', '2023-12-31');
  await send('POST', `/committee/${committeeId}/members/${ben}/End`, {
    ...{ endDate: '2022-12-31', opensVacancy: true, reason: 'Retired.' },
  });
  await save('Cem', 'Dean', '2023-03-01', '2023-12-31');
  await save('Dia', 'Dean', '2024-01-01', undefined, { isShared: true });
  await save('Cem', 'Dean', '2024-01-01', undefined, { isShared: true });
  await save('Dia', 'Fellow', '2020-01-01', '2023-12-31');
  await save('Eva', 'Fellow', '2019-01-01');
  const wrong = await save('Ada', 'Vice Dean', '2019-01-01');
  await send('POST', `/committee/${committeeId}/members/${wrong}/Void`, { reason: 'Never.' });
});
afterAll(() => platform.stop());

it('the roster of a past day has its holders by rank, who was before and who came after', async () => {
  const roster = await readRoster('2022-06-30');
  expect(roster).toMatchObject({ committeeName: 'Faculty', date: '2022-06-30' });
  expect(roster.quorum).toMatchObject({ votingMembers: 3, required: 2 });
  expect(await readSeats('2022-06-30')).toEqual([
    {
      ...{ positionName: 'Dean', isVacant: false, holders: ['Ben Roster'] },
      ...{ before: ['Ada Roster'], after: ['Cem Roster'], vacancies: [] },
    },
    {
      ...{ positionName: 'Fellow', isVacant: false, holders: ['Dia Roster', 'Eva Roster'] },
      ...{ before: [], after: [], vacancies: [] },
    },
  ]);
});

it('a seat that was vacant on the day is in the roster with its vacancy', async () => {
  const [dean] = await readSeats('2023-02-01');
  expect(dean).toEqual({
    ...{ positionName: 'Dean', isVacant: true, holders: [], vacancies: ['2023-01-01'] },
    ...{ before: ['Ben Roster'], after: ['Cem Roster'] },
  });
  expect((await readSeats('2023-03-01'))[0]).toMatchObject({ isVacant: false, vacancies: [] });
});

it('a shared position has all of its holders, and before all of time there is nobody', async () => {
  expect((await readSeats('2026-01-01'))[0]).toMatchObject({
    holders: ['Cem Roster', 'Dia Roster'],
    before: ['Cem Roster'],
    after: [],
  });
  expect(await readSeats('2001-01-01')).toMatchObject([
    { positionName: 'Dean', holders: [], before: [], after: ['Ada Roster'] },
  ]);
});

it('the roster of a day has the memberships of that day', async () => {
  for (const date of ['2019-06-01', '2020-01-01', '2021-12-31', '2022-12-31', '2023-01-01', '2024-01-01']) {
    const { data } = (await send('GET', `/committee/${committeeId}/members?status=all`)).body;
    const expected = data.filter(
      (each: { readonly startDate: string; readonly endDate: string | null }) =>
        each.startDate <= date && (each.endDate === null || date <= each.endDate),
    );
    const { seats } = (await readRoster(date)) as { readonly seats: readonly Seat[] };
    expect(namesOf(seats.flatMap(({ holders }) => holders)).sort()).toEqual(namesOf(expected).sort());
  }
});

it('a roster without a day is today’s, and of a committee that is not there 404', async () => {
  const { body } = await send('GET', `/committee/${committeeId}/Roster`);
  expect(body.seats[0].holders).toHaveLength(2);
  expect((await send('GET', `/committee/${committeeId}/Roster?date=yesterday`)).status).toBe(400);
  expect((await send('GET', '/committee/c0000000-0000-4000-8000-000000000000/Roster')).status).toBe(404);
});
