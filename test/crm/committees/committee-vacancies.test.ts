// Vacancies and the quorum of committees (docs/interface/crm.md#vacancies, docs/interface/crm.md#quorum).
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

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
const at = (path: string) => `/committee/${committeeId}${path}`;
const save = (personId: string, positionId: string, more: object = {}) =>
  send('POST', '/committee/savecommitteemember', { committeeId, personId, positionId, ...more });
const open = (body: object) => send('POST', at('/Vacancies'), body);
const read = async (id: string) => (await send('GET', at(`/Vacancies/${id}`))).body;

let count = 0;
beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.committees.read', 'crm.committees.write', 'crm.people.write'],
  });
  chair = await create('/CommitteePositions', { name: 'Convener', rank: 1, isExclusive: true });
  member = await create('/CommitteePositions', { name: 'Panelist', rank: 2 });
  ada = await create('/people', { firstName: 'Ada', lastName: 'Vacant' });
  ben = await create('/people', { firstName: 'Ben', lastName: 'Vacant' });
});
afterAll(() => platform.stop());
beforeEach(async () => {
  count += 1;
  committeeId = await create('/committee/createcommittee', { name: `Panel ${count}` });
});

it('a membership that ends opens a vacancy, which is filled for the remainder of the term', async () => {
  const electionTermId = await create('/electionterm', {
    name: `Term ${count}`,
    startDate: '2025-01-01',
    endDate: '2099-12-31',
  });
  const { id } = (await save(ada, chair, { electionTermId })).body;
  await send('POST', at(`/members/${id}/End`), {
    ...{ endDate: '2025-06-30', reason: 'Moved away.', opensVacancy: true, fillBy: '2025-09-30' },
  });
  const [vacancy] = (await send('GET', at('/Vacancies'))).body.data;
  expect(vacancy).toMatchObject({
    ...{ positionName: 'Convener', status: 'open', openedOn: '2025-07-01', reason: 'Moved away.' },
    ...{ fillBy: '2025-09-30', isOverdue: true, remainderEnds: '2099-12-31', formerMembershipId: id },
  });
  const filled = await send('POST', at(`/Vacancies/${vacancy.id}/Fill`), {
    personId: ben,
    startDate: '2025-08-01',
  });
  expect(filled.status, filled.text).toBe(200);
  expect(filled.body.membership).toMatchObject({
    ...{ personName: 'Ben Vacant', startDate: '2025-08-01', endDate: '2099-12-31' },
    ...{ vacancyId: vacancy.id, electionTermId },
  });
  expect(filled.body.vacancy).toMatchObject({ status: 'filled', filledOn: '2025-08-01', isOverdue: false });
  expect((await send('GET', at('/Vacancies?status=filled'))).body.data).toEqual([filled.body.vacancy]);
  const again = await send('POST', at(`/Vacancies/${vacancy.id}/Fill`), { personId: ada });
  expect(again.status).toBe(409);
  expect(again.text).toContain('Ben Vacant has filled the vacancy from 2025-08-01');
});

it('a vacancy whose membership is voided is open again', async () => {
  const { id } = (await open({ positionId: chair, openedOn: '2025-01-01' })).body;
  const { body } = await send('POST', at(`/Vacancies/${id}/Fill`), {
    personId: ada,
    startDate: '2025-02-01',
  });
  await send('POST', at(`/members/${body.membership.id}/Void`), { reason: 'Declined.' });
  expect(await read(id)).toMatchObject({ status: 'open', membershipId: null });
  expect((await send('POST', at(`/Vacancies/${id}/Fill`), { personId: ben })).status).toBe(200);
});

it('who is given an exclusive position otherwise fills its vacancy, too', async () => {
  const { id } = (await open({ positionId: chair, openedOn: '2025-01-01' })).body;
  const { body } = await save(ada, chair, { startDate: '2025-03-01' });
  expect(body.vacancyId).toBe(id);
  expect(await read(id)).toMatchObject({ status: 'filled', membershipId: body.id });
});

it('an exclusive seat that is held, or vacant already, is refused; any number of others is vacant', async () => {
  const held = (await save(ada, chair, { startDate: '2025-01-01' })).body.id;
  const refused = await open({ positionId: chair, openedOn: '2025-06-01' });
  expect(refused.status).toBe(409);
  expect(refused.text).toContain('Ada Vacant is Convener from 2025-01-01 without an end');
  expect((await open({ formerMembershipId: held })).text).toContain('The membership lasts');
  await send('POST', at(`/members/${held}/End`), { endDate: '2025-05-31' });
  const replies = await Promise.all([1, 2, 3].map(() => open({ formerMembershipId: held })));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(replies.find(({ status }) => status === 409)?.text).toContain('vacant already since 2025-06-01');
  for (const _ of [1, 2]) expect((await open({ positionId: member })).status).toBe(201);
});

it('of five requests to fill a vacancy at once, one is accepted', async () => {
  const { id } = (await open({ positionId: member, openedOn: '2025-01-01' })).body;
  const replies = await Promise.all(
    [ada, ben, ada, ben, ada].map((personId) => send('POST', at(`/Vacancies/${id}/Fill`), { personId })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  expect((await send('GET', at('/members'))).body.totalCount).toBe(1);
});

it('a vacancy is changed and closed on the condition of its version', async () => {
  const { id } = (await open({ positionId: chair, openedOn: '2025-01-01' })).body;
  const tag = { 'If-Match': (await send('GET', at(`/Vacancies/${id}`))).headers.get('etag') ?? '' };
  const path = at(`/Vacancies/${id}`);
  expect((await send('PATCH', path, { fillBy: '2025-02-01', openedOn: null }, tag)).body).toMatchObject({
    ...{ fillBy: '2025-02-01', openedOn: '2025-01-01', isOverdue: true },
  });
  for (const [below, body] of [
    ['/Close', { reason: 'X' }],
    ['/Fill', { personId: ada }],
  ] as const)
    expect((await send('POST', path + below, body, tag)).status).toBe(412);
  const closed = await send('POST', `${path}/Close`, { reason: 'Abolished.', closedOn: '2025-01-01' });
  expect(closed.body).toMatchObject({ status: 'closed', closeReason: 'Abolished.' });
  expect((await send('POST', `${path}/Fill`, { personId: ada })).text).toContain('was closed on 2025-01-01');
  expect((await open({ positionId: chair, openedOn: '2025-01-01' })).status).toBe(201);
});

it('what is wrong with a vacancy is named at once', async () => {
  const unknown = 'c0000000-0000-4000-8000-000000000000';
  const { status, text } = await open({
    ...{ positionId: unknown, regionId: unknown, formerMembershipId: unknown },
    ...{ openedOn: '2026-02-01', fillBy: '2026-01-01' },
  });
  expect(status).toBe(400);
  for (const target of ['positionId', 'regionId', 'formerMembershipId', 'fillBy'])
    expect(text).toContain(`"${target}"`);
  expect((await open({})).text).toContain('A vacancy needs the positionId');
  expect((await send('GET', at(`/Vacancies/${unknown}`))).status).toBe(404);
  const { id } = (await open({ positionId: chair, openedOn: '2090-01-01' })).body;
  expect(await read(id)).toMatchObject({ status: 'upcoming' });
  const early = await send('POST', at(`/Vacancies/${id}/Fill`), { personId: ada, startDate: '2089-01-01' });
  expect(early.text).toContain('starts then or later');
});

it('the quorum is a majority of the people in voting positions on the day, unless the committee has another rule', async () => {
  const clerk = await create('/CommitteePositions', { name: 'Recorder', isVoting: false });
  await save(ada, chair, { startDate: '2025-01-01' });
  await save(ada, member, { startDate: '2025-01-01' });
  await save(ben, member, { startDate: '2025-01-01', endDate: '2025-12-31' });
  await save(await create('/people', { lastName: 'Clerk' }), clerk, { startDate: '2025-01-01' });
  const quorum = async (query: string) => (await send('GET', at(`/Quorum?${query}`))).body;
  expect(await quorum('date=2025-06-01&present=1')).toEqual({
    ...{ date: '2025-06-01', votingMembers: 2, required: 2, isMet: false },
    rule: { rule: 'majority', percent: null, members: null },
  });
  expect(await quorum('date=2026-06-01&present=1')).toMatchObject({
    votingMembers: 1,
    required: 1,
    isMet: true,
  });
  expect(await quorum('date=2024-06-01')).toMatchObject({ votingMembers: 0, required: 1, isMet: null });
  await send('PATCH', at(''), { quorum: { rule: 'percent', percent: 50 } });
  expect(await quorum('date=2025-06-01')).toMatchObject({
    required: 1,
    rule: { rule: 'percent', percent: 50 },
  });
  await send('PATCH', at(''), { quorum: { rule: 'members', members: 5 } });
  expect(await quorum('date=2025-06-01&present=4')).toMatchObject({ required: 5, isMet: false });
  const wrong = await send('PATCH', at(''), { quorum: { rule: 'percent', members: 5 } });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain('The rule percent needs percent.');
  expect(wrong.text).toContain('The rule percent has no members');
  await send('PATCH', at(''), { quorum: null });
  expect(await quorum('date=2025-06-01')).toMatchObject({ required: 2 });
});

it('a vacancy follows the last day of the membership before it, and is there once', async () => {
  for (const position of [chair, member]) {
    const { id } = (await save(ada, position, { startDate: '2025-01-01' })).body;
    const end = (body: object) => send('POST', at(`/members/${id}/End`), body);
    const vacancies = async () =>
      (await send('GET', at('/Vacancies?status=all'))).body.data.filter(
        ({ formerMembershipId }: { formerMembershipId: string }) => formerMembershipId === id,
      );
    await end({ endDate: '2025-06-30', opensVacancy: true, reason: 'Moved.', fillBy: '2025-07-31' });
    const again = await end({ endDate: '2025-09-30', opensVacancy: true, reason: 'Retired.' });
    expect(again.status, again.text).toBe(200);
    expect(await vacancies()).toMatchObject([{ openedOn: '2025-10-01', reason: 'Retired.', fillBy: null }]);
    await end({ endDate: '2025-08-31' });
    const [{ id: vacancyId, openedOn }] = await vacancies();
    expect(openedOn).toBe('2025-09-01');
    const filled = await send('POST', at(`/Vacancies/${vacancyId}/Fill`), {
      ...{ personId: ben, startDate: '2025-09-01' },
    });
    expect(filled.status, filled.text).toBe(200);
    const met = await end({ endDate: '2025-09-01' });
    expect([met.status, met.text]).toEqual([409, expect.stringContaining('Ben Vacant')]);
    expect((await end({ endDate: '2025-08-15' })).status).toBe(200);
    expect(await vacancies()).toMatchObject([{ openedOn: '2025-08-16', status: 'filled' }]);
    await send('POST', at(`/members/${filled.body.membership.id}/Void`), { reason: 'Declined.' });
    expect((await send('PATCH', at(`/members/${id}`), { endDate: null })).status).toBe(200);
    expect(await vacancies()).toEqual([]);
  }
});
