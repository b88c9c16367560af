// Runs that award everybody who is registered for an award: with a preview and progress, each person once
// (docs/interface/training.md#awarding-many-people).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rules } from '../../functions/training/jobs/run-timers/rules.ts';
import { runDueTimers } from '../../shared/schedule/run-due-timers.ts';
import { type RegistrationFixture, startRegistrationFixture } from './registration-fixture.ts';

let fixture: RegistrationFixture;
let token: string;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
  token = await fixture.platform.tokenFor({
    tenant: 'demo',
    permissions: [
      ...(['training.credits.read', 'training.credits.write', 'training.certifications.write'] as const),
      ...(['training.awards.write', 'training.courses.write', 'OverrideRegistration'] as const),
    ],
  });
}, 60_000);
afterAll(() => fixture.platform.stop());

const call = (method: string, path: string, body?: object) =>
  fixture.platform.call(method, 'training', `/api/v1${path}`, { tenant: 'demo', token, body });
async function callOk(method: string, path: string, body?: object) {
  const reply = await call(method, path, body);
  expect(reply.status, `${method} ${path}: ${reply.text}`).toBeLessThan(300);
  return reply.body;
}
const listHeld = (personId: string) => callOk('GET', `/People/${personId}/Certifications`);

/** An award that needs one course, with registrants of whom some have completed it. */
async function createAward(registrants: number, complete: number) {
  const course = await callOk('POST', '/Courses', { name: `Minutes ${randomUUID()}` });
  const award = await callOk('POST', '/Awards', { name: `Clerk ${randomUUID()}`, requiresApproval: false });
  await callOk('PUT', `/Awards/${award.id}/Curriculum`, { requiredCourseIds: [course.id] });
  const people = (await fixture.createPeople(registrants)).map(({ id }) => id);
  for (const memberId of people)
    await callOk('POST', '/AwardsRegistration', { awardId: award.id, memberId, registrationType: 'Admin' });
  for (const personId of people.slice(0, complete))
    await callOk('POST', '/Completions', { courseId: course.id, personId });
  return { awardId: String(award.id), people };
}
const start = async (awardId: string, body: object = {}) => {
  const reply = await call('POST', `/Awards/${awardId}/Awardings`, body);
  expect(reply.status, reply.text).toBe(202);
  expect(reply.headers.get('location')).toMatch(new RegExp(`/Awardings/${reply.body.id}$`));
  return reply.body;
};
const progress = (id: string) => callOk('GET', `/Awardings/${id}`);
const results = (id: string, query = '?pageSize=200') => callOk('GET', `/Awardings/${id}/Results${query}`);

/** One call of the job, which is cut off after so many timers. */
const runJob = async (most = Number.POSITIVE_INFINITY) => {
  let left = most;
  const context = { rules, now: new Date(), newId: randomUUID, hasTime: () => left-- > 0 };
  while (left > 0 && (await runDueTimers(fixture.store, context)));
};

describe('a run for everybody who is registered', () => {
  it('previews who would get the award, then awards it, and says why not', async () => {
    const { awardId, people } = await createAward(3, 2);
    const preview = await start(awardId, { preview: true });
    expect(preview).toMatchObject({ status: 'InProgress', isPreview: true, examined: 0 });
    await runJob();
    expect(await progress(preview.id)).toMatchObject({
      ...{ status: 'Done', examined: 3, awarded: 2, refused: 1, finishedDate: expect.any(String) },
    });
    const decided = await results(preview.id);
    expect(decided.filter((each: { isAwarded: boolean }) => each.isAwarded)).toHaveLength(2);
    expect(decided.find((each: { personId: string }) => each.personId === people[2])).toMatchObject({
      error: { code: 'NOT_ELIGIBLE', message: expect.stringContaining('Minutes') },
    });
    for (const id of people) expect(await listHeld(id)).toEqual([]);
    const run = await start(awardId);
    await runJob();
    expect(await progress(run.id)).toMatchObject({ status: 'Done', awarded: 2, refused: 1 });
    const [held, ...others] = await listHeld(people[0] ?? '');
    expect(others).toEqual([]);
    const result = (await results(run.id)).find((each: { personId: string }) => each.personId === people[0]);
    expect(result).toMatchObject({ isAwarded: true, certificationId: held.id });
    const [first] = await results(run.id, '?pageSize=1');
    expect(first.personId).toBe([...people].sort()[0]);
  });

  it('decides about each person once when it is cut off and when several work on it, over more than a page', async () => {
    const { awardId, people } = await createAward(55, 4);
    const run = await start(awardId);
    await runJob(3);
    const between = await progress(run.id);
    expect(between).toMatchObject({ status: 'InProgress' });
    expect(between.examined).toBeGreaterThan(0);
    await Promise.all([runJob(), runJob(), runJob()]);
    await runJob();
    expect(await progress(run.id)).toMatchObject({ status: 'Done', examined: 55, awarded: 4, refused: 51 });
    expect(await results(run.id)).toHaveLength(55);
    for (const id of people.slice(0, 4)) expect(await listHeld(id)).toHaveLength(1);
  }, 60_000);

  it('ends when it is cancelled, and once', async () => {
    const { awardId, people } = await createAward(2, 2);
    const run = await start(awardId);
    const cancelled = await callOk('POST', `/Awardings/${run.id}/Cancel`, {});
    expect(cancelled).toMatchObject({ status: 'Cancelled', examined: 0 });
    await runJob();
    for (const id of people) expect(await listHeld(id)).toEqual([]);
    expect((await call('POST', `/Awardings/${run.id}/Cancel`, {})).status).toBe(409);
  });

  it('is refused for an unknown award and a day in the future, and ends at once without registrants', async () => {
    expect((await call('POST', `/Awards/${randomUUID()}/Awardings`, {})).status).toBe(404);
    const { awardId } = await createAward(0, 0);
    const refused = await call('POST', `/Awards/${awardId}/Awardings`, { completedDate: '2999-01-01' });
    expect([refused.status, refused.body.error.details[0].target]).toEqual([400, 'completedDate']);
    const run = await start(awardId);
    await runJob();
    expect(await progress(run.id)).toMatchObject({ status: 'Done', examined: 0 });
    expect((await call('GET', `/Awardings/${randomUUID()}`)).status).toBe(404);
  });
});
