// A course that gave a person credits gives none again within its period, whoever grants them
// (docs/interface/training.md#taking-a-course-again).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMonths } from '../../../shared/time/calendar-day.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import type { Reply } from '../../harness/platform.ts';
import {
  day,
  hour,
  path,
  type RegistrationFixture,
  startRegistrationFixture,
} from './registration-fixture.ts';

let fixture: RegistrationFixture;
let token: string;
let general: string;
let ethics: string;

beforeAll(async () => {
  fixture = await startRegistrationFixture();
  const permissions = ['training.credits.read', 'training.credits.write', 'training.courses.write'] as const;
  const more = [
    'training.registrations.write',
    'OverrideRegistration',
    'training.settings.read',
    'training.settings.write',
  ] as const;
  token = await fixture.platform.tokenFor({ tenant: 'demo', permissions: [...permissions, ...more] });
  general = fixture.idOf('creditType', 'general');
  ethics = fixture.idOf('creditType', 'ethics');
});
afterAll(() => fixture.platform.stop());

const call = (method: string, address: string, body?: unknown, as = token): Promise<Reply> =>
  fixture.platform.call(method, 'training', address, { tenant: 'demo', token: as, body });
const post = async (address: string, body: object) => {
  const reply = await call('POST', address, body);
  expect(reply.status, reply.text).toBe(201);
  return reply.body;
};

let courses = 0;
/** A course that gives 2 General and 1 Ethics. */
const createCourse = (more: object = { retakeMonths: 24 }) =>
  post('/api/v1/Courses', {
    name: `Open Records ${courses++}`,
    credits: [
      { creditTypeId: general, credits: 2 },
      { creditTypeId: ethics, credits: 1 },
    ],
    ...more,
  });
const createPerson = async (): Promise<string> => (await fixture.createPeople(1))[0]?.id ?? '';
const credit = (personId: string, courseId: string, earnedDate: string, more: object = {}) => ({
  ...{ personId, courseId, earnedDate, creditTypeId: general, credits: 2 },
  ...more,
});
const grant = (...args: Parameters<typeof credit>) => call('POST', '/api/v1/Credits', credit(...args));
const refusal = {
  code: 'NOT_ELIGIBLE',
  details: [
    {
      code: 'TAKEN_RECENTLY',
      target: 'courseId',
      message: expect.stringMatching(
        /^Open Records \d+ gave credits for 2024-03-01; it gives none again within 24 months, until 2026-03-01\. /,
      ),
    },
  ],
};
const transcript = async (personId: string) =>
  (await call('GET', `/api/v1/People/${personId}/Transcript`)).body;

describe('credits that somebody grants', () => {
  it('are refused within the period before and after earlier ones, and granted on the day it ends', async () => {
    const [{ id: courseId }, personId] = [await createCourse(), await createPerson()];
    expect((await grant(personId, courseId, '2024-03-01')).status).toBe(201);
    const refused = await grant(personId, courseId, '2026-02-28');
    expect([refused.status, refused.body.error]).toEqual([422, expect.objectContaining(refusal)]);
    expect((await grant(personId, courseId, '2022-03-02')).status).toBe(422);
    expect((await grant(personId, courseId, '2026-03-01')).status).toBe(201);
    expect((await grant(personId, courseId, '2022-03-01')).status).toBe(201);
  });

  it('of the same day are one taking when they are of another type, and a second one when they are not', async () => {
    const [{ id: courseId }, personId] = [await createCourse(), await createPerson()];
    expect((await grant(personId, courseId, '2024-03-01')).status).toBe(201);
    expect((await grant(personId, courseId, '2024-03-01', { creditTypeId: ethics })).status).toBe(201);
    expect((await grant(personId, courseId, '2024-03-01')).status).toBe(422);
  });

  it('are granted with an override and its reason, which needs the permission, and after the earlier ones are voided', async () => {
    const [{ id: courseId }, personId] = [await createCourse(), await createPerson()];
    const first = await grant(personId, courseId, '2024-03-01');
    const again = credit(personId, courseId, '2025-03-01', { override: true, reason: 'New law in 2025.' });
    const clerk = await fixture.platform.tokenFor({
      tenant: 'demo',
      permissions: ['training.credits.write'],
    });
    expect((await call('POST', '/api/v1/Credits', again, clerk)).status).toBe(403);
    expect((await call('POST', '/api/v1/Credits', { ...again, reason: '' })).status).toBe(400);
    const granted = await post('/api/v1/Credits', again);
    expect(granted.overrideReason).toBe('New law in 2025.');
    for (const id of [first.body.id, granted.id])
      await call('POST', `/api/v1/Credits/${id}/Void`, { reason: 'Entered twice.' });
    const free = await grant(personId, courseId, '2025-04-01', { override: true, reason: 'Not needed.' });
    expect([free.status, free.body.overrideReason]).toEqual([201, undefined]);
  });

  it('of ten requests at once, one is granted', async () => {
    const [{ id: courseId }, personId] = [await createCourse(), await createPerson()];
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, index) => grant(personId, courseId, `2024-03-${10 + index}`)),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(422)]);
    expect((await transcript(personId)).credits).toHaveLength(1);
  });

  it('with a completion are refused with it, and the completion is recorded without them', async () => {
    const [{ id: courseId }, personId] = [await createCourse(), await createPerson()];
    await grant(personId, courseId, '2024-03-01');
    const completion = { personId, courseId, completedDate: '2025-03-01' };
    const refused = await call('POST', '/api/v1/Completions', { ...completion, grantCredits: true });
    expect([refused.status, refused.body.error]).toEqual([422, expect.objectContaining(refusal)]);
    await post('/api/v1/Completions', completion);
    const other = { ...completion, completedDate: '2025-03-02', grantCredits: true };
    await post('/api/v1/Completions', { ...other, override: true, reason: 'New law.' });
    const { credits, completions } = await transcript(personId);
    expect([credits.length, completions.length]).toEqual([3, 2]);
  });

  it('by import are refused row by row, in a dry run as in the import itself', async () => {
    const [{ id: courseId }, personId] = [await createCourse(), await createPerson()];
    const rows = ['2024-03-01', '2024-09-01', '2026-03-01'].map((earnedDate, index) =>
      credit(personId, courseId, earnedDate, { externalId: `${courseId}-${index}` }),
    );
    const overridden = credit(personId, courseId, '2024-10-01', {
      ...{ externalId: `${courseId}-o`, override: true, reason: 'New law.' },
    });
    const body = { rows: [...rows, overridden] };
    for (const query of ['?validateOnly=true', '']) {
      const { status, body: outcome } = await call('POST', `/api/v1/Credits/Import${query}`, body);
      expect(status).toBe(200);
      expect(outcome.results.map((row: { status: string }) => row.status)).toEqual([
        ...['Granted', 'Refused', 'Granted', 'Granted'],
      ]);
      expect(outcome.results[1].faults).toMatchObject(refusal.details);
    }
    const again = await call('POST', '/api/v1/Credits/Import', body);
    expect(again.body).toMatchObject({ granted: 0, alreadyGranted: 3, refused: 1 });
  });
});

describe('the period', () => {
  it('is that of the tenant where the course has none, and 0 of a course turns it off', async () => {
    const setting = (body: object) => call('PUT', '/api/v1/Settings/Registration', body);
    const before = await call('GET', '/api/v1/Settings/Registration');
    expect(before.body).toMatchObject({ retakeMonths: 0, retakeRegistration: 'allow' });
    const set = await setting({ retakeMonths: 12 });
    expect(set.body).toMatchObject({ retakeMonths: 12, retakeRegistration: 'allow' });
    const [byTenant, never] = [await createCourse({}), await createCourse({ retakeMonths: 0 })];
    const personId = await createPerson();
    for (const { id } of [byTenant, never])
      expect((await grant(personId, id, '2024-03-01')).status).toBe(201);
    expect((await grant(personId, byTenant.id, '2025-02-28')).status).toBe(422);
    expect((await grant(personId, never.id, '2024-03-02')).status).toBe(201);
    await setting({ retakeMonths: 0 });
    expect((await grant(personId, byTenant.id, '2025-02-28')).status).toBe(201);
  });

  it('is shown with the course, changes nothing that is taught, and null returns to that of the tenant', async () => {
    const course = await createCourse({ retakeMonths: 24, retakeRegistration: 'refuse' });
    expect(course).toMatchObject({ retakeMonths: 24, retakeRegistration: 'refuse', edition: 1 });
    const address = `/api/v1/Courses/${course.id}`;
    const { body } = await call('PUT', address, { retakeMonths: null, retakeRegistration: null });
    expect(body).toMatchObject({ edition: 1 });
    expect(body).not.toHaveProperty('retakeMonths');
    expect((await call('PUT', address, { retakeMonths: -1 })).status).toBe(400);
  });
});

describe('a class of a course that gave credits', () => {
  const today = toLocalDate('America/Los_Angeles', new Date());
  /** Somebody with credits of a course, and a class of it that begins in an hour. */
  async function prepare(more: object) {
    const [course, personId] = [await createCourse({ retakeMonths: 24, ...more }), await createPerson()];
    const earnedDate = addMonths(today, { months: -6 });
    expect((await grant(personId, course.id, earnedDate)).status).toBe(201);
    return { course, personId, item: await fixture.createClass({ courseId: course.id, startsIn: hour }) };
  }
  const eligibility = async (classId: string, memberId: string) =>
    (await fixture.get(`/eligibility?classId=${classId}&memberId=${memberId}`)).body;

  it('refuses the registration where the course says so, with the reason in the eligibility; an override passes', async () => {
    const { personId, item } = await prepare({ retakeRegistration: 'refuse' });
    const shown = await eligibility(item.id, personId);
    expect(shown).toMatchObject({
      isEligible: false,
      wouldBeRefusedWith: 'NOT_ELIGIBLE',
      reasons: [{ code: 'NOT_ELIGIBLE', rule: 'TAKEN_RECENTLY', target: 'classId' }],
    });
    const refused = await fixture.register(item.id, personId);
    expect([refused.status, refused.body.error.details?.[0]?.code]).toEqual([422, 'TAKEN_RECENTLY']);
    const body = { classId: item.id, memberId: personId, registrationType: 'Admin', overrideRules: true };
    expect((await call('POST', path, body)).status).toBe(201);
  });

  it('warns that it gives no credits where they may register; attendance then completes the course without them', async () => {
    const { personId, item } = await prepare({});
    const warnings = [{ code: 'NO_CREDITS', message: expect.stringContaining('it gives none again') }];
    expect(await eligibility(item.id, personId)).toMatchObject({ isEligible: true, warnings });
    const { status, body } = await fixture.register(item.id, personId);
    expect([status, body.warnings]).toEqual([201, warnings]);
    await fixture.moveClock(2 * hour);
    const attended = await call('POST', `${path}/${body.registrationId}/Attendance`, {
      attendance: 'Attended',
    });
    await fixture.moveClock(0);
    expect(attended.status, attended.text).toBe(200);
    const { credits, completions } = await transcript(personId);
    expect(credits).toHaveLength(1);
    expect(completions).toMatchObject([
      { classId: item.id, creditsWithheld: expect.stringContaining('it gives none again') },
    ]);
    const store = fixture.store;
    const notification = await store.get<{ values: { reason: string } }>(
      store.key(`NOTICE#creditsWithheld#${completions[0].id}#${personId}`, 'NOTICE'),
    );
    expect(notification?.values.reason).toBe(completions[0].creditsWithheld);
  });

  it('of two classes of the course, attended at once, one gives credits', async () => {
    const [{ id: courseId }, personId] = [await createCourse(), await createPerson()];
    const ids: string[] = [];
    for (const startsIn of [hour, 2 * day]) {
      const item = await fixture.createClass({ courseId, startsIn });
      ids.push(await fixture.registerMember(item.id, personId));
    }
    await fixture.moveClock(3 * day);
    const all = await Promise.all(
      ids.map((id) => call('POST', `${path}/${id}/Attendance`, { attendance: 'Attended' })),
    );
    await fixture.moveClock(0);
    expect(all.map(({ status }) => status)).toEqual([200, 200]);
    const { credits, completions } = await transcript(personId);
    expect([credits.length, completions.length]).toEqual([2, 2]);
    expect(completions.filter((each: object) => 'creditsWithheld' in each)).toHaveLength(1);
  });
});
