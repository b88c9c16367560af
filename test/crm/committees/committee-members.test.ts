// Members of committees with positions and terms (docs/interface/crm.md#members-of-committees).
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

const unknown = 'c0000000-0000-4000-8000-000000000000';

let platform: TestPlatform;
let token: string;
let committeeId: string;
let chair: string;
let member: string;
let ada: string;
let ben: string;

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  platform.call(method, 'crm', `/api/v1${path}`, { tenant: 'demo', token, body, headers });
const create = async (path: string, body: object): Promise<string> =>
  (await send('POST', path, body)).body.id;
const save = (personId: string, positionId: string, more: object = {}) =>
  send('POST', '/committee/savecommitteemember', { committeeId, personId, positionId, ...more });
const list = async (query: string) =>
  (await send('GET', `/committee/${committeeId}/members?${query}`)).body.data as {
    readonly id: string;
    readonly personName: string;
    readonly positionName: string;
    readonly startDate: string | null;
    readonly status: string;
  }[];
const at = (id: string) => `/committee/${committeeId}/members/${id}`;

let count = 0;
beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.committees.read', 'crm.committees.write', 'crm.people.write'],
  });
  const position = (name: string, more: object) => create('/CommitteePositions', { name, ...more });
  chair = await position('Presiding Officer', { rank: 1, isExclusive: true });
  member = await position('Ordinary Member', { rank: 50 });
  ada = await create('/people', { firstName: 'Ada', lastName: 'Seat' });
  ben = await create('/people', { firstName: 'Ben', lastName: 'Seat' });
});
afterAll(() => platform.stop());
beforeEach(async () => {
  count += 1;
  committeeId = await create('/committee/createcommittee', { name: `Committee ${count}` });
});

it('a person is saved as a member from today, and read with the names', async () => {
  const saved = await save(ada.toUpperCase(), member);
  expect(saved.status).toBe(201);
  expect(saved.body).toMatchObject({
    committeeId,
    personId: ada,
    personName: 'Ada Seat',
    positionId: member,
    positionName: 'Ordinary Member',
    role: 'Ordinary Member',
    startDate: toLocalDate('America/Los_Angeles', new Date()),
    endDate: null,
    status: 'current',
  });
  expect(saved.headers.get('location')).toContain(`/api/v1${at(saved.body.id)}`);
  expect((await send('GET', at(saved.body.id))).body).toEqual(saved.body);
});

it('a person has several terms in a position, and several positions', async () => {
  for (const [startDate, endDate] of [
    ['2020-01-01', '2021-12-31'],
    ['2022-01-01', '2023-12-31'],
    ['2090-01-01', null],
  ])
    expect((await save(ada, chair, { startDate, endDate })).status).toBe(201);
  await save(ada, member, { startDate: null });
  await save(ben, chair, { startDate: '2024-01-01', endDate: '2024-12-31' });
  expect((await list('status=past')).map(({ startDate }) => startDate)).toEqual([
    '2020-01-01',
    '2022-01-01',
    '2024-01-01',
  ]);
  expect(await list('')).toMatchObject([{ personName: 'Ada Seat', positionName: 'Ordinary Member' }]);
  expect(await list('status=future')).toMatchObject([{ startDate: '2090-01-01', status: 'future' }]);
  expect((await list('status=all')).map(({ positionName }) => positionName)).toEqual([
    ...Array(4).fill('Presiding Officer'),
    'Ordinary Member',
  ]);
});

it('a second holder of an exclusive position is refused with the name and the dates, and accepted as co-', async () => {
  const { body } = await save(ada, chair, { startDate: '2025-01-01', endDate: '2026-12-31' });
  const refused = await save(ben, chair, { startDate: '2026-12-31' });
  expect(refused.status).toBe(409);
  expect(refused.text).toContain('Ada Seat is Presiding Officer of Committee');
  expect(refused.text).toContain('from 2025-01-01 to 2026-12-31');
  expect((await save(ben, chair, { startDate: '2027-01-01' })).status).toBe(201);
  expect(
    (await save(ben, chair, { startDate: '2025-05-01', endDate: '2025-06-01', isShared: true })).status,
  ).toBe(409);
  expect((await send('PATCH', at(body.id), { isShared: true })).body.role).toBe('Co-Presiding Officer');
  expect(
    (await save(ben, chair, { startDate: '2025-05-01', endDate: '2025-06-01', isShared: true })).status,
  ).toBe(201);
  const alone = await send('PATCH', at(body.id), { isShared: false });
  expect(alone.status).toBe(409);
  expect(alone.text).toContain('Ben Seat is Co-Presiding Officer');
});

it('the same person is not twice in a position at a time', async () => {
  await save(ada, member, { startDate: '2025-01-01' });
  const again = await save(ada, member, { startDate: '2026-01-01' });
  expect(again.status).toBe(409);
  expect(again.text).toContain('already');
});

it('of ten requests for an exclusive seat at once, one is accepted', async () => {
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) => save(index % 2 ? ada : ben, chair)),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  expect(await list('status=all')).toHaveLength(1);
});

it('a term that is moved into another holder’s is refused, also when both move at once', async () => {
  const first = (await save(ada, chair, { startDate: '2020-01-01', endDate: '2020-12-31' })).body.id;
  const second = (await save(ben, chair, { startDate: '2022-01-01', endDate: '2022-12-31' })).body.id;
  const replies = await Promise.all([
    send('PATCH', at(first), { endDate: '2021-06-30' }),
    send('PATCH', at(second), { startDate: '2021-06-30' }),
  ]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
});

it('an ended membership is past after its last day; it cannot end before it starts', async () => {
  const { id } = (await save(ada, member, { startDate: '2025-01-01' })).body;
  const early = await send('POST', `${at(id)}/End`, { endDate: '2024-12-31' });
  expect(early.status).toBe(400);
  expect(early.text).toContain('before it starts on 2025-01-01');
  const ended = await send('POST', `${at(id)}/End`, { endDate: '2025-06-30', reason: 'Moved away.' });
  expect(ended.body).toMatchObject({ status: 'past', endDate: '2025-06-30', endReason: 'Moved away.' });
  expect((await send('PATCH', at(id), { endDate: null, endReason: null })).body).toMatchObject({
    status: 'current',
    endDate: null,
    endReason: null,
  });
});

it('a voided membership was never true: it leaves lists, counts and the seat, and stays with its reason', async () => {
  const { id } = (await save(ada, chair, { startDate: '2025-01-01' })).body;
  const voided = await send('POST', `${at(id)}/Void`, { reason: 'The wrong Ada.' });
  expect(voided.body).toMatchObject({ status: 'void', isActive: false, voidReason: 'The wrong Ada.' });
  expect(await list('status=all')).toEqual([]);
  expect(await list('status=all&includeVoided=true')).toMatchObject([{ id, status: 'void' }]);
  expect((await send('GET', at(id))).body.status).toBe('void');
  expect((await save(ben, chair, { startDate: '2025-01-01' })).status).toBe(201);
  for (const [path, body] of [
    ['/Void', { reason: 'Again.' }],
    ['/End', {}],
  ] as const)
    expect((await send('POST', at(id) + path, body)).status).toBe(409);
});

it('an overlap that was there before the position became exclusive stays, and can be ended or voided', async () => {
  const late = await create('/CommitteePositions', { name: 'Late Exclusive', rank: 20 });
  const first = (await save(ada, late, { startDate: '2025-01-01' })).body.id;
  const second = (await save(ben, late, { startDate: '2025-01-01' })).body.id;
  await send('PUT', `/CommitteePositions/${late}`, { name: 'Late Exclusive', rank: 20, isExclusive: true });
  expect((await save(await create('/people', { lastName: 'Third' }), late)).status).toBe(409);
  expect((await send('POST', `${at(first)}/End`, { endDate: '2025-02-01' })).status).toBe(200);
  expect((await send('POST', `${at(second)}/Void`, { reason: 'Never.' })).status).toBe(200);
});

it('a change on the condition of an older version is 412', async () => {
  const { id } = (await save(ada, member, { startDate: '2025-01-01' })).body;
  const tag = (await send('GET', at(id))).headers.get('etag') ?? '';
  expect((await send('PATCH', at(id), { endDate: '2026-01-01' }, { 'If-Match': tag })).status).toBe(200);
  expect((await send('POST', `${at(id)}/End`, {}, { 'If-Match': tag })).status).toBe(412);
  expect((await send('POST', `${at(id)}/Void`, { reason: 'X' }, { 'If-Match': tag })).status).toBe(412);
});

it('terms served are counted by position, without voided ones', async () => {
  const carl = await create('/people', { lastName: 'Termed' });
  await save(carl, chair, { startDate: '2020-01-01', endDate: '2020-01-10' });
  await save(carl, chair, { startDate: '2021-01-01', endDate: '2021-01-10' });
  await save(carl, chair, { startDate: '2090-01-01' });
  const wrong = await save(carl, member, { startDate: '2019-01-01' });
  await send('POST', `${at(wrong.body.id)}/Void`, { reason: 'Never a member.' });
  const { body } = await send('GET', `/people/${carl}/Committees`);
  expect(body.termsServed).toEqual([
    {
      committeeId,
      committeeName: `Committee ${count}`,
      positionId: chair,
      role: 'Presiding Officer',
      completed: 2,
      current: 0,
      future: 1,
      days: 20,
    },
  ]);
  expect(body.memberships.map(({ startDate }: { startDate: string }) => startDate)).toEqual([
    '2090-01-01',
    '2021-01-01',
    '2020-01-01',
  ]);
});

it('what is unknown and a term that ends before it starts are named at once', async () => {
  const { status, text } = await send('POST', '/committee/savecommitteemember', {
    committeeId: unknown,
    personId: unknown,
    positionId: unknown,
    startDate: '2026-02-01',
    endDate: '2026-01-01',
  });
  expect(status).toBe(400);
  for (const target of ['committeeId', 'personId', 'positionId', 'endDate'])
    expect(text).toContain(`"${target}"`);
  expect((await send('GET', at(unknown))).status).toBe(404);
  expect((await send('GET', `/people/${unknown}/Committees`)).status).toBe(404);
});

it('positions have unique names and a rank; an inactive one is given to nobody', async () => {
  const spare = await create('/CommitteePositions', { name: 'Sergeant' });
  expect((await send('POST', '/CommitteePositions', { name: 'SERGEANT' })).status).toBe(409);
  const co = await send('POST', '/CommitteePositions', { name: 'Co-Chair', isExclusive: true });
  expect(co.status).toBe(400);
  const read = await send('GET', `/CommitteePositions/${spare}`);
  expect(read.body).toMatchObject({ rank: 51, isExclusive: false, isVoting: true, isActive: true });
  const tag = { 'If-Match': read.headers.get('etag') ?? '' };
  const change = { name: 'Usher', rank: 60, isVoting: false, isActive: false };
  expect((await send('PUT', `/CommitteePositions/${spare}`, change, tag)).body).toMatchObject(change);
  expect((await send('PUT', `/CommitteePositions/${spare}`, change, tag)).status).toBe(412);
  await create('/CommitteePositions', { name: 'Sergeant' });
  const { data } = (await send('GET', '/CommitteePositions')).body;
  expect(data[0]).toMatchObject({ name: 'Presiding Officer', rank: 1 });
  const refused = await save(ada, spare);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('Usher is inactive');
});
