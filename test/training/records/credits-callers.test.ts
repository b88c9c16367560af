// A member's credits and awards by the paths of existing callers (docs/interface/training.md#member-pages), and who
// may see them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SubjectItem, subjectKey } from '../../../shared/auth/accounts/records.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { recordId } from '../../../shared/directory/record/record-id.ts';
import { type CallOptions, startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;

const demoId = (kind: string, key: string) => recordId('demo', `${kind}:demo`, key);
const call = (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
  platform.call(method, 'training', `/api/v1${path}`, {
    tenant: 'demo',
    token,
    ...(body !== undefined && { body }),
    ...options,
  });
const ada = demoId('person', 'ada');
const farah = demoId('person', 'farah');
const stranger = demoId('person', 'maya');

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({ tenant: 'demo', permissions: ['training.credits.read'] });
});
afterAll(() => platform.stop());

describe('POST /registration/GetCreditsByParticipantId/', () => {
  it('returns the totals of all time and of the requested range, in either date format', async () => {
    const range = { startDate: '03-12-2025', endDate: '2025-05-19' };
    const { status, body } = await call('POST', '/registration/GetCreditsByParticipantId/', {
      id: ada,
      fiscalYearDateRange: range,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ totalCredits: 6.5, fiscalYearCredits: 4 });
    expect(body.creditTypes).toMatchObject([
      { creditType: 'Ethics', credits: 4, fiscalYearCredits: 4 },
      { creditType: 'General', credits: 2.5, fiscalYearCredits: 0 },
    ]);
  });
});

describe('POST /registration/IsCreditsAvailableByParticipants/ returns a JSON boolean', () => {
  it.each([
    [{ participantsIds: [ada], startDate: '2025-03-12', endDate: '2025-03-12' }, true],
    [{ participantsIds: [ada], startDate: '2025-03-13', endDate: '2025-05-19' }, false],
    [{ participantsIds: [], startDate: '2025-03-12', endDate: '2025-03-12' }, true],
    [{ participantsIds: [], startDate: '1999-01-01', endDate: '1999-12-31' }, false],
    [{ participantsIds: '', startDate: '', endDate: '' }, true],
    [{ participantsIds: [demoId('person', 'nobody'), farah] }, true],
    [{ participantsIds: [], startDate: '2026-01-01', endDate: '2025-01-01' }, false],
  ])('%j returns %s', async (body, expected) => {
    const reply = await call('POST', '/registration/IsCreditsAvailableByParticipants/', body);
    expect([reply.status, reply.body]).toEqual([200, expected]);
  });

  it('does not count voided credits', async () => {
    const writer = await platform.tokenFor({ tenant: 'demo', permissions: ['training.credits.write'] });
    const on = '2001-02-03';
    const input = {
      personId: ada,
      creditTypeId: demoId('creditType', 'general'),
      credits: 1,
      earnedDate: on,
    };
    const created = await call('POST', '/Credits', input, { token: writer });
    const query = { participantsIds: [], startDate: on, endDate: on };
    const isAvailable = async () =>
      (await call('POST', '/registration/IsCreditsAvailableByParticipants/', query)).body;
    expect(await isAvailable()).toBe(true);
    await call('POST', `/Credits/${created.body.id}/Void`, { reason: 'x' }, { token: writer });
    expect(await isAvailable()).toBe(false);
  });
});

describe('checks of what people have', () => {
  it.each([
    ['/registration/IsCreditsAvailableByParticipants/', 'participantsIds'],
    ['/AwardsRegistration/CheckPeopleRegistered/', 'peopleId'],
  ])(
    '%s allows a member to check themself, requires the permission for other people, and always requires a token',
    async (path, ids) => {
      const store = platform.store('demo');
      const subject = '0d0f7c1e-6a55-4f0e-8f0a-1f5be2c7a3d2';
      const member = await platform.tokenFor({ tenant: 'demo', permissions: [], subject });
      await commit([update<SubjectItem>(subjectKey(store, subject), { set: { personId: ada } })]);
      const statuses = async (options: CallOptions) => {
        const replies = [];
        for (const personIds of [[ada], [ada, farah], []])
          replies.push((await call('POST', path, { [ids]: personIds }, options)).status);
        return replies;
      };
      expect(await statuses({ token: member })).toEqual([200, 403, 403]);
      expect(await statuses({})).toEqual([200, 200, 200]);
      expect(await statuses({ token: undefined })).toEqual([401, 401, 401]);
    },
  );
});

describe('POST /AwardsRegistration/CheckPeopleRegistered/ returns a JSON boolean', () => {
  it.each([
    [[ada], true],
    [[farah], true],
    [[stranger], false],
    [[stranger, farah], true],
    [[], true],
  ])('%j returns %s', async (peopleId, expected) => {
    const reply = await call('POST', '/AwardsRegistration/CheckPeopleRegistered/', { peopleId });
    expect([reply.status, reply.body]).toEqual([200, expected]);
  });
});

describe('POST /Awards/AwardsCertificationsByPeople/{personId}', () => {
  const list = (personId: string, body: object = {}) =>
    call('POST', `/Awards/AwardsCertificationsByPeople/${personId}`, {
      ...{ itemCount: '10', pageNumber: '1', sortBy: 'name', sortDirection: 'asc' },
      ...{ filterBody: { peopleId: personId }, ...body },
    });

  it('returns the codes that existing callers read: 2 in progress, 4 earned, 5 awarded with the day it was granted', async () => {
    const inProgress = await list(ada);
    expect(inProgress.body).toMatchObject({ itemCount: 1, totalCount: 1 });
    expect(inProgress.body.result[0]).toMatchObject({
      name: 'Certified Public Finance Administrator',
      status: 2,
      statusName: 'In Progress',
      // The percentage has four parts: the course on budgets and 3.5 of 6 General credits are missing.
      percentage: 60,
    });
    expect((await list(demoId('person', 'ines'))).body.result[0]).toMatchObject({
      status: 4,
      percentage: 100,
    });
    expect((await list(farah)).body.result[0]).toMatchObject({
      status: 5,
      statusName: 'Awarded',
      grantedDate: expect.any(String),
      certificateNumber: expect.any(String),
    });
    expect((await list(demoId('person', 'leo'))).body.result[0]).toMatchObject({
      status: 5,
      isInGrace: true,
    });
    expect((await list(demoId('person', 'grace'))).body.result[0]).toMatchObject({
      status: 1,
      isExpired: true,
    });
    expect((await list(demoId('person', 'hiro'))).body.result[0]).toMatchObject({
      status: 1,
      isRevoked: true,
    });
  });
});

describe('GET /Awards/GetMemberStatistics/{personId}', () => {
  it('counts the records of a member', async () => {
    const { body } = await call('GET', `/Awards/GetMemberStatistics/${farah}`);
    expect(body).toMatchObject({
      totalCredits: 10,
      coursesCompleted: 2,
      awardsInProgress: 0,
      awardsAwarded: 1,
      awardsExpired: 0,
    });
  });
});

describe('data about one person', () => {
  const paths = (personId: string): (readonly [string, string, object?])[] => [
    ['GET', `/People/${personId}/Transcript`],
    ['GET', `/People/${personId}/Awards`],
    ['GET', `/People/${personId}/Awards/${demoId('award', 'finance')}`],
    ['GET', `/People/${personId}/Awards/${demoId('award', 'finance')}/Projection`],
    ['GET', `/People/${personId}/Certifications`],
    ['GET', `/People/${personId}/AwardRegistrations`],
    ['GET', `/Awards/GetMemberStatistics/${personId}`],
    ['POST', `/Awards/AwardsCertificationsByPeople/${personId}`, {}],
    ['POST', '/registration/GetCreditsByParticipantId/', { id: personId }],
  ];

  it('is readable by that person, and by others only with training.credits.read', async () => {
    const subject = '5b6c2a52-2f0a-4f4e-9a53-2f2d7a4f1c11';
    const ownToken = await platform.tokenFor({ tenant: 'demo', permissions: [], subject });
    const store = platform.store('demo');
    const key = subjectKey(store, subject);
    await commit([update<SubjectItem>(key, { set: { personId: farah } })]);
    for (const [method, path, body] of paths(farah))
      expect((await call(method, path, body, { token: ownToken })).status, path).toBe(200);
    for (const [method, path, body] of paths(ada))
      expect((await call(method, path, body, { token: ownToken })).status, path).toBe(403);
    for (const [method, path, body] of paths('00000000-0000-4000-8000-000000000000'))
      expect((await call(method, path, body)).status, path).toBe(404);
  });
});
