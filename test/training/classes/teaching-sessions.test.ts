// The sessions that a caller teaches, or all of the tenant's, by its day (docs/interface/training.md#the-page-for-instructors).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform, type TokenOptions } from '../../harness/platform.ts';

let platform: TestPlatform;
let taught: { id: string; sessions: { id: string }[] };
let personId: string;
const timeZone = 'America/Los_Angeles';

beforeAll(async () => {
  platform = await startPlatform();
  const { values } = platform.demo;
  personId = values.personId ?? '';
  const token = await platform.tokenFor({ tenant: 'demo', permissions: ['training.classes.write'] });
  const created = await platform.call('POST', 'training', '/api/v1/Classes', {
    ...{ tenant: 'demo', token },
    body: {
      ...{ sectionName: 'Night shift', courseId: values.courseId, timeZone: 'America/New_York' },
      sessions: [
        // In the tenant's zone it begins on the evening before.
        { title: 'First', date: '2035-05-02', startTime: '00:30', endTime: '02:30' },
        { title: 'Second', date: '2035-05-04', startTime: '09:00', endTime: '10:00' },
      ],
      instructors: [{ personId }],
      locationType: 'online',
      registration: { capacity: 5, standard: { memberFee: 0 } },
      allowDoubleBooking: true,
    },
  });
  expect(created.status, created.text).toBe(201);
  taught = created.body;
});
afterAll(() => platform.stop());

const list = async (query: string, who: Partial<TokenOptions>) => {
  const token = await platform.tokenFor({ tenant: 'demo', permissions: [], ...who });
  return platform.call('GET', 'training', `/api/v1/Classes/Teaching?${query}`, { tenant: 'demo', token });
};
const titles = (reply: { body: { sessions: { classId: string; title?: string }[] } }) =>
  reply.body.sessions.filter(({ classId }) => classId === taught.id).map(({ title }) => title);

describe('the sessions to teach', () => {
  it('are those of the days of the tenant, in its zone', async () => {
    const day = await list('from=2035-05-01&days=1', { personId });
    expect(day.body).toMatchObject({ timeZone, from: '2035-05-01', to: '2035-05-01', scope: 'own' });
    expect(day.body.sessions).toMatchObject([
      { title: 'First', day: '2035-05-01', isInstructor: true, place: 'Online' },
    ]);
    expect(titles(await list('from=2035-05-02&days=2', { personId }))).toEqual([]);
    expect(titles(await list('from=2035-05-01&days=4', { personId }))).toEqual(['First', 'Second']);
  });

  it('are only those of the caller, and all for holders of training.registrations.read', async () => {
    expect(titles(await list('from=2035-05-01', { personId: crypto.randomUUID() }))).toEqual([]);
    const staff = await list('from=2035-05-01', { permissions: ['training.registrations.read'] });
    expect(titles(staff)).toEqual(['First', 'Second']);
    expect(staff.body).toMatchObject({ scope: 'all', mayRecord: false });
    expect(staff.body.sessions[0].isInstructor).toBe(false);
    const recorder = await list('', { permissions: ['training.registrations.write'] });
    expect(recorder.body).toMatchObject({ scope: 'own', mayRecord: true });
  });

  it('are of at most 31 days', async () => {
    expect((await list('from=2035-05-01&days=31', { personId })).status).toBe(200);
    expect((await list('from=2035-05-01&days=32', { personId })).status).toBe(400);
    expect((await list('from=2035-02-30', { personId })).status).toBe(400);
    expect((await list('from=9999-12-31', { personId })).status).toBe(400);
    expect((await list('from=2199-12-31&days=31', { personId })).status).toBe(200);
  });
});
