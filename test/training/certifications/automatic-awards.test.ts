// Awards that are awarded automatically and in bulk, who is registered for an award, and what applicants, the office and holders
// are notified (docs/interface/training.md#automatic-awards, #award-registration, #re-evaluation).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as runTimers } from '../../../functions/training/jobs/run-timers/handler.ts';
import {
  listDueMessages,
  type NotificationMessageItem,
} from '../../../functions/training/notifications/notification-message.ts';
import { type RegistrationFixture, startRegistrationFixture } from '../registrations/registration-fixture.ts';

let fixture: RegistrationFixture;
let token: string;

beforeAll(async () => {
  fixture = await startRegistrationFixture();
  token = await fixture.platform.tokenFor({
    tenant: 'demo',
    permissions: [
      ...(['training.credits.read', 'training.credits.write', 'training.certifications.write'] as const),
      ...(['training.awards.read', 'training.awards.write', 'training.courses.write'] as const),
      ...(['training.settings.write', 'training.settings.read', 'OverrideRegistration'] as const),
    ],
  });
});
afterAll(() => fixture.platform.stop());

const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
  const reply = await fixture.platform.call(method, 'training', `/api/v1${path}`, {
    ...{ tenant: 'demo', token, headers, ...(body && { body }) },
  });
  return reply;
};
const callOk = async (method: string, path: string, body?: object) => {
  const reply = await call(method, path, body);
  expect(reply.status, `${method} ${path}: ${reply.text}`).toBeLessThan(300);
  return reply.body;
};

/** An award that requires one course with two credits, and the ids of both. */
async function createAward(more: object = {}) {
  const creditTypeId = fixture.idOf('creditType', 'general');
  const course = await callOk('POST', '/Courses', {
    ...{ name: `Minutes ${randomUUID()}`, credits: [{ creditTypeId, credits: 2 }] },
  });
  const name = `Recorder ${randomUUID()}`;
  const award = await callOk('POST', '/Awards', { name, requiresApproval: false, ...more });
  await callOk('PUT', `/Awards/${award.id}/Curriculum`, {
    ...{ requiredCourseIds: [course.id], minimumCredits: [{ creditTypeId, credits: 2 }] },
  });
  return { awardId: String(award.id), courseId: String(course.id), name };
}
const register = (awardId: string, memberId: string) =>
  callOk('POST', '/AwardsRegistration', { awardId, memberId, registrationType: 'Admin' });
const complete = (courseId: string, personId: string) =>
  callOk('POST', '/Completions', { courseId, personId, grantCredits: true });
const listHeld = async (personId: string) => callOk('GET', `/People/${personId}/Certifications`);

async function createPeople(count: number): Promise<string[]> {
  return (await fixture.createPeople(count)).map(({ id }) => id);
}

/** The kinds of the messages about an award, with whom they go to. */
async function messagesAbout(name: string): Promise<(readonly [string, string])[]> {
  const later = new Date(Date.now() + 400 * 24 * 3600_000);
  const items = await listDueMessages(fixture.store, later, 1000);
  const receiver = ({ to }: NotificationMessageItem) => (to.kind === 'role' ? to.role : to.personId);
  return items
    .filter(({ values }) => values.awardName === name)
    .map((item) => [item.kind, receiver(item)] as const);
}

describe('a completion that is recorded by hand', () => {
  it('grants the credits of the course by choice, of the same day and in the same transaction', async () => {
    const { courseId } = await createAward();
    const [one = '', other = ''] = await createPeople(2);
    await complete(courseId, one);
    await callOk('POST', '/Completions', { courseId, personId: other });
    const transcript = async (id: string) => (await callOk('GET', `/People/${id}/Transcript`)).credits;
    expect(await transcript(one)).toMatchObject([{ credits: 2, courseId, source: 'manual' }]);
    expect(await transcript(other)).toEqual([]);
    // The completion of a day is recorded once, and so are its credits.
    expect((await call('POST', '/Completions', { courseId, personId: one, grantCredits: true })).status).toBe(
      409,
    );
    expect(await transcript(one)).toHaveLength(1);
  });
});

describe('an award that is awarded automatically', () => {
  it('is awarded once with the last requirement, and its holder is notified of the award alone', async () => {
    const { awardId, courseId, name } = await createAward({ awardsAutomatically: true });
    expect((await callOk('GET', `/Awards/${awardId}`)).awardsAutomatically).toBe(true);
    const [personId = ''] = await createPeople(1);
    await register(awardId, personId);
    await runTimers();
    expect(await listHeld(personId)).toEqual([]);
    await complete(courseId, personId);
    await runTimers();
    await runTimers();
    expect(await listHeld(personId)).toMatchObject([{ awardId, standing: 'Valid' }]);
    const sent = (await messagesAbout(name)).filter(([, to]) => to === personId).map(([kind]) => kind);
    expect(sent.toSorted()).toEqual(['awardRegistrationActive', 'certificationAwarded']);
  });

  it('is awarded with the registration where everything was completed before', async () => {
    const { awardId, courseId } = await createAward({ awardsAutomatically: true });
    await callOk('PUT', `/Awards/${awardId}/Curriculum`, {
      requiredCourseIds: [courseId],
      minimumCredits: [],
    });
    const [personId = ''] = await createPeople(1);
    await complete(courseId, personId);
    await register(awardId, personId);
    await runTimers();
    expect(await listHeld(personId)).toHaveLength(1);
  });

  it('is not awarded when something is missing again by the time of its transaction', async () => {
    const { awardId, courseId } = await createAward({ awardsAutomatically: true });
    const [personId = ''] = await createPeople(1);
    await register(awardId, personId);
    await complete(courseId, personId);
    const [credit] = (await callOk('GET', `/People/${personId}/Transcript`)).credits;
    await callOk('POST', `/Credits/${credit.id}/Void`, { reason: 'Another person.' });
    await runTimers();
    expect(await listHeld(personId)).toEqual([]);
  });

  it('is left to the office where the award does not say so', async () => {
    const { awardId, courseId, name } = await createAward();
    const [personId = ''] = await createPeople(1);
    await register(awardId, personId);
    await complete(courseId, personId);
    await runTimers();
    expect(await listHeld(personId)).toEqual([]);
    expect((await messagesAbout(name)).map(([kind]) => kind)).toContain('awardEarned');
  });
});

describe('awarding in bulk', () => {
  const path = '/Certifications/Bulk';

  it('previews who would get it and who not with the reason, awards, and awards nobody twice', async () => {
    const { awardId, courseId } = await createAward();
    const [ready = '', missing = '', stranger = ''] = await createPeople(3);
    for (const id of [ready, missing]) await register(awardId, id);
    await complete(courseId, ready);
    const body = { awardId, personIds: [ready, missing, stranger, ready] };
    const preview = (await call('POST', `${path}?validateOnly=true`, body)).body;
    expect(preview).toMatchObject({
      ...{ awarded: 1, refused: 2, nextCursor: null },
      results: [
        { personId: ready, isAwarded: true },
        { personId: missing, isAwarded: false, error: { code: 'NOT_ELIGIBLE' } },
        {
          personId: stranger,
          isAwarded: false,
          error: { message: expect.stringContaining('no registration') },
        },
      ],
    });
    expect(preview.results[0]).not.toHaveProperty('certificateNumber');
    expect(await listHeld(ready)).toEqual([]);
    const key = { 'Idempotency-Key': randomUUID() };
    const first = await call('POST', path, body, key);
    expect(first.body).toMatchObject({ awarded: 1, refused: 2 });
    expect((await call('POST', path, body, key)).body).toEqual(first.body);
    expect((await callOk('POST', path, body)).results[0]).toMatchObject({ error: { code: 'CONFLICT' } });
    expect(await listHeld(ready)).toHaveLength(1);
  });

  it('goes through those who are registered, page by page', async () => {
    const { awardId, courseId } = await createAward();
    const people = await createPeople(4);
    for (const id of people) await register(awardId, id);
    for (const id of people.slice(0, 3)) await complete(courseId, id);
    const result = await callOk('POST', path, { awardId });
    expect(result).toMatchObject({ awarded: 3, refused: 1, nextCursor: null });
    const list = await callOk('GET', `/Awards/${awardId}/Registrations`);
    expect(list.map(({ status }: { status: string }) => status)).toEqual([
      ...['Active', 'Awarded', 'Awarded', 'Awarded'],
    ]);
    const active = await call('GET', `/Awards/${awardId}/Registrations?status=awarded&pageSize=2`);
    expect(active.body).toHaveLength(2);
    expect(active.headers.get('link')).toContain('rel="next"');
  });
});

describe('a registration for an award', () => {
  it('tells the applicant each step, and the office what it has to do and what ended', async () => {
    const { awardId, name } = await createAward({ requiresApproval: true });
    const [first = '', second = ''] = await createPeople(2);
    const { id } = await register(awardId, first);
    expect(await messagesAbout(name)).toEqual(
      expect.arrayContaining([
        ['awardRegistrationPending', first],
        ['awardRegistrationAsked', 'staff'],
      ]),
    );
    await callOk('POST', `/AwardsRegistration/${id}/Approve`, {});
    await callOk('POST', `/AwardsRegistration/${id}/Withdraw`, { reason: 'Retires.' });
    const denied = await register(awardId, second);
    await callOk('POST', `/AwardsRegistration/${denied.id}/Deny`, { reason: 'Not a recorder.' });
    const sent = await messagesAbout(name);
    const kindsTo = (to: string) =>
      sent.flatMap(([kind, receiver]) => (receiver === to ? kind : [])).toSorted();
    expect(kindsTo(first)).toEqual([
      ...['awardRegistrationActive', 'awardRegistrationPending', 'awardRegistrationWithdrawn'],
    ]);
    expect(kindsTo(second)).toEqual(['awardRegistrationDenied', 'awardRegistrationPending']);
    // The office is not notified of its own decisions.
    expect(kindsTo('staff')).toEqual([
      ...['awardRegistrationAsked', 'awardRegistrationAsked', 'awardRegistrationEnded'],
    ]);
  });

  it('tells the role that the tenant names, which must be one of its roles', async () => {
    const refused = await call('PUT', '/Settings/Certification', { officeRole: 'nobody' });
    expect([refused.status, refused.body.error.details[0].target]).toEqual([400, 'officeRole']);
    await callOk('PUT', '/Settings/Certification', { officeRole: 'admin' });
    const { awardId, name } = await createAward();
    const [personId = ''] = await createPeople(1);
    await register(awardId, personId);
    expect(await messagesAbout(name)).toContainEqual(['awardRegistrationBegun', 'admin']);
  });
});

describe('a re-evaluation', () => {
  it('tells the holders whose validity it changes, and nobody in its preview', async () => {
    const { awardId, courseId, name } = await createAward({ validityPeriod: { years: 2 } });
    const [personId = ''] = await createPeople(1);
    await register(awardId, personId);
    await complete(courseId, personId);
    await callOk('POST', '/Certifications', { awardId, personId });
    await callOk('PUT', `/Awards/${awardId}`, { validityPeriod: { years: 1 } });
    const kinds = async () => (await messagesAbout(name)).map(([kind]) => kind);
    await callOk('POST', `/Awards/${awardId}/Reevaluate`, { apply: false });
    expect(await kinds()).not.toContain('certificationReevaluated');
    await callOk('POST', `/Awards/${awardId}/Reevaluate`, { apply: true });
    expect(await messagesAbout(name)).toContainEqual(['certificationReevaluated', personId]);
    await callOk('POST', `/Awards/${awardId}/Reevaluate`, { apply: true });
    expect((await kinds()).filter((kind) => kind === 'certificationReevaluated')).toHaveLength(1);
  });
});
