// Credit rules over HTTP: how they are set, what progress says of them, what awards and renewals decide by them, and what is
// carried over (docs/interface/training.md#credit-rules).
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { handler as runTimers } from '../../../functions/training/jobs/run-timers/handler.ts';
import { getStartOfDay } from '../../../shared/time/local-time.ts';
import { type RegistrationFixture, startRegistrationFixture } from '../registrations/registration-fixture.ts';

let fixture: RegistrationFixture;
let token: string;

beforeAll(async () => {
  fixture = await startRegistrationFixture();
  token = await fixture.platform.tokenFor({
    tenant: 'demo',
    permissions: [
      ...(['training.credits.read', 'training.credits.write', 'training.certifications.write'] as const),
      ...(['training.awards.write', 'training.courses.write', 'training.catalogue.read'] as const),
      ...(['training.settings.write', 'OverrideRegistration'] as const),
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
async function callOk(method: string, path: string, body?: unknown) {
  const reply = await call(method, path, body);
  expect(reply.status, `${method} ${path}: ${reply.text}`).toBeLessThan(300);
  return reply.body;
}
const goTo = (day: string) =>
  fixture.moveClock(getStartOfDay(day, 'America/Los_Angeles', 12).getTime() - Date.now());
const general = () => fixture.idOf('creditType', 'general');
const ethics = () => fixture.idOf('creditType', 'ethics');
const courseId = () => fixture.idOf('course', 'budget-basics');

/** 10 credits, at least 2 in ethics, at most 4 by self-study; up to 3 beyond them count in the next term. */
const board = () => ({
  total: 10,
  limits: [
    { creditTypeIds: [ethics()], minimum: 2 },
    { attendanceModes: ['selfStudy'], maximum: 4 },
  ],
  rounding: { unit: 0.5, direction: 'down' },
});
const renewalBoard = () => ({ ...board(), carryOver: { maximum: 3 }, requiredCourseIds: [courseId()] });

async function createAward(curriculum: object, more: object = {}): Promise<string> {
  const { id } = await callOk('POST', '/Awards', {
    ...{ name: `Board ${randomUUID()}`, requiresApproval: false, validityPeriod: { years: 1 } },
    ...more,
  });
  await callOk('PUT', `/Awards/${id}/Curriculum`, curriculum);
  return id;
}
async function register(awardId: string, day: string): Promise<string> {
  const [person] = await fixture.createPeople(1);
  if (!person) throw new Error('nobody');
  await goTo(day);
  await callOk('POST', '/AwardsRegistration', { awardId, memberId: person.id, registrationType: 'Admin' });
  return person.id;
}
const grant = (personId: string, earnedDate: string, credits: number, more: object = {}) =>
  callOk('POST', '/Credits', { personId, creditTypeId: general(), credits, earnedDate, ...more });
const inEthics = () => ({ creditTypeId: ethics() });
const bySelfStudy = { attendanceMode: 'selfStudy' } as const;
const getProgress = (personId: string, awardId: string) =>
  callOk('GET', `/People/${personId}/Awards/${awardId}`);
const toSentences = (rules: readonly { readonly sentence: string }[]) =>
  rules.map(({ sentence }) => sentence);
const explain = (reply: { body: { error: { details: { message: string }[] } } }) =>
  reply.body.error.details.map(({ message }) => message);

describe('the credit rules of a curriculum', () => {
  const put = async (creditRules: object, field = 'creditRules') => {
    const { id } = await callOk('POST', '/Awards', { name: `Board ${randomUUID()}` });
    return call('PUT', `/Awards/${id}/Curriculum`, { [field]: creditRules });
  };

  it('are stored in a version, shown, kept by a change of other fields, and removed by null', async () => {
    const id = await createAward({ creditRules: board(), renewalCreditRules: renewalBoard() });
    const stored = { ...board(), conversions: [], requiredCourseIds: [] };
    const path = `/Awards/${id}/Curriculum`;
    expect(await callOk('GET', path)).toMatchObject({
      ...{ creditRules: stored, renewalCreditRules: { ...stored, ...renewalBoard() }, version: 1 },
    });
    expect(await callOk('PUT', path, { electivesNeeded: 0 })).toMatchObject({
      creditRules: stored,
      version: 2,
    });
    const removed = await callOk('PUT', path, { creditRules: null });
    expect(removed).toMatchObject({ renewalCreditRules: { total: 10 }, version: 3 });
    expect(removed).not.toHaveProperty('creditRules');
    expect(await callOk('GET', `${path}/Versions/1`)).toMatchObject({ creditRules: stored });
  });

  it('count as a use of their types and courses, which then can not be deleted', async () => {
    const { id: typeId } = await callOk('POST', '/Settings/CreditTypes', { name: `Used ${randomUUID()}` });
    const { id: used } = await callOk('POST', '/Courses', { name: 'Required of a renewal' });
    const id = await createAward({
      renewalCreditRules: { total: 1, creditTypeIds: [typeId], requiredCourseIds: [used] },
    });
    expect((await call('DELETE', `/Settings/CreditTypes/${typeId}`)).status).toBe(409);
    expect((await call('DELETE', `/Courses/${used}`)).status).toBe(409);
    await callOk('PUT', `/Awards/${id}/Curriculum`, { renewalCreditRules: null });
    expect((await call('DELETE', `/Settings/CreditTypes/${typeId}`)).status).toBe(204);
    expect((await call('DELETE', `/Courses/${used}`)).status).toBe(204);
  });

  it.each<[string, () => object, string, string]>([
    [
      'a minimum above the total',
      () => ({ total: 10, limits: [{ creditTypeIds: [ethics()], minimum: 10.01 }] }),
      'creditRules.limits[0].minimum',
      'minimum must be at most the total, 10, but was 10.01.',
    ],
    [
      'a maximum below its minimum',
      () => ({ total: 10, limits: [{ creditTypeIds: [ethics()], minimum: 4, maximum: 3.99 }] }),
      'creditRules.limits[0].maximum',
      'maximum must be at least the minimum, 4, but was 3.99.',
    ],
    [
      'minima of different credits above the total',
      () => ({
        total: 10,
        limits: [
          { creditTypeIds: [ethics()], minimum: 6 },
          { creditTypeIds: [general()], minimum: 4.01 },
        ],
      }),
      'creditRules.total',
      'The minima of different credits add up to 10.01, which is more than the total, 10.',
    ],
    [
      'a minimum above the maximum of credits that contain it',
      () => ({
        total: 10,
        limits: [
          { attendanceModes: ['selfStudy'], maximum: 4 },
          { attendanceModes: ['selfStudy'], creditTypeIds: [ethics()], minimum: 4.01 },
        ],
      }),
      'creditRules.limits[0].maximum',
      'A minimum within it is 4.01, which is more than the maximum, 4.',
    ],
    [
      'a limit of nothing',
      () => ({ total: 10, limits: [{ creditTypeIds: [ethics()] }] }),
      'creditRules.limits[0]',
      'A limit needs a minimum or a maximum.',
    ],
    [
      'limits that overlap in part',
      () => ({
        total: 10,
        limits: [
          { attendanceModes: ['selfStudy'], maximum: 4 },
          { attendanceModes: ['selfStudy', 'online'], maximum: 6 },
          { attendanceModes: ['online', 'onSite'], minimum: 1 },
        ],
      }),
      'creditRules.limits[2]',
      'limits[2] selects some credits of limits[1] and others; select credits apart from them, or all or a part of them.',
    ],
    [
      'a rule of renewals',
      () => ({ total: 10, carryOver: { maximum: 3 } }),
      'creditRules.carryOver',
      'carryOver is a rule of renewals; set it in renewalCreditRules.',
    ],
    [
      'a type that does not count',
      () => ({ total: 10, creditTypeIds: [general()], limits: [{ creditTypeIds: [ethics()], minimum: 1 }] }),
      'creditRules.limits[0].creditTypeIds[0]',
      'is not among creditTypeIds, the types that count.',
    ],
    [
      'an unknown type',
      () => ({ total: 10, creditTypeIds: ['00000000-0000-4000-8000-000000000000'] }),
      'creditRules.creditTypeIds[0]',
      '00000000-0000-4000-8000-000000000000',
    ],
    ['a negative total', () => ({ total: -1 }), 'creditRules.total', 'between 0 and 9999.99'],
    ['three decimals', () => ({ total: 1.005 }), 'creditRules.total', '0.01'],
    [
      'a unit of rounding of 0',
      () => ({ total: 1, rounding: { unit: 0, direction: 'down' } }),
      'creditRules.rounding.unit',
      'between 0.01 and 10',
    ],
  ])('are refused with %s', async (_, creditRules, target, message) => {
    const { status, body } = await put(creditRules());
    expect(status, JSON.stringify(body)).toBe(400);
    expect(body.error.details).toContainEqual(
      expect.objectContaining({ target, message: expect.stringContaining(message) }),
    );
  });

  it('are accepted at the edge: minima that add up to the total, a maximum that is the minimum', async () => {
    const creditRules = {
      total: 10,
      limits: [
        { creditTypeIds: [ethics()], minimum: 6, maximum: 6 },
        { creditTypeIds: [general()], minimum: 4 },
      ],
    };
    expect((await put(creditRules)).status).toBe(200);
    expect((await put({ ...creditRules, total: 0 })).status).toBe(400);
  });
});

describe('earning an award by credit rules', () => {
  it('progress and the refusal say each rule with its figures, and the award follows when all are met', async () => {
    const awardId = await createAward({ creditRules: board() });
    const personId = await register(awardId, '2027-01-04');
    await grant(personId, '2027-01-04', 6, bySelfStudy);
    await grant(personId, '2027-01-04', 3.3);
    await grant(personId, '2027-01-04', 1.5, inEthics());
    const sentences = [
      '10 credits are needed in all: 8.5 of 10.5 earned count, 1.5 are missing.',
      'At least 2 Ethics credits are needed: 1.5 count, 0.5 are missing.',
      'At most 4 self-study credits count: 6 were earned, 2 do not count.',
      'Each entry of credits is rounded down to a multiple of 0.5: 0.3 credits do not count.',
    ];
    const progress = await getProgress(personId, awardId);
    expect(progress).toMatchObject({ state: 'InProgress', percent: 80 });
    expect(toSentences(progress.requirements.creditRules)).toEqual(sentences);
    expect(progress.requirements.creditRules).toMatchObject([
      { rule: 'Total', required: 10, earned: 10.5, counted: 8.5, notCounted: 2, missing: 1.5 },
      { rule: 'Minimum', limit: 0, required: 2, counted: 1.5, missing: 0.5 },
      { rule: 'Maximum', limit: 1, required: 4, earned: 6, counted: 4, notCounted: 2 },
      { rule: 'Rounding', notCounted: 0.3 },
    ]);
    expect(progress.missing.inWords).toBe('1.5 more credits and 0.5 more Ethics credits');
    const refused = await call('POST', '/Certifications', { awardId, personId });
    expect(refused.status).toBe(422);
    expect(explain(refused)).toEqual([[sentences[0], sentences[2], sentences[3]].join(' '), sentences[1]]);
    await grant(personId, '2027-01-04', 1.5, inEthics());
    expect(await getProgress(personId, awardId)).toMatchObject({ state: 'Earned', percent: 100 });
    const certification = await callOk('POST', '/Certifications', { awardId, personId });
    expect(certification.rules).toMatchObject({
      curriculumVersion: 1,
      curriculum: { creditRules: { total: 10 } },
    });
  });

  it('an award that is awarded automatically is awarded when the last rule is met', async () => {
    const awardId = await createAward({ creditRules: board() }, { awardsAutomatically: true });
    const personId = await register(awardId, '2027-01-04');
    await grant(personId, '2027-01-04', 8);
    await grant(personId, '2027-01-04', 1.99, inEthics());
    await runTimers();
    expect((await getProgress(personId, awardId)).state).toBe('InProgress');
    await grant(personId, '2027-01-04', 0.5, inEthics());
    await runTimers();
    expect((await getProgress(personId, awardId)).state).toBe('Awarded');
  });
});

describe('renewing by credit rules', () => {
  /** A certification of 4 January 2027 that is valid through 3 January 2028. */
  async function certify(curriculum: object = { renewalCreditRules: renewalBoard() }) {
    const awardId = await createAward(curriculum);
    const personId = await register(awardId, '2027-01-04');
    const { id } = await callOk('POST', '/Certifications', { awardId, personId });
    return { awardId, personId, id };
  }
  const renew = (id: string) => call('POST', `/Certifications/${id}/Renew`, {});

  it('needs the credits and the courses, and says what is missing', async () => {
    const { awardId, personId, id } = await certify();
    await goTo('2027-12-01');
    await grant(personId, '2027-11-01', 8);
    await grant(personId, '2027-11-01', 1.5, inEthics());
    const refused = await renew(id);
    expect(refused.status).toBe(422);
    expect(explain(refused)).toEqual([
      'The course Local Government Budget Basics is not completed.',
      '10 credits are needed in all: 9.5 of 9.5 earned count, 0.5 are missing.',
      'At least 2 Ethics credits are needed: 1.5 count, 0.5 are missing.',
    ]);
    const { renewal } = await getProgress(personId, awardId);
    expect(renewal).toMatchObject({ isReady: false, courses: [{ isCompleted: false }] });
    const projection = await callOk('GET', `/People/${personId}/Awards/${awardId}/Projection`);
    expect(projection.sentence).toContain(`it needs ${renewal.missing} by then`);
    await grant(personId, '2027-11-02', 0.5, inEthics());
    await callOk('POST', '/Completions', { personId, courseId: courseId(), completedDate: '2027-11-02' });
    expect((await getProgress(personId, awardId)).renewal).toMatchObject({ isReady: true, missing: '' });
    expect((await renew(id)).status).toBe(201);
  });

  it('a course that was completed before the term does not count for it', async () => {
    const { awardId, personId } = await certify();
    await callOk('POST', '/Completions', { personId, courseId: courseId(), completedDate: '2027-01-03' });
    expect((await getProgress(personId, awardId)).renewal.courses).toMatchObject([{ isCompleted: false }]);
    await callOk('POST', '/Completions', { personId, courseId: courseId(), completedDate: '2027-01-04' });
    expect((await getProgress(personId, awardId)).renewal.courses).toMatchObject([{ isCompleted: true }]);
  });

  it('carries over what exceeds the total, up to the maximum, for one term; voided credits are not carried over', async () => {
    const { awardId, personId, id } = await certify({
      renewalCreditRules: { ...renewalBoard(), requiredCourseIds: [] },
    });
    await goTo('2027-12-01');
    await grant(personId, '2027-10-01', 2, inEthics());
    await grant(personId, '2027-10-01', 8);
    const last = await grant(personId, '2027-11-01', 5);
    const renewed = (await renew(id)).body;
    expect(renewed.carriedOver).toEqual([{ creditId: last.id, credits: 3 }]);
    const { renewal } = await getProgress(personId, awardId);
    expect(renewal.creditRules.at(0)).toMatchObject({ counted: 3, missing: 7 });
    expect(renewal.creditRules.at(-1)).toMatchObject({
      ...{ rule: 'CarriedOver', counted: 3, sentence: '3 credits were carried over from the term before.' },
    });
    await goTo('2028-12-01');
    await grant(personId, '2028-11-01', 2, inEthics());
    await grant(personId, '2028-11-01', 5);
    const again = (await renew(renewed.id)).body;
    expect(again.carriedOver).toBeUndefined();
    expect((await getProgress(personId, awardId)).renewal.creditRules.at(0)).toMatchObject({ counted: 0 });
  });

  it('voided credits no longer count where they were carried over', async () => {
    const { awardId, personId, id } = await certify({
      renewalCreditRules: { ...renewalBoard(), requiredCourseIds: [] },
    });
    await goTo('2027-12-01');
    await grant(personId, '2027-10-01', 2, inEthics());
    await grant(personId, '2027-10-01', 8);
    const last = await grant(personId, '2027-12-01', 2);
    expect((await renew(id)).body.carriedOver).toEqual([{ creditId: last.id, credits: 2 }]);
    const counted = async () => (await getProgress(personId, awardId)).renewal.creditRules.at(0).counted;
    expect(await counted()).toBe(2);
    await callOk('POST', `/Credits/${last.id}/Void`, { reason: 'Entered twice.' });
    expect(await counted()).toBe(0);
  });
});

describe('a holder', () => {
  it('is judged by the rules of their time, and by later ones only by a re-evaluation, which says what is missing', async () => {
    const awardId = await createAward({});
    const personId = await register(awardId, '2027-01-04');
    const { id } = await callOk('POST', '/Certifications', { awardId, personId });
    await callOk('PUT', `/Awards/${awardId}/Curriculum`, { creditRules: board() });
    const before = await getProgress(personId, awardId);
    expect(before.requirements).not.toHaveProperty('creditRules');
    expect(before.renewal).not.toHaveProperty('creditRules');
    const missing = '10 more credits and 2 more Ethics credits';
    expect(await callOk('POST', `/Awards/${awardId}/Reevaluate`, { apply: true })).toMatchObject({
      changes: [{ certificationId: id, missing }],
    });
    const { renewal } = await getProgress(personId, awardId);
    expect(renewal).toMatchObject({
      missing,
      creditRules: [{ required: 10 }, { required: 2 }, { required: 4 }],
    });
    const detail = await callOk('GET', `/Certifications/${id}`);
    expect(detail.rules.curriculum).not.toHaveProperty('creditRules');
    expect(detail.reevaluations).toMatchObject([{ rules: { curriculum: { creditRules: { total: 10 } } } }]);
  });
});

describe('a first term that is shorter', () => {
  const prorated = (more: object = {}) => ({
    total: 24,
    limits: [{ creditTypeIds: [ethics()], minimum: 6 }],
    proration: { rounding: { unit: 1, direction: 'down' }, ...more },
  });
  /** A first term from 4 January through 30 June 2027: five whole months and a part of one. */
  async function certify(renewalCreditRules: object) {
    const awardId = await createAward({ renewalCreditRules }, { validityEndsOn: '06-30' });
    const personId = await register(awardId, '2027-01-04');
    const certification = await callOk('POST', '/Certifications', { awardId, personId });
    return { awardId, personId, certification };
  }

  it('needs its share of the total, and the next term needs all', async () => {
    const { awardId, personId, certification } = await certify(prorated());
    expect(certification).toMatchObject({ validThrough: '2027-06-30', rules: { validityEndsOn: '06-30' } });
    await goTo('2027-06-01');
    const { renewal } = await getProgress(personId, awardId);
    expect(renewal.creditRules).toMatchObject([
      { rule: 'Total', required: 10 },
      { rule: 'Minimum', required: 6 },
      {
        rule: 'FirstTerm',
        sentence: 'The first term has 5 of 12 months, so that 10 of 24 credits are needed.',
      },
    ]);
    await grant(personId, '2027-05-01', 3.99);
    await grant(personId, '2027-05-01', 6, inEthics());
    const path = `/Certifications/${certification.id}/Renew`;
    expect((await call('POST', path, {})).status).toBe(422);
    await grant(personId, '2027-05-01', 0.01);
    expect(await callOk('POST', path, {})).toMatchObject({
      validFrom: '2027-07-01',
      validThrough: '2028-06-30',
    });
    expect((await getProgress(personId, awardId)).renewal.creditRules).toMatchObject([
      { rule: 'Total', required: 24 },
      { rule: 'Minimum', required: 6 },
    ]);
  });

  it('counts a part of a month and reduces limits where the rules say so', async () => {
    const { awardId, personId } = await certify(prorated({ countsPartialMonths: true, reducesLimits: true }));
    expect((await getProgress(personId, awardId)).renewal.creditRules).toMatchObject([
      ...[{ required: 12 }, { required: 3 }, { rule: 'FirstTerm' }],
    ]);
  });

  it('is shown with the award, and its end is a day that every year has', async () => {
    const { id } = await callOk('POST', '/Awards', {
      name: `Board ${randomUUID()}`,
      validityEndsOn: '06-30',
    });
    const path = `/Awards/${id}`;
    expect(await callOk('PUT', path, { price: 5 })).toMatchObject({ validityEndsOn: '06-30' });
    expect(await callOk('PUT', path, { validityEndsOn: null })).not.toHaveProperty('validityEndsOn');
    for (const validityEndsOn of ['02-29', '06-31', '6-30'])
      expect((await call('PUT', path, { validityEndsOn })).status).toBe(400);
    expect((await call('PUT', path, { validityEndsOn: '02-28' })).status).toBe(200);
  });
});

describe('how credits were earned', () => {
  it('is kept with credits of the office, of imports and of reports', async () => {
    const [person] = await fixture.createPeople(1);
    const personId = person?.id ?? '';
    const credit = await grant(personId, '2026-01-05', 1, bySelfStudy);
    expect(await callOk('GET', `/Credits/${credit.id}`)).toMatchObject(bySelfStudy);
    const row = { personId, creditTypeId: general(), credits: 1, earnedDate: '2026-01-05', ...bySelfStudy };
    const imported = await callOk('POST', '/Credits/Import', {
      rows: [{ ...row, externalId: randomUUID() }],
    });
    expect(await callOk('GET', `/Credits/${imported.results[0].creditId}`)).toMatchObject(bySelfStudy);
    const report = await callOk('POST', '/ReportedCredits', { ...row, activity: 'Read a book' });
    expect(report).toMatchObject(bySelfStudy);
    const approved = await callOk('POST', `/ReportedCredits/${report.id}/Approve`, {
      changes: { attendanceMode: 'online', reason: 'It was a webinar.' },
    });
    expect(await callOk('GET', `/Credits/${approved.creditId}`)).toMatchObject({ attendanceMode: 'online' });
  });
});
