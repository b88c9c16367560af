// Runs that award everybody who is registered for an award: with a preview and progress, each person once
// (docs/interface/training.md#awarding-many-people).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rules } from '../../../functions/training/jobs/run-timers/rules.ts';
import type { NotificationMessageItem } from '../../../functions/training/notifications/notification-message.ts';
import { guardRequests } from '../../../shared/data/client.ts';
import { runDueTimers } from '../../../shared/schedule/run-due-timers.ts';
import { type RegistrationFixture, startRegistrationFixture } from '../registrations/registration-fixture.ts';

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
});
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
const runJob = async (most = Number.POSITIVE_INFINITY, now = new Date()) => {
  let left = most;
  const context = { rules, now, newId: randomUUID, hasTime: () => left-- > 0 };
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
    const byOutcome = async (outcome: string) =>
      (await results(run.id, `?outcome=${outcome}`)).map(
        ({ isAwarded }: { isAwarded: boolean }) => isAwarded,
      );
    expect([await byOutcome('awarded'), await byOutcome('Refused')]).toEqual([[true, true], [false]]);
  });

  it('decides about each person once when it is cut off and when several work on it, over more than a page', async () => {
    const { awardId, people } = await createAward(55, 4);
    const run = await start(awardId);
    await runJob(1);
    const between = await progress(run.id);
    expect(between).toMatchObject({ status: 'InProgress' });
    expect(between.examined).toBeGreaterThan(0);
    expect(between.examined).toBeLessThan(55);
    await Promise.all([runJob(), runJob(), runJob()]);
    await runJob();
    expect(await progress(run.id)).toMatchObject({ status: 'Done', examined: 55, awarded: 4, refused: 51 });
    const all = await results(run.id);
    const names = all.map(({ personName }: { personName: string }) => personName);
    expect([names.length, names.filter(Boolean).length]).toEqual([55, 55]);
    const paged: unknown[] = [];
    for (let cursor = ''; ; ) {
      const query = `?outcome=refused&pageSize=20${cursor && `&cursor=${cursor}`}`;
      const page = await call('GET', `/Awardings/${run.id}/Results${query}`);
      paged.push(...page.body);
      cursor = /[?&]cursor=([^&>]+)/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
      if (!cursor) break;
    }
    expect(paged).toEqual(all.filter(({ isAwarded }: { isAwarded: boolean }) => !isAwarded));
    expect(paged).toHaveLength(51);
    for (const id of people.slice(0, 4)) expect(await listHeld(id)).toHaveLength(1);
  });

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

  it('tells whoever started it when it has ended, or the office where that is no person, and the change feed', async () => {
    const { awardId } = await createAward(2, 1);
    const [starter] = await fixture.createPeople(1);
    const personId = starter?.id ?? '';
    const subject = randomUUID();
    const own = await fixture.platform.tokenFor({
      ...{ tenant: 'demo', subject, personId },
      permissions: ['training.certifications.write'],
    });
    const listKinds = async (): Promise<unknown[]> => {
      const messages = await fixture.store.queryAll(
        fixture.store.listing<NotificationMessageItem>('NOTICES'),
      );
      return messages
        .filter(({ link }) => link?.id === awardId)
        .filter(({ kind }) => kind.startsWith('awarding'))
        .map(({ kind, to, values: { awardedCount, refusedCount } }) => [
          kind,
          to,
          awardedCount,
          refusedCount,
        ]);
    };
    for (const preview of [true, false]) {
      const reply = await fixture.platform.call('POST', 'training', `/api/v1/Awards/${awardId}/Awardings`, {
        ...{ tenant: 'demo', token: own, body: { preview } },
      });
      expect(reply.status, reply.text).toBe(202);
      await runJob();
    }
    const to = { kind: 'person', personId };
    expect((await listKinds()).sort()).toEqual([
      ['awardingDone', to, '1', '1'],
      ['awardingPreviewed', to, '1', '1'],
    ]);
    await start(awardId, { preview: true });
    await runJob();
    expect(await listKinds()).toContainEqual([
      'awardingPreviewed',
      { kind: 'role', role: 'staff' },
      '0',
      '1',
    ]);
  });

  it('that fails for good ends as failed with the reason, is told, and goes on when it is resumed', async () => {
    const { awardId, people } = await createAward(4, 4);
    const run = await start(awardId);
    const [, unlucky = ''] = [...people].sort();
    const stop = guardRequests(({ operation, input }) => {
      const isWritten = operation === 'TransactWriteItems' && JSON.stringify(input).includes(`#${unlucky}`);
      if (isWritten) throw new Error('The record can not be written');
    });
    try {
      const begin = Date.now();
      // It is tried again after one, five and fifteen minutes: each time a millisecond before it is still as it was.
      for (const minutes of [0, 1, 6, 21 - 1 / 60_000]) {
        await runJob(Number.POSITIVE_INFINITY, new Date(begin + minutes * 60_000));
        expect(await progress(run.id)).toMatchObject({ status: 'InProgress', examined: 1 });
      }
      await runJob(Number.POSITIVE_INFINITY, new Date(begin + 21 * 60_000));
    } finally {
      stop();
    }
    const failed = await progress(run.id);
    expect(failed).toMatchObject({
      ...{ status: 'Failed', examined: 1, awarded: 1, finishedDate: expect.any(String) },
      failure: {
        personId: unlucky,
        reason: expect.stringMatching(/^Deciding about a person failed 4 times\./),
      },
    });
    const messages = await fixture.store.queryAll(fixture.store.listing<NotificationMessageItem>('NOTICES'));
    expect(messages.filter(({ kind }) => kind === 'awardingFailed').map(({ link }) => link?.id)).toContain(
      awardId,
    );
    const resumed = await callOk('POST', `/Awardings/${run.id}/Resume`, {});
    expect(resumed).toMatchObject({ status: 'InProgress', examined: 1 });
    expect(resumed).not.toHaveProperty('failure');
    expect((await call('POST', `/Awardings/${run.id}/Resume`, {})).status).toBe(409);
    await runJob();
    expect(await progress(run.id)).toMatchObject({ status: 'Done', examined: 4, awarded: 4 });
    for (const id of people) expect(await listHeld(id)).toHaveLength(1);
  });

  it('that failed can be resumed without the person about whom it failed, and the result says so', async () => {
    const { awardId, people } = await createAward(3, 3);
    const run = await start(awardId);
    const [unlucky = ''] = [...people].sort();
    const stop = guardRequests(({ operation, input }) => {
      const isRead =
        operation !== 'TransactWriteItems' && JSON.stringify(input).includes(`RECORD#${unlucky}`);
      if (isRead) throw new Error('The record can not be read');
    });
    try {
      const begin = Date.now();
      for (const minutes of [0, 2, 8, 30])
        await runJob(Number.POSITIVE_INFINITY, new Date(begin + minutes * 60_000));
      expect(await progress(run.id)).toMatchObject({ status: 'Failed', examined: 0 });
      const resumed = await callOk('POST', `/Awardings/${run.id}/Resume`, { skip: true });
      expect(resumed).toMatchObject({ status: 'InProgress', examined: 1, refused: 1 });
      await runJob();
    } finally {
      stop();
    }
    expect(await progress(run.id)).toMatchObject({ status: 'Done', awarded: 2, refused: 1 });
    const [left, ...others] = await results(run.id, '?outcome=refused');
    expect([left.personId, others]).toEqual([unlucky, []]);
    expect(left.error.message).toMatch(/^Left out\./);
  });
});
