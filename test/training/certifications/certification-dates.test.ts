// Golden tests of the dates of certifications: the day of awarding against the evidence, the last valid day, and which
// credits count for which renewal (docs/interface/training.md#certification-dates, #credits).
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getStartOfDay } from '../../../shared/time/local-time.ts';
import { type RegistrationFixture, startRegistrationFixture } from '../registrations/registration-fixture.ts';

let fixture: RegistrationFixture;
let token: string;
const subject = randomUUID();

beforeAll(async () => {
  fixture = await startRegistrationFixture();
  token = await fixture.platform.tokenFor({
    tenant: 'demo',
    subject,
    permissions: [
      'training.credits.read',
      'training.credits.write',
      'training.certifications.write',
      'training.awards.write',
      'training.courses.write',
      'OverrideRegistration',
    ],
  });
});
afterEach(() => fixture.moveClock(0));
afterAll(() => fixture.platform.stop());

const call = (method: string, path: string, body?: unknown) =>
  fixture.platform.call(method, 'training', `/api/v1${path}`, {
    tenant: 'demo',
    token,
    ...(body !== undefined && { body }),
  });
/** Calls and expects success. */
async function callOk(method: string, path: string, body?: unknown) {
  const reply = await call(method, path, body);
  expect(reply.status, `${method} ${path}: ${reply.text}`).toBeLessThan(300);
  return reply.body;
}
/** Sets the tenant's clock to noon of a day. */
const goTo = (day: string) =>
  fixture.moveClock(getStartOfDay(day, 'America/Los_Angeles', 12).getTime() - Date.now());
const courseId = () => fixture.idOf('course', 'budget-basics');
const creditTypeId = (type: 'general' | 'ethics' = 'general') => fixture.idOf('creditType', type);

/** An award for a course and 6 General credits, valid for 12 months, renewed by 4 General credits. */
async function createAward(curriculum?: object): Promise<string> {
  const { id } = await callOk('POST', '/Awards', {
    name: `Golden Dates ${randomUUID()}`,
    requiresApproval: false,
    validityPeriod: { years: 1 },
  });
  const general = (credits: number) => [{ creditTypeId: creditTypeId(), credits }];
  await callOk('PUT', `/Awards/${id}/Curriculum`, {
    ...{ requiredCourseIds: [courseId()], minimumCredits: general(6), renewalCredits: general(4) },
    ...curriculum,
  });
  return id;
}
async function registerPerson(awardId: string, day: string): Promise<string> {
  const [person] = await fixture.createPeople(1);
  if (!person) throw new Error('nobody');
  await goTo(day);
  const input = { awardId, memberId: person.id, registrationType: 'Admin' };
  expect((await callOk('POST', '/AwardsRegistration', input)).status).toBe('Active');
  return person.id;
}
const grant = (personId: string, earnedDate: string, credits: number) =>
  callOk('POST', '/Credits', { personId, creditTypeId: creditTypeId(), credits, earnedDate });
const complete = (personId: string, completedDate: string) =>
  callOk('POST', '/Completions', { personId, courseId: courseId(), completedDate });
const renew = (id: string) => call('POST', `/Certifications/${id}/Renew`, {});
const explain = (reply: { body: { error: { details: { message: string }[] } } }) =>
  reply.body.error.details.map(({ message }) => message);

/** A person who met the requirements on the day of the later of the two, and the certification of that day. */
async function certify(awardId: string, day: string) {
  const personId = await registerPerson(awardId, '2027-01-04');
  await goTo(day);
  await complete(personId, day);
  await grant(personId, day, 6);
  return callOk('POST', '/Certifications', { awardId, personId });
}

describe('the day of a certification and its evidence', () => {
  const tooEarly = (metOn: string, completedDate: string) =>
    `completedDate must not be before ${metOn}, the day on which the last requirement was met, but was ${completedDate}.`;

  interface Outcome {
    readonly metOn?: string;
    readonly through?: string;
  }
  const cases: readonly [string, string, string, string | undefined, Outcome][] = [
    // course, credits, completedDate, the last valid day or the day on which the last requirement was met
    ['before the credits', '2027-02-10', '2027-02-12', '2027-02-11', { metOn: '2027-02-12' }],
    ['before the course', '2027-02-15', '2027-02-12', '2027-02-14', { metOn: '2027-02-15' }],
    ['before the registration', '2026-12-01', '2027-01-04', '2026-12-31', { metOn: '2027-01-04' }],
    ['on the day of the credits', '2027-02-10', '2027-02-12', '2027-02-12', { through: '2028-02-11' }],
    ['on the day of the course', '2027-02-15', '2027-02-12', '2027-02-15', { through: '2028-02-14' }],
    ['late', '2027-02-10', '2027-02-12', '2027-02-20', { through: '2028-02-19' }],
    ['today by default', '2027-02-10', '2027-02-12', undefined, { through: '2029-02-28' }],
    ['in a leap year', '2028-02-29', '2028-02-12', '2028-02-29', { through: '2029-02-28' }],
    ['on the day before a leap day', '2028-02-27', '2028-02-28', '2028-02-28', { through: '2029-02-27' }],
  ];
  it.each(cases)(
    'completed %s (course %s, credits %s): %s',
    async (_, course, credits, completedDate, { metOn, through }) => {
      const awardId = await createAward();
      const personId = await registerPerson(awardId, '2027-01-04');
      await goTo('2028-03-01');
      await complete(personId, course);
      await grant(personId, credits, 6);
      const reply = await call('POST', '/Certifications', { awardId, personId, completedDate });
      if (metOn === undefined) {
        const day = completedDate ?? '2028-03-01';
        expect(reply.body).toMatchObject({ awardedDate: day, validFrom: day, validThrough: through });
        expect(reply.body.override).toBeUndefined();
      } else {
        expect([reply.status, reply.body.error.code]).toEqual([422, 'NOT_ELIGIBLE']);
        expect(reply.body.error.details).toEqual([
          {
            code: 'OUT_OF_RANGE',
            message: tooEarly(metOn, completedDate ?? ''),
            target: 'completedDate',
          },
        ]);
      }
    },
  );

  it('an award that requires nothing is awarded from the day of the registration on', async () => {
    const awardId = await createAward({ requiredCourseIds: [], minimumCredits: [] });
    const personId = await registerPerson(awardId, '2027-01-04');
    await goTo('2027-02-01');
    const award = (completedDate: string) =>
      call('POST', '/Certifications', { awardId, personId, completedDate });
    expect(explain(await award('2027-01-03'))).toEqual([tooEarly('2027-01-04', '2027-01-03')]);
    expect((await award('2027-01-04')).body).toMatchObject({ validThrough: '2028-01-03' });
  });

  it('an override awards before the evidence, and is recorded with who, when, why and what was missing on that day', async () => {
    const awardId = await createAward();
    const personId = await registerPerson(awardId, '2027-01-04');
    await goTo('2027-03-01');
    await complete(personId, '2027-02-10');
    await grant(personId, '2027-02-12', 6);
    const reason = 'The exam was on the 11th; the credits were booked late.';
    const input = { awardId, personId, completedDate: '2027-02-11', override: true };
    expect((await call('POST', '/Certifications', input)).body.error.details).toMatchObject([
      { target: 'reason' },
    ]);
    const certification = await callOk('POST', '/Certifications', { ...input, reason });
    expect(certification).toMatchObject({
      validFrom: '2027-02-11',
      validThrough: '2028-02-10',
      overrideReason: reason,
      override: {
        reason,
        by: subject,
        at: expect.stringMatching(/^2027-03-01T/),
        waived: [
          '6 more General credits are needed: 0 of 6 were earned.',
          tooEarly('2027-02-12', '2027-02-11'),
        ],
      },
    });
    expect(await callOk('GET', `/Certifications/${certification.id}`)).toEqual(certification);
  });

  it('an override of a renewal is recorded too', async () => {
    const old = await certify(await createAward(), '2027-02-12');
    await goTo('2027-06-01');
    const input = { override: true, reason: 'Leaves for a year.' };
    expect(await callOk('POST', `/Certifications/${old.id}/Renew`, input)).toMatchObject({
      override: {
        ...{ reason: 'Leaves for a year.', by: subject },
        waived: [
          'It can be renewed from 2027-11-13.',
          '4 more General credits are needed: 0 of 4 were earned.',
        ],
      },
    });
  });
});

describe('the credits of a renewal', () => {
  it('are not those that earned the certification, also not on that day; later ones of that day count', async () => {
    const old = await certify(await createAward(), '2027-02-12');
    const needs = async () =>
      (await callOk('GET', `/People/${old.personId}/Awards/${old.awardId}`)).renewal.credits;
    expect(await needs()).toMatchObject([{ needed: 4, earned: 0 }]);
    await grant(old.personId, '2027-02-12', 1.5);
    expect(await needs()).toMatchObject([{ needed: 4, earned: 1.5 }]);
    await goTo('2027-12-01');
    const refused = await renew(old.id);
    expect(explain(refused)).toEqual(['2.5 more General credits are needed: 1.5 of 4 were earned.']);
    await grant(old.personId, '2027-11-30', 2.5);
    expect((await renew(old.id)).body).toMatchObject({ validFrom: '2028-02-12', validThrough: '2029-02-11' });
  });

  it('after an early renewal count for the term that follows, from the day of the renewal on', async () => {
    const old = await certify(await createAward(), '2027-02-12');
    await goTo('2027-12-01');
    await grant(old.personId, '2027-12-01', 4);
    const next = (await renew(old.id)).body;
    expect(next).toMatchObject({ awardedDate: '2027-12-01', validFrom: '2028-02-12' });
    const progress = () => callOk('GET', `/People/${old.personId}/Awards/${old.awardId}`);
    expect((await progress()).renewal.credits).toMatchObject([{ needed: 4, earned: 0 }]);
    // Before the next term begins: on the day of the renewal, and between it and the old last day.
    await grant(old.personId, '2027-12-01', 1);
    await goTo('2028-01-05');
    await grant(old.personId, '2028-01-05', 1);
    expect((await progress()).renewal.credits).toMatchObject([{ needed: 4, earned: 2 }]);
    await goTo('2028-12-01');
    expect(explain(await renew(next.id))).toEqual(['2 more General credits are needed: 2 of 4 were earned.']);
    await grant(old.personId, '2028-06-01', 2);
    expect((await renew(next.id)).body).toMatchObject({
      validFrom: '2029-02-12',
      validThrough: '2030-02-11',
    });
  });

  it.each([
    // the day of the renewal, the first and the last day of the next term
    ['on the first day it can be renewed', '2027-11-13', '2028-02-12', '2029-02-11'],
    ['on the last valid day', '2028-02-11', '2028-02-12', '2029-02-11'],
    ['on the first day of grace', '2028-02-12', '2028-02-12', '2029-02-11'],
    ['late, on 20 February', '2028-02-20', '2028-02-20', '2029-02-19'],
    ['in grace, on a leap day', '2028-02-29', '2028-02-29', '2029-02-28'],
    ['on the last day of grace', '2028-03-12', '2028-03-12', '2029-03-11'],
  ])('%s, %s, may be earned on that day, and renew from %s through %s', async (_, day, from, through) => {
    const old = await certify(await createAward(), '2027-02-12');
    expect(old).toMatchObject({ validThrough: '2028-02-11', graceThrough: '2028-03-12' });
    await goTo(day);
    await grant(old.personId, day, 4);
    const { body } = await renew(old.id);
    expect(body).toMatchObject({ awardedDate: day, validFrom: from, validThrough: through });
    expect(
      (await callOk('GET', `/People/${old.personId}/Awards/${old.awardId}`)).renewal.credits,
    ).toMatchObject([{ earned: 0 }]);
  });

  it('is too early the day before it opens, and too late the day after grace', async () => {
    const old = await certify(await createAward(), '2027-02-12');
    await goTo('2027-11-12');
    await grant(old.personId, '2027-11-12', 4);
    expect(explain(await renew(old.id))).toEqual(['It can be renewed from 2027-11-13.']);
    await goTo('2028-03-13');
    expect(explain(await renew(old.id))).toEqual([
      'It could be renewed until 2028-03-12; it must be earned again.',
    ]);
  });
});
