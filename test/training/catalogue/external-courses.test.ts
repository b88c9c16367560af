// Courses elsewhere report their results: a cmi5 course by @rusticisoftware/cmi5, a course of xAPI by @xapi/xapi, each as it is
// used in courses (docs/interface/training.md#courses-elsewhere; xAPI 1.0.3; cmi5 Quartz).
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import xapiModule from '@xapi/xapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  enrollmentKey,
  sessionLifetime,
} from '../../../functions/training/external-courses/record/enrollment.ts';
import { maxStatements } from '../../../functions/training/external-courses/xapi/receive-statements.ts';
import { maxStates } from '../../../functions/training/external-courses/xapi/state.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import type { Reply } from '../../harness/platform.ts';
import { type RegistrationFixture, startRegistrationFixture } from '../registrations/registration-fixture.ts';

/** The library of a cmi5 course, which has no types. */
interface Cmi5Course {
  start(): Promise<void>;
  completed(): Promise<{ readonly id: string }>;
  passed(score?: object): Promise<{ readonly id: string }>;
  failed(score?: object): Promise<{ readonly id: string }>;
  terminate(): Promise<unknown>;
  getLaunchMode(): string;
  getMasteryScore(): number | null;
  getLaunchParameters(): string | null;
  getLanguagePreference(): string | null;
  getAuth(): string;
  sendStatement(statement: object): Promise<void>;
  completedStatement(): { readonly id: string };
  passedStatement(score?: object): { readonly id: string };
}
const require = createRequire(import.meta.url);
/** Its types say that the class is a member of the module, but it is the module itself. */
const XAPI = xapiModule as unknown as typeof xapiModule.default;
let Cmi5: new (launchUrl: string) => Cmi5Course;

let fixture: RegistrationFixture;
let office: string;
let general: string;

beforeAll(async () => {
  // It is made for browsers, which name their global object `self`.
  Object.assign(globalThis, { self: globalThis });
  Cmi5 = require('@rusticisoftware/cmi5');
  fixture = await startRegistrationFixture();
  office = await fixture.platform.tokenFor({
    tenant: 'demo',
    permissions: ['training.courses.write', 'training.credits.read', 'training.credits.write'],
  });
  general = fixture.idOf('creditType', 'general');
});
afterAll(() => fixture.platform.stop());

const call = (method: string, address: string, body?: unknown, token = office): Promise<Reply> =>
  fixture.platform.call(method, 'training', address, { tenant: 'demo', token, body });
const createPerson = async (): Promise<string> => (await fixture.createPeople(1))[0]?.id ?? '';

const unit = 'https://courses.example.com/au/1';
const cmi5 = {
  ...{ standard: 'cmi5', activityId: unit, launchUrl: 'https://courses.example.com/start?lang=en' },
  ...{ moveOn: 'CompletedAndPassed', masteryScore: 0.8, openTo: 'everyone' },
};
const activityId = 'https://courses.example.com/activity';
const xapi = { ...cmi5, standard: 'xapi', activityId, moveOn: 'Passed' };

let courses = 0;
async function createCourse(external: object = {}, course: object = {}): Promise<string> {
  const created = await call('POST', '/api/v1/Courses', {
    name: `Elsewhere ${courses++}`,
    credits: [{ creditTypeId: general, credits: 1.5 }],
    ...course,
  });
  expect(created.status, created.text).toBe(201);
  const path = `/api/v1/Courses/${created.body.id}/ExternalCourse`;
  const set = await call('PUT', path, { ...cmi5, ...external });
  expect(set.status, set.text).toBe(200);
  return created.body.id;
}

const tryLaunch = async (courseId: string, personId: string, body: object = {}): Promise<Reply> =>
  call(
    'POST',
    `/api/v1/Courses/${courseId}/Launches`,
    body,
    await fixture.platform.tokenFor({ tenant: 'demo', personId }),
  );
async function launch(courseId: string, personId: string, body: object = {}) {
  const reply = await tryLaunch(courseId, personId, body);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as {
    readonly launchUrl: string;
    readonly registration: string;
    readonly launchMode: string;
  };
}
/** A person opens a cmi5 course. */
async function open(courseId: string, personId: string, body: object = {}) {
  const launched = await launch(courseId, personId, body);
  const course = new Cmi5(launched.launchUrl);
  await course.start();
  return { ...launched, course };
}
const listRecord = async (personId: string) => {
  const transcript = await call('GET', `/api/v1/People/${personId}/Transcript`);
  expect(transcript.status, transcript.text).toBe(200);
  return transcript.body;
};
const store = () => fixture.store;
const readEnrollment = async (personId: string, courseId: string) =>
  store().get(enrollmentKey(store(), { personId, courseId }), { consistent: true });
async function readCompletion(personId: string, courseId: string) {
  const id = (await readEnrollment(personId, courseId))?.granted?.completionId;
  if (id === undefined) return undefined;
  return (await call('GET', `/api/v1/People/${personId}/Completions/${id}`)).body;
}

describe('a cmi5 course', () => {
  it('is completed with its statements as evidence, and grants the credits of the course once', async () => {
    const [courseId, personId] = [await createCourse({ launchParameters: 'quiz=1' }), await createPerson()];
    const { course, registration, launchUrl } = await open(courseId, personId);
    expect(new URL(launchUrl).searchParams.get('lang')).toBe('en');
    expect(course.getLaunchMode()).toBe('Normal');
    expect([course.getMasteryScore(), course.getLaunchParameters()]).toEqual([0.8, 'quiz=1']);
    expect(course.getLanguagePreference()).toBe('en');
    const completed = await course.completed();
    expect(await readCompletion(personId, courseId)).toBeUndefined();
    const passed = await course.passed({ scaled: 0.85 });
    await course.terminate();
    const completion = await readCompletion(personId, courseId);
    expect(completion).toMatchObject({
      ...{ personId, courseId, source: 'external' },
      evidence: [
        {
          standard: 'cmi5',
          statementId: completed.id,
          verb: expect.stringMatching('completed'),
          registration,
        },
        { statementId: passed.id, score: { scaled: 0.85 }, activityId: unit, registration },
      ],
    });
    expect((await listRecord(personId)).credits).toMatchObject([
      { credits: 1.5, source: 'external', courseId, earnedDate: completion.completedDate },
    ]);
  });

  it('names the person by an account without their name or address', async () => {
    const personId = await createPerson();
    const { launchUrl } = await launch(await createCourse(), personId);
    const actor = JSON.parse(new URL(launchUrl).searchParams.get('actor') ?? '');
    expect(actor).toEqual({
      objectType: 'Agent',
      account: { homePage: expect.stringMatching(/^http/), name: personId },
    });
  });

  it('failed first and passed in a later session completes the same registration', async () => {
    const [courseId, personId] = [await createCourse({ moveOn: 'Passed' }), await createPerson()];
    const first = await open(courseId, personId);
    await first.course.failed({ scaled: 0.79 });
    await first.course.terminate();
    expect(await readCompletion(personId, courseId)).toBeUndefined();
    const second = await open(courseId, personId);
    expect(second.registration).toBe(first.registration);
    await second.course.passed({ scaled: 0.8 });
    expect(await readCompletion(personId, courseId)).toMatchObject({
      evidence: [{ score: { scaled: 0.8 } }],
    });
    const review = await open(courseId, personId);
    expect(review.course.getLaunchMode()).toBe('Review');
    await expect(review.course.sendStatement(review.course.completedStatement())).rejects.toThrow('400');
  });

  it('taken again has another registration, which the rule against taking a course twice holds for', async () => {
    const courseId = await createCourse({ moveOn: 'Completed' }, { retakeMonths: 12 });
    const personId = await createPerson();
    const first = await open(courseId, personId);
    await first.course.completed();
    const second = await open(courseId, personId, { again: true });
    expect([second.launchMode, second.registration === first.registration]).toEqual(['Normal', false]);
    await second.course.completed();
    expect(await readCompletion(personId, courseId)).toMatchObject({
      creditsWithheld: expect.stringMatching('gave credits'),
      evidence: [{ registration: second.registration }],
    });
    expect((await listRecord(personId)).credits).toHaveLength(1);
  });

  it('whose launch alone counts is completed by it (moveOn NotApplicable)', async () => {
    const [courseId, personId] = [
      await createCourse({ moveOn: 'NotApplicable', grantsCredits: false }),
      await createPerson(),
    ];
    await launch(courseId, personId);
    await launch(courseId, personId);
    expect(await readCompletion(personId, courseId)).toMatchObject({ source: 'external', evidence: [] });
    expect((await listRecord(personId)).credits).toEqual([]);
  });

  it('is not completed by a score below the mastery score, whatever the course claims', async () => {
    const [courseId, personId] = [await createCourse({ moveOn: 'Passed' }), await createPerson()];
    const { course } = await open(courseId, personId);
    const claimed = course.passedStatement() as unknown as { result: object };
    await expect(
      course.sendStatement({ ...claimed, result: { ...claimed.result, score: { scaled: 0.79 } } }),
    ).rejects.toThrow('400');
    // Numbers that DynamoDB does not store.
    for (const raw of [1e-320, 1e200])
      await expect(
        course.sendStatement({ ...claimed, result: { ...claimed.result, score: { scaled: 0.9, raw } } }),
      ).rejects.toThrow('400');
    expect(await readCompletion(personId, courseId)).toBeUndefined();
  });

  it('of which the same statements come at once is completed once', async () => {
    const [courseId, personId] = [await createCourse({ moveOn: 'Completed' }), await createPerson()];
    const { course } = await open(courseId, personId);
    const statement = course.completedStatement();
    await Promise.all(Array.from({ length: 4 }, () => course.sendStatement(statement)));
    expect((await listRecord(personId)).credits).toHaveLength(1);
  });
});

describe('the fetch URL (cmi5 8.2)', () => {
  const fetchToken = async (launchUrl: string) =>
    (await fetch(new URL(launchUrl).searchParams.get('fetch') ?? '', { method: 'POST' })).json();

  it('returns the credential once', async () => {
    const { launchUrl } = await launch(await createCourse(), await createPerson());
    expect(await fetchToken(launchUrl)).toEqual({ 'auth-token': expect.stringMatching(/^[\w+/]+=*$/) });
    expect(await fetchToken(launchUrl)).toEqual({ 'error-code': '1', 'error-text': expect.any(String) });
  });

  it('ends with the launch, and is unknown once the course was launched again, and to other tenants', async () => {
    const [courseId, personId] = [await createCourse(), await createPerson()];
    const [first, second] = [await launch(courseId, personId), await launch(courseId, personId)];
    expect(await fetchToken(first.launchUrl)).toMatchObject({ 'error-code': '2' });
    const url = decodeURIComponent(second.launchUrl).replace('/Cmi5/demo/', '/Cmi5/harbor/');
    const foreign = /fetch=([^&]+)/.exec(url)?.[1] ?? '';
    expect(await (await fetch(foreign, { method: 'POST' })).json()).toMatchObject({ 'error-code': '2' });
    const enrollment = await readEnrollment(personId, courseId);
    if (!enrollment) throw new Error('There is no enrollment');
    const expired = { ...enrollment.session, expiresDate: new Date(Date.now() - 1).toISOString() };
    await commit([update(enrollmentKey(store(), enrollment), { set: { session: expired } })]);
    expect(await fetchToken(second.launchUrl)).toMatchObject({ 'error-code': '1' });
  });
});

/** A course of xAPI as its launch sets it up. */
async function openXapi(courseId: string, personId: string) {
  const { launchUrl, registration } = await launch(courseId, personId);
  const { searchParams } = new URL(launchUrl);
  const value = (name: string) => searchParams.get(name) ?? '';
  const [endpoint, auth] = [value('endpoint'), value('auth')];
  const actor = JSON.parse(value('actor')) as { account: { homePage: string; name: string } };
  const library = new XAPI({ endpoint, auth, adapter: 'fetch' });
  const send = async (
    method: string,
    resource: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const reply = await fetch(`${endpoint}${resource}`, {
      method,
      headers: {
        ...{ Authorization: auth, 'X-Experience-API-Version': '1.0.3', 'Content-Type': 'application/json' },
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  const statement = (verb: string, more: object = {}) => ({
    ...{ id: randomUUID(), actor, object: { id: activityId } },
    verb: { id: `http://adlnet.gov/expapi/verbs/${verb}` },
    timestamp: new Date().toISOString(),
    ...more,
  });
  const sendAll = (body: unknown) => send('POST', 'statements', body);
  return { ...{ library, actor, registration, endpoint, auth, send, sendAll, statement } };
}

describe('a course of xAPI', () => {
  it('is completed by a statement of @xapi/xapi, and the completion is voided with the statement', async () => {
    const [courseId, personId] = [await createCourse(xapi), await createPerson()];
    const { library, actor, statement } = await openXapi(courseId, personId);
    const passed = statement('passed', { result: { score: { scaled: 0.9 }, success: true } });
    const sent = await library.sendStatement({ statement: passed as never });
    expect(sent.data).toEqual([passed.id]);
    expect(await readCompletion(personId, courseId)).toMatchObject({
      evidence: [
        { standard: 'xapi', statementId: passed.id, timestamp: passed.timestamp, score: { scaled: 0.9 } },
      ],
    });
    const read = await library.getStatement({ statementId: passed.id });
    expect(read.data).toMatchObject({ ...passed, stored: expect.any(String), authority: expect.anything() });
    await library.voidStatement({ actor: actor as never, statementId: passed.id });
    const [credit] = (await listRecord(personId)).credits;
    expect(credit).toMatchObject({ voidedDate: expect.any(String) });
    expect(await readCompletion(personId, courseId)).toBeUndefined();
    const voided = await library.getVoidedStatement({ voidedStatementId: passed.id });
    expect(voided.data).toMatchObject({ id: passed.id });
    await expect(library.getStatement({ statementId: passed.id })).rejects.toThrow();
    // Issued again under a new id, it counts again (xAPI 2.3.2).
    await library.sendStatement({ statement: statement('passed') as never });
    expect(await readCompletion(personId, courseId)).toMatchObject({ source: 'external' });
  });

  it('stays completed when another statement completes it too, until that is voided as well (xAPI 2.3.2)', async () => {
    const [courseId, personId] = [await createCourse(xapi), await createPerson()];
    const { sendAll, statement } = await openXapi(courseId, personId);
    const failed = statement('passed', { result: { success: false } });
    const [first, second] = [statement('passed'), statement('passed')];
    for (const sent of [first, failed, second]) expect((await sendAll(sent)).status).toBe(200);
    const takeBack = (id: string) =>
      sendAll(statement('voided', { object: { objectType: 'StatementRef', id } }));
    await takeBack(first.id);
    expect((await listRecord(personId)).credits).toMatchObject([{ credits: 1.5 }]);
    expect((await listRecord(personId)).credits[0]).not.toHaveProperty('voidedDate');
    await takeBack(second.id);
    expect(await readCompletion(personId, courseId)).toBeUndefined();
    expect((await listRecord(personId)).credits).toMatchObject([{ voidedDate: expect.any(String) }]);
  });

  it('refuses a voiding statement that names no statement, and says what is valid', async () => {
    const { statement, sendAll, send } = await openXapi(await createCourse(xapi), await createPerson());
    const refuse = async (object: object) => {
      const { status, body } = await sendAll(statement('voided', { object }));
      return [status, body.error.details?.[0].target ?? body.error.target];
    };
    expect(await refuse({ objectType: 'StatementRef' })).toEqual([400, 'object.id']);
    // Longer than a key may be, in bytes.
    expect(await refuse({ objectType: 'StatementRef', id: '€'.repeat(1000) })).toEqual([400, 'object.id']);
    expect(await refuse({ id: activityId })).toEqual([400, 'object.objectType']);
    const unknown = { objectType: 'StatementRef', id: randomUUID() };
    expect(await refuse(unknown)).toEqual([400, 'object.id']);
    expect(
      (
        await send(
          'POST',
          'statements',
          Array.from({ length: 51 }, () => statement('read')),
        )
      ).body.error.message,
    ).toBe('body must have at most 50 entries, but has 51.');
  });

  it('a statement that comes again is stored once, and another one with its id is a conflict (xAPI 2.1.2)', async () => {
    const { statement, sendAll, send } = await openXapi(await createCourse(xapi), await createPerson());
    const experienced = statement('experienced');
    expect((await sendAll(experienced)).status).toBe(200);
    expect((await sendAll([experienced])).body).toEqual([experienced.id]);
    const address = `statements?statementId=${experienced.id}`;
    expect((await send('PUT', address, { ...experienced, id: undefined })).status).toBe(204);
    const other = { ...experienced, verb: { id: 'http://adlnet.gov/expapi/verbs/attempted' } };
    expect((await sendAll(other)).status).toBe(409);
    expect((await send('PUT', address, other)).status).toBe(409);
    expect((await send('PUT', address, statement('experienced'))).status).toBe(400);
    const twice = statement('experienced');
    expect((await sendAll([twice, twice])).status).toBe(400);
  });

  it('of many statements all are stored, or none', async () => {
    const { statement, sendAll, send } = await openXapi(await createCourse(xapi), await createPerson());
    const [good, bad] = [statement('experienced'), statement('experienced', { object: { id: 'no-iri' } })];
    const refused = await sendAll([good, bad]);
    expect([refused.status, refused.body.error.details[0].target]).toEqual([400, '[1].object.id']);
    expect((await send('GET', `statements?statementId=${good.id}`)).status).toBe(404);
    const many = Array.from({ length: 51 }, () => statement('experienced'));
    expect((await sendAll(many)).status).toBe(400);
    expect((await sendAll(many.slice(1))).status).toBe(200);
  });

  it('every reply names the version, and others than 1.0 and 2.0 are refused (xAPI 3.3)', async () => {
    const { send, statement, endpoint } = await openXapi(await createCourse(xapi), await createPerson());
    const answer = async (version: string) => {
      const reply = await send('POST', 'statements', statement('experienced'), {
        'X-Experience-API-Version': version,
      });
      return [reply.status, reply.headers.get('X-Experience-API-Version')];
    };
    expect(await answer('1.0')).toEqual([200, '1.0.3']);
    expect(await answer('1.0.9')).toEqual([200, '1.0.3']);
    expect(await answer('2.0.0')).toEqual([200, '2.0.0']);
    expect(await answer('0.95')).toEqual([400, '1.0.3']);
    expect(await answer('1.1.0')).toEqual([400, '1.0.3']);
    const about = await (await fetch(`${endpoint}about`)).json();
    expect(about).toEqual({ version: ['1.0.3', '2.0.0'] });
  });

  it('is refused deep, long and too many statements, and a body that is nested without end', async () => {
    const [courseId, personId] = [await createCourse(xapi), await createPerson()];
    const { statement, sendAll, send, actor } = await openXapi(courseId, personId);
    const long = statement('experienced', { result: { response: 'x'.repeat(17_000) } });
    expect((await sendAll(long)).status).toBe(400);
    const nested = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    const deep = JSON.stringify(statement('experienced')).replace(/\}$/, `,"context":{"x":${nested}}}`);
    expect((await sendAll(deep)).status).toBe(400);
    const state = new URLSearchParams({ activityId, agent: JSON.stringify(actor), stateId: 'deep' });
    const document = `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`;
    expect((await send('PUT', `activities/state?${state}`, document)).status).toBe(400);
    const set = (statements: number) =>
      commit([update(enrollmentKey(store(), { personId, courseId }), { set: { statements } })]);
    await set(maxStatements - 1);
    expect((await sendAll(statement('experienced'))).status).toBe(200);
    expect((await sendAll(statement('experienced'))).status).toBe(413);
  });

  it('keeps documents about the person, as many as are allowed', async () => {
    const { send, actor } = await openXapi(await createCourse(xapi), await createPerson());
    const address = (stateId: string, more: object = {}) =>
      `activities/state?${new URLSearchParams({ activityId, agent: JSON.stringify(actor), stateId, ...more })}`;
    expect((await send('GET', address('bookmark'))).status).toBe(404);
    expect((await send('PUT', address('bookmark'), { page: 1 })).status).toBe(204);
    expect((await send('PUT', address('bookmark'), { page: 2 })).status).toBe(204);
    expect((await send('GET', address('bookmark'))).body).toEqual({ page: 2 });
    expect((await send('PUT', address('big'), { x: 'y'.repeat(70_000) })).status).toBe(413);
    for (let count = 1; count < maxStates; count += 1)
      expect((await send('PUT', address(`s${count}`), {})).status).toBe(204);
    expect((await send('PUT', address('one more'), {})).status).toBe(413);
    expect((await send('DELETE', address('bookmark'))).status).toBe(204);
    expect((await send('GET', address('bookmark'))).status).toBe(404);
    expect((await send('PUT', address('one more'), {})).status).toBe(204);
    expect((await send('GET', address('s1', { activityId: 'urn:other' }))).status).toBe(403);
    expect((await send('GET', address('s1', { registration: randomUUID() }))).status).toBe(403);
    const stranger = JSON.stringify({ account: { ...actor.account, name: randomUUID() } });
    expect((await send('GET', address('s1', { agent: stranger }))).status).toBe(403);
  });
});

describe('a credential', () => {
  it('is for one person and course', async () => {
    const [courseId, personId] = [await createCourse(xapi), await createPerson()];
    const { statement, sendAll, actor } = await openXapi(courseId, personId);
    const other = { ...actor, account: { ...actor.account, name: await createPerson() } };
    expect((await sendAll(statement('passed', { actor: other }))).status).toBe(403);
    expect((await sendAll(statement('passed', { context: { registration: randomUUID() } }))).status).toBe(
      403,
    );
    // About another activity a statement is stored, and completes nothing.
    expect((await sendAll(statement('passed', { object: { id: `${activityId}/2` } }))).status).toBe(200);
    expect(await readCompletion(personId, courseId)).toBeUndefined();
  });

  it('is unknown to another tenant, after another launch, and when the course no longer takes place elsewhere', async () => {
    const [courseId, personId] = [await createCourse(xapi), await createPerson()];
    const first = await openXapi(courseId, personId);
    const answer = async ({ endpoint, auth, statement }: typeof first) => {
      const headers = {
        Authorization: auth,
        'X-Experience-API-Version': '1.0.3',
        'Content-Type': 'application/json',
      };
      const body = JSON.stringify(statement('experienced'));
      return (await fetch(`${endpoint}statements`, { method: 'POST', headers, body })).status;
    };
    expect(await answer(first)).toBe(200);
    expect(await answer({ ...first, endpoint: first.endpoint.replace('/demo/', '/harbor/') })).toBe(401);
    expect(await answer({ ...first, auth: `Basic ${btoa('x:y')}` })).toBe(401);
    expect(await answer({ ...first, auth: '' })).toBe(401);
    const second = await openXapi(courseId, personId);
    expect([await answer(first), await answer(second)]).toEqual([401, 200]);
    expect((await call('DELETE', `/api/v1/Courses/${courseId}/ExternalCourse`)).status).toBe(204);
    expect(await answer(second)).toBe(401);
  });

  it('ends with its launch', async () => {
    const [courseId, personId] = [await createCourse(xapi), await createPerson()];
    const { statement, sendAll } = await openXapi(courseId, personId);
    const enrollment = await readEnrollment(personId, courseId);
    if (!enrollment) throw new Error('There is no enrollment');
    const { launchedDate, expiresDate } = enrollment.session;
    expect(Date.parse(expiresDate) - Date.parse(launchedDate)).toBe(sessionLifetime);
    const expire = (at: number) =>
      commit([
        update(enrollmentKey(store(), enrollment), {
          set: { session: { ...enrollment.session, expiresDate: new Date(at).toISOString() } },
        }),
      ]);
    await expire(Date.now() + 60_000);
    expect((await sendAll(statement('experienced'))).status).toBe(200);
    await expire(Date.now() - 1);
    expect((await sendAll(statement('experienced'))).status).toBe(401);
  });

  it('of a cmi5 course does not void statements or change the launch data (cmi5 6.3, 10.2.1)', async () => {
    const [courseId, personId] = [await createCourse(), await createPerson()];
    const { course, launchUrl } = await open(courseId, personId);
    const { id } = await course.completed();
    const voiding = {
      ...(course.completedStatement() as object),
      ...{ id: randomUUID(), verb: { id: 'http://adlnet.gov/expapi/verbs/voided' } },
      object: { objectType: 'StatementRef', id },
      result: undefined,
    };
    await expect(course.sendStatement(voiding)).rejects.toThrow('403');
    const { searchParams } = new URL(launchUrl);
    const query = new URLSearchParams({
      ...{ stateId: 'LMS.LaunchData', activityId: searchParams.get('activityId') ?? '' },
      agent: searchParams.get('actor') ?? '',
    });
    const reply = await fetch(`${searchParams.get('endpoint')}activities/state?${query}`, {
      method: 'PUT',
      headers: {
        ...{ Authorization: course.getAuth(), 'X-Experience-API-Version': '1.0.3' },
        'Content-Type': 'application/json',
      },
      body: '{}',
    });
    expect(reply.status).toBe(403);
  });
});

describe('a launch', () => {
  it('needs a seat in a class of the course, where it is open to those who are registered', async () => {
    const courseId = await createCourse({ openTo: 'registered' });
    const personId = await createPerson();
    expect((await tryLaunch(courseId, personId)).status).toBe(422);
    const item = await fixture.createClass({ courseId, registration: { capacity: 1, waitlistSize: 1 } });
    await fixture.registerMember(item.id, personId);
    expect((await tryLaunch(courseId, personId)).status).toBe(200);
    const waiting = await createPerson();
    await fixture.register(item.id, waiting);
    expect((await tryLaunch(courseId, waiting)).status).toBe(422);
  });

  it('is for a person of the directory, and for a course that takes place elsewhere', async () => {
    const path = `/api/v1/Courses/${await createCourse()}/Launches`;
    expect((await call('POST', path, {})).status).toBe(403);
    const own = fixture.idOf('course', 'budget-basics');
    expect((await tryLaunch(own, await createPerson())).status).toBe(404);
  });

  it('a course that takes place elsewhere is not deleted, and one that no longer does is', async () => {
    const courseId = await createCourse();
    expect((await call('DELETE', `/api/v1/Courses/${courseId}`)).status).toBe(409);
    expect((await call('PUT', `/api/v1/Courses/${courseId}/ExternalCourse`, cmi5)).status).toBe(200);
    expect((await call('DELETE', `/api/v1/Courses/${courseId}/ExternalCourse`)).status).toBe(204);
    expect((await call('DELETE', `/api/v1/Courses/${courseId}`)).status).toBe(204);
  });
});
