// A course as a tool of LTI 1.3 Advantage, with @lti-tool/core as the tool: launch, token and scores over HTTP
// (LTI Core 1.3; Security Framework 1.0, chapter 5; AGS 2.0; docs/interface/training.md#tools-of-lti).
import { randomUUID } from 'node:crypto';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type EnrollmentItem,
  enrollmentKey,
  openingLifetime,
} from '../../../functions/training/external-courses/record/enrollment.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { personKey } from '../../../shared/directory/people/person-store.ts';
import type { Reply } from '../../harness/platform.ts';
import { type RegistrationFixture, startRegistrationFixture } from '../registrations/registration-fixture.ts';
import { generateToolKeys, startTool, type TestTool } from './lti-tool.ts';

const scope = (name: string) => `https://purl.imsglobal.org/spec/lti-ags/scope/${name}`;
const claim = (name: string) => `https://purl.imsglobal.org/spec/lti/claim/${name}`;
const endpointClaim = 'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint';

let fixture: RegistrationFixture;
let tool: TestTool;
let office: string;
let general: string;

beforeAll(async () => {
  fixture = await startRegistrationFixture();
  tool = await startTool();
  office = await fixture.platform.tokenFor({
    tenant: 'demo',
    permissions: ['training.courses.write', 'training.credits.read', 'training.credits.write'],
  });
  general = fixture.idOf('creditType', 'general');
});
afterAll(async () => {
  await tool.stop();
  await fixture.platform.stop();
});

const call = (method: string, address: string, body?: unknown, token = office): Promise<Reply> =>
  fixture.platform.call(method, 'training', address, { tenant: 'demo', token, body });
const email = 'test.person@example.org';
async function createPerson(): Promise<string> {
  const id = (await fixture.createPeople(1))[0]?.id ?? '';
  await commit([update(personKey(store(), id), { set: { email } })]);
  return id;
}
/** The person leaves. */
async function leave(personId: string): Promise<void> {
  const token = await fixture.platform.tokenFor({ tenant: 'demo', permissions: ['crm.people.write'] });
  const path = `/api/v1/people/${personId}/Deactivate`;
  const reply = await fixture.platform.call('POST', 'crm', path, { tenant: 'demo', token });
  expect(reply.status, reply.text).toBeLessThan(300);
}
const redirectUri = () => `${tool.address}/launch`;
const buildCourse = (lti: object = {}, more: object = {}) => ({
  ...{ standard: 'lti', launchUrl: `${tool.address}/course/7`, moveOn: 'Passed', masteryScore: 0.8 },
  openTo: 'everyone',
  lti: {
    loginUrl: `${tool.address}/login`,
    redirectUris: [redirectUri()],
    keySetUrl: `${tool.address}/jwks`,
    // The library takes no launch without them, although they are optional (Core 1.3, 5.3.7).
    shares: ['name', 'email'],
    ...lti,
  },
  ...more,
});

let courses = 0;
async function createCourse(lti: object = {}, more: object = {}) {
  const created = await call('POST', '/api/v1/Courses', {
    name: `Tool ${courses++}`,
    credits: [{ creditTypeId: general, credits: 1.5 }],
  });
  const id: string = created.body.id;
  const set = await call('PUT', `/api/v1/Courses/${id}/ExternalCourse`, buildCourse(lti, more));
  expect(set.status, set.text).toBe(200);
  tool.connect(set.body.connection);
  return { id, ...set.body.connection } as { readonly id: string } & Parameters<TestTool['connect']>[0];
}
type Course = Awaited<ReturnType<typeof createCourse>>;

async function launch(courseId: string, personId: string, body: object = {}): Promise<URL> {
  const token = await fixture.platform.tokenFor({ tenant: 'demo', personId });
  const reply = await call('POST', `/api/v1/Courses/${courseId}/Launches`, body, token);
  expect(reply.status, reply.text).toBe(200);
  return new URL(reply.body.launchUrl);
}

/** The address at the platform to which the tool sends the browser. */
const handleLogin = (launched: URL): Promise<string> =>
  tool.library.handleLogin({
    ...(Object.fromEntries(launched.searchParams) as Record<'iss', string>),
    launchUrl: redirectUri(),
  } as Parameters<TestTool['library']['handleLogin']>[0]);

/** The fields that a page posts, and where to; undefined where it has no form. */
async function readForm(reply: Response) {
  const html = await reply.text();
  const [, action] = /<form method="post" action="([^"]+)"/.exec(html) ?? [];
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const decode = (text: string) => text.replace(/&quot;/g, '"').replace(/&amp;/g, '&');
  return {
    ...{ status: reply.status, headers: reply.headers, html, action },
    values: Object.fromEntries(fields.map(([, name = '', value = '']) => [name, decode(value)])),
  };
}
const openPage = async (address: string, init?: RequestInit) => readForm(await fetch(address, init));

/** A person opens the course at the tool. */
async function open(course: Course, personId: string, body: object = {}) {
  const page = await openPage(await handleLogin(await launch(course.id, personId, body)));
  const { id_token: idToken = '', state = '' } = page.values;
  const claims = await tool.library.verifyLaunch(idToken, state);
  return { page, idToken, claims, session: await tool.library.createSession(claims) };
}
type Session = Awaited<ReturnType<typeof open>>['session'];

let clock = Date.now();
/** A later time, by the clock of the tool. */
function nextTimestamp(): string {
  clock += 1000;
  return new Date(clock).toISOString();
}
const submit = (session: Session, more: object = {}) =>
  tool.library.submitScore(session, {
    ...{ userId: session.user.id, scoreGiven: 9, scoreMaximum: 10, timestamp: nextTimestamp() },
    ...{ activityProgress: 'Completed', gradingProgress: 'FullyGraded' },
    ...more,
  } as Parameters<TestTool['library']['submitScore']>[1]);

const store = () => fixture.store;
const readEnrollment = async (personId: string, courseId: string): Promise<EnrollmentItem> => {
  const found = await store().get(enrollmentKey(store(), { personId, courseId }), { consistent: true });
  if (!found) throw new Error('There is no enrollment');
  return found;
};
async function readCompletion(personId: string, courseId: string) {
  const id = (await readEnrollment(personId, courseId)).granted?.completionId;
  if (id === undefined) return undefined;
  return (await call('GET', `/api/v1/People/${personId}/Completions/${id}`)).body;
}
const listCredits = async (personId: string) =>
  (await call('GET', `/api/v1/People/${personId}/Transcript`)).body.credits;

/** An assertion of the tool, with changes. */
const sign = (course: Course, change: object = {}, key = tool.keys.privateKey) =>
  new SignJWT({
    ...{ iss: course.clientId, sub: course.clientId, aud: course.tokenUrl, jti: randomUUID() },
    ...{ iat: Math.floor(Date.now() / 1000), exp: Math.floor(Date.now() / 1000) + 60 },
    ...change,
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'main', typ: 'JWT' })
    .sign(key);
async function requestToken(course: Course, form: Record<string, string> = {}, address = course.tokenUrl) {
  const reply = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: form.client_assertion ?? (await sign(course)),
      scope: `${scope('score')} ${scope('lineitem.readonly')} ${scope('result.readonly')}`,
      ...form,
    }),
  });
  const body = (await reply.json()) as { readonly error?: string; readonly access_token: string };
  return { status: reply.status, headers: reply.headers, body };
}
const getToken = async (course: Course, form: Record<string, string> = {}): Promise<string> => {
  const { status, body } = await requestToken(course, form);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.access_token;
};
async function send(address: string, token: string, method = 'GET', body?: object) {
  const reply = await fetch(address, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body && { 'Content-Type': 'application/vnd.ims.lis.v1.score+json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  return { status: reply.status, headers: reply.headers, body: text === '' ? undefined : JSON.parse(text) };
}

describe('a course that is a tool', () => {
  it('is opened and completed by a score, once, which is the evidence', async () => {
    const [course, personId] = [await createCourse({ custom: { chapter: '3' } }), await createPerson()];
    const { session, claims } = await open(course, personId);
    expect(session).toMatchObject({
      ...{ isStudent: true, isInstructor: false, isAssignmentAndGradesAvailable: true },
      ...{ user: { id: personId }, customParameters: { chapter: '3' } },
      ...{ resourceLink: { id: course.id }, launch: { target: `${tool.address}/course/7` } },
    });
    await submit(session, { scoreGiven: 5, activityProgress: 'InProgress', gradingProgress: 'Pending' });
    expect(await readCompletion(personId, course.id)).toBeUndefined();
    const timestamp = nextTimestamp();
    await submit(session, { timestamp, scoreGiven: 8.5, comment: 'Well done.' });
    const completion = await readCompletion(personId, course.id);
    expect(completion).toMatchObject({
      ...{ personId, courseId: course.id, source: 'external' },
      evidence: [
        {
          ...{ standard: 'lti', verb: 'Completed', timestamp },
          score: { scaled: 0.85, raw: 8.5, min: 0, max: 10 },
          ...{ activityId: `${tool.address}/course/7`, registration: expect.any(String) },
        },
      ],
    });
    expect(await listCredits(personId)).toMatchObject([{ credits: 1.5, source: 'external' }]);
    await submit(session, { scoreGiven: 10 });
    expect(await listCredits(personId)).toHaveLength(1);
    expect((await readCompletion(personId, course.id)).id).toBe(completion.id);
    expect(claims.sub).toBe(personId);
    const results = await tool.library.getScores(session);
    expect(results).toMatchObject([{ userId: personId, resultScore: 10, resultMaximum: 10 }]);
    expect(await tool.library.listLineItems(session)).toEqual([await tool.library.getLineItem(session)]);
    expect(await tool.library.getLineItem(session)).toMatchObject({
      ...{ scoreMaximum: 100, resourceLinkId: course.id },
    });
  });

  it('is launched by the parameters of a third-party initiated login (Core 1.3, 4.1; Security 5.1.1.1)', async () => {
    const course = await createCourse();
    const launched = await launch(course.id, await createPerson());
    expect(launched.href).toMatch(`${tool.address}/login?`);
    expect(Object.fromEntries(launched.searchParams)).toEqual({
      iss: fixture.platform.urls.identity,
      login_hint: expect.any(String),
      lti_message_hint: expect.any(String),
      target_link_uri: `${tool.address}/course/7`,
      client_id: course.clientId,
      lti_deployment_id: course.deploymentId,
    });
  });

  it('shows its administrator how to connect it, and keeps its ids until it is another tool', async () => {
    const course = await createCourse();
    const path = `/api/v1/Courses/${course.id}/ExternalCourse`;
    const { body } = await call('GET', path);
    const { identity, training } = fixture.platform.urls;
    expect(body.connection).toEqual({
      issuer: identity,
      clientId: expect.stringMatching(course.id),
      deploymentId: expect.any(String),
      authorizationUrl: `${training}/api/v1/Lti/demo/Authorization`,
      tokenUrl: `${training}/oauth/lti/demo/token`,
      keySetUrl: `${identity}/.well-known/jwks.json`,
    });
    const changed = await call('PUT', path, buildCourse({ custom: { a: 'b' } }));
    expect(changed.body.connection).toEqual(body.connection);
    await call('DELETE', path);
    const again = await call('PUT', path, buildCourse());
    expect(again.body.connection.clientId).not.toBe(body.connection.clientId);
    expect(again.body.connection.deploymentId).not.toBe(body.connection.deploymentId);
  });

  it.each([
    ['no tool', { lti: undefined }, 'lti'],
    ['no keys', { lti: { keySetUrl: undefined } }, 'lti.keySetUrl'],
    ['an address that is not public', { lti: { keySetUrl: 'https://10.0.0.1/jwks' } }, 'lti.keySetUrl'],
    ['a fragment', { lti: { redirectUris: ['https://tool.example/#a'] } }, 'lti.redirectUris[0]'],
    ['an address without TLS', { lti: { loginUrl: 'http://tool.example/login' } }, 'lti.loginUrl'],
    ['no score from which it is passed', { masteryScore: undefined }, 'masteryScore'],
    // The DynamoDB client takes a map with such a member for an instance of a class.
    ['a parameter that is named constructor', { lti: { custom: { constructor: 'x' } } }, 'lti.custom'],
    // A PUT takes back what a GET shows: the address would be the id of the activity too.
    ['an address with a space alone', { launchUrl: 'https://tool.example/a b' }, 'activityId'],
  ])(
    'is refused with %s',
    async (_, {
      lti,
      ...more
    }: { lti?: object | undefined; masteryScore?: undefined; launchUrl?: string }, target) => {
      const { id } = (await call('POST', '/api/v1/Courses', { name: `Refused ${courses++}` })).body;
      const request = buildCourse(lti, more);
      const reply = await call('PUT', `/api/v1/Courses/${id}/ExternalCourse`, {
        ...request,
        ...(target === 'lti' && { lti: undefined }),
      });
      expect([reply.status, reply.body.error?.details[0]?.target], reply.text).toEqual([400, target]);
    },
  );
});

describe('the ID token of a launch (Core 1.3, 5.3; Security 5.1.2)', () => {
  it('has the claims of a resource link launch, and neither a name nor an address by default', async () => {
    const [course, personId] = [await createCourse({ shares: undefined }), await createPerson()];
    const page = await openPage(await handleLogin(await launch(course.id, personId)));
    const { id_token: idToken = '' } = page.values;
    await jwtVerify(idToken, createRemoteJWKSet(new URL(course.keySetUrl)), {
      ...{ issuer: course.issuer, audience: course.clientId, algorithms: ['RS256'] },
    });
    expect(decodeProtectedHeader(idToken)).toEqual({ alg: 'RS256', typ: 'JWT', kid: expect.any(String) });
    const claims = decodeJwt(idToken);
    expect(claims).toEqual({
      iss: fixture.platform.urls.identity,
      aud: course.clientId,
      sub: personId,
      iat: expect.any(Number),
      exp: Number(claims.iat) + 300,
      nonce: expect.any(String),
      [claim('message_type')]: 'LtiResourceLinkRequest',
      [claim('version')]: '1.3.0',
      [claim('deployment_id')]: course.deploymentId,
      [claim('target_link_uri')]: `${tool.address}/course/7`,
      [claim('resource_link')]: { id: course.id, title: expect.any(String) },
      [claim('roles')]: ['http://purl.imsglobal.org/vocab/lis/v2/membership#Learner'],
      [claim('context')]: { id: course.id, title: expect.any(String), type: [expect.any(String)] },
      [claim('tool_platform')]: expect.objectContaining({ guid: 'demo', product_family_code: 'rostrum' }),
      [claim('launch_presentation')]: { document_target: 'window' },
      [endpointClaim]: {
        scope: [scope('lineitem.readonly'), scope('result.readonly'), scope('score')],
        lineitems: expect.stringMatching(/LineItems$/),
        lineitem: expect.stringMatching(/LineItem$/),
      },
    });
  });

  it('has name and address where the course shares them, and the address to return to', async () => {
    const course = await createCourse({ returnUrl: 'https://office.example/' });
    const claims = decodeJwt((await open(course, await createPerson())).idToken);
    expect(claims).toMatchObject({
      ...{ name: 'Test Person 0', given_name: 'Test', family_name: 'Person 0', email },
      [claim('launch_presentation')]: { return_url: 'https://office.example/' },
    });
  });

  it('is no access token, and no ID token of a client of the platform', async () => {
    const course = await createCourse();
    const { idToken } = await open(course, await createPerson());
    const asAccess = await call('GET', `/api/v1/Courses/${course.id}/ExternalCourse`, undefined, idToken);
    expect(asAccess.status).toBe(401);
    const asScore = await send(`${course.authorizationUrl}/../Courses/${course.id}/LineItem`, idToken);
    expect(asScore.status).toBe(401);
    const { identity } = fixture.platform.urls;
    const userinfo = await fetch(`${identity}/connect/userinfo`, {
      headers: { Authorization: `Bearer ${idToken}` },
    });
    expect(userinfo.status).toBe(401);
    const { readIdTokenHint } = await import('../../../functions/identity/connect/signout/id-token-hint.ts');
    expect(await readIdTokenHint(idToken, new Date())).toBeUndefined();
  });
});

describe('the authorization endpoint (Security 5.1.1.2)', () => {
  it('answers with a page that sends itself to the tool, and that a button sends without script', async () => {
    const course = await createCourse();
    const { page } = await open(course, await createPerson());
    expect(page.action).toBe(redirectUri());
    expect(page.html).toContain('<button type="submit">');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`form-action ${tool.address}`);
    expect(policy).toMatch(/script-src 'sha256-[^']+';/);
    expect(policy).toContain("default-src 'none'");
    expect(page.headers.get('cache-control')).toBe('no-store');
  });

  it('takes the request by POST too (OpenID Connect Core 3.1.2.1)', async () => {
    const course = await createCourse();
    const url = new URL(await handleLogin(await launch(course.id, await createPerson())));
    const page = await openPage(url.origin + url.pathname, { method: 'POST', body: url.searchParams });
    expect(
      await tool.library.verifyLaunch(page.values.id_token ?? '', page.values.state ?? ''),
    ).toBeDefined();
  });

  it('opens a launch once', async () => {
    const course = await createCourse();
    const address = await handleLogin(await launch(course.id, await createPerson()));
    const pages = await Promise.all([openPage(address), openPage(address), openPage(address)]);
    expect(pages.filter(({ values }) => values.id_token !== undefined)).toHaveLength(1);
    const { values, action } = await openPage(address);
    expect([action, values.error, values.state]).toEqual([
      ...[redirectUri(), 'login_required'],
      new URL(address).searchParams.get('state'),
    ]);
  });

  it('opens a launch within five minutes, and no longer after another launch', async () => {
    const [course, personId] = [await createCourse(), await createPerson()];
    const expire = async (at: number) => {
      const enrollment = await readEnrollment(personId, course.id);
      const { launchedDate, expiresDate } = enrollment.session;
      expect(Date.parse(expiresDate) - Date.parse(launchedDate)).toBe(openingLifetime);
      const session = { ...enrollment.session, expiresDate: new Date(at).toISOString() };
      await commit([update(enrollmentKey(store(), enrollment), { set: { session } })]);
    };
    const late = await handleLogin(await launch(course.id, personId));
    await expire(Date.now() - 1);
    expect((await openPage(late)).values.error).toBe('login_required');
    const first = await handleLogin(await launch(course.id, personId));
    const second = await handleLogin(await launch(course.id, personId));
    await expire(Date.now() + 60_000);
    expect((await openPage(first)).values.error).toBe('login_required');
    expect((await openPage(second)).values.id_token).toBeDefined();
  });

  it.each([
    ['scope', 'profile', 'invalid_scope'],
    ['response_type', 'code', 'unsupported_response_type'],
    ['response_mode', 'query', 'invalid_request'],
    ['prompt', 'login', 'invalid_request'],
    ['nonce', '', 'invalid_request'],
    ['login_hint', randomUUID(), 'login_required'],
    ['lti_message_hint', 'x', 'login_required'],
  ])('posts an error for another %s, and the launch can still be opened', async (name, value, error) => {
    const course = await createCourse();
    const address = await handleLogin(await launch(course.id, await createPerson()));
    const url = new URL(address);
    url.searchParams.set(name, value);
    const { action, values } = await openPage(url.href);
    expect([action, values.error, values.id_token]).toEqual([redirectUri(), error, undefined]);
    expect((await openPage(address)).values.id_token).toBeDefined();
  });

  it('sends nothing to an address that is not a redirect URI of the tool, character by character', async () => {
    const course = await createCourse();
    const address = await handleLogin(await launch(course.id, await createPerson()));
    for (const other of ['https://evil.example/', `${redirectUri()}/`, `${redirectUri()}?a=b`]) {
      const url = new URL(address);
      url.searchParams.set('redirect_uri', other);
      const page = await openPage(url.href);
      expect([page.status, page.action]).toEqual([400, undefined]);
      expect(page.html).not.toContain('evil.example');
    }
    const unknown = new URL(address);
    unknown.searchParams.set('client_id', `${course.id}.${randomUUID()}`);
    expect((await openPage(unknown.href)).status).toBe(400);
    const shown = await openPage(unknown.href, { headers: { Accept: 'text/html' } });
    expect([shown.status, shown.html]).toEqual([400, expect.stringContaining('<!doctype html>')]);
  });

  it('knows the tools and launches of its tenant alone', async () => {
    const course = await createCourse();
    const address = await handleLogin(await launch(course.id, await createPerson()));
    expect((await openPage(address.replace('/Lti/demo/', '/Lti/harbor/'))).status).toBe(400);
    const other = await createCourse();
    const url = new URL(address);
    url.searchParams.set('client_id', other.clientId);
    expect((await openPage(url.href)).values).toMatchObject({ error: 'login_required' });
    expect((await openPage(address)).values.id_token).toBeDefined();
  });

  it('opens nothing for a person who left', async () => {
    const [course, personId] = [await createCourse(), await createPerson()];
    const address = await handleLogin(await launch(course.id, personId));
    await leave(personId);
    expect((await openPage(address)).values.error).toBe('login_required');
  });
});

describe('the token endpoint (Security 4.1; RFC 7523)', () => {
  it('grants the scopes of AGS that it offers, for an hour', async () => {
    const course = await createCourse();
    const { status, body, headers } = await requestToken(course, {
      scope: `${scope('score')} ${scope('lineitem')} https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly`,
    });
    expect([status, body]).toEqual([
      200,
      {
        ...{ access_token: expect.any(String), token_type: 'Bearer', expires_in: 3600 },
        scope: scope('score'),
      },
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
    const none = await requestToken(course, { scope: scope('lineitem') });
    expect([none.status, none.body.error]).toEqual([400, 'invalid_scope']);
    const grant = await requestToken(course, { grant_type: 'password' });
    expect([grant.status, grant.body.error]).toEqual([400, 'unsupported_grant_type']);
  });

  it('takes an assertion once', async () => {
    const course = await createCourse();
    const assertion = await sign(course);
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => requestToken(course, { client_assertion: assertion })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    const again = await requestToken(course, { client_assertion: assertion });
    expect([again.status, again.body.error]).toEqual([401, 'invalid_client']);
  });

  const seconds = () => Math.floor(Date.now() / 1000);
  it.each([
    ['that has expired', () => ({ exp: seconds() - 60 })],
    ['without an end', () => ({ exp: undefined })],
    ['without a name', () => ({ jti: undefined })],
    ['for another server', () => ({ aud: 'https://other.example/token' })],
    ['about another client', () => ({ sub: `${randomUUID()}.${randomUUID()}` })],
    ['of an unknown client', () => ({ iss: 'x', sub: 'x' })],
  ])('refuses an assertion %s', async (_, change) => {
    const course = await createCourse();
    const { status, body } = await requestToken(course, { client_assertion: await sign(course, change()) });
    expect([status, body.error], JSON.stringify(body)).toEqual([401, 'invalid_client']);
  });

  it('takes an assertion that lasts an hour, and half a minute for clocks that differ', async () => {
    const course = await createCourse();
    const answer = async (lifetime: number) =>
      (await requestToken(course, { client_assertion: await sign(course, { exp: seconds() + lifetime }) }))
        .status;
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 1000) * 1000 });
    try {
      expect([await answer(3600 + 30), await answer(3600 + 31)]).toEqual([200, 401]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('refuses an assertion by a key that is not of the tool', async () => {
    const course = await createCourse();
    const { privateKey } = await generateToolKeys();
    const forged = await requestToken(course, { client_assertion: await sign(course, {}, privateKey) });
    expect(forged.status).toBe(401);
    const [body] = (await sign(course)).split('.').slice(1);
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`;
    expect((await requestToken(course, { client_assertion: none })).status).toBe(401);
  });

  it('reads the keys that the course has, where the tool publishes none', async () => {
    const { keys } = await tool.library.getJWKS();
    const course = await createCourse({ keySetUrl: undefined, keys });
    const before = tool.requests();
    expect(await getToken(course)).toMatch(course.id);
    expect(tool.requests()).toBe(before);
  });

  it('knows the tools of its tenant alone', async () => {
    const course = await createCourse();
    const address = course.tokenUrl.replace('/lti/demo/', '/lti/harbor/');
    const own = await requestToken(course, {}, address);
    expect([own.status, own.body.error]).toEqual([401, 'invalid_client']);
    const assertion = await sign(course, { aud: address });
    expect((await requestToken(course, { client_assertion: assertion }, address)).status).toBe(401);
  });
});

describe('Assignment and Grade Services (AGS 2.0)', () => {
  async function openWithToken(more: object = {}) {
    const [course, personId] = [await createCourse({}, more), await createPerson()];
    const { session, claims } = await open(course, personId);
    const { lineitem, lineitems } = claims[endpointClaim] as { lineitem: string; lineitems: string };
    const token = await getToken(course);
    const score = (change: object = {}) => ({
      ...{ userId: personId, scoreGiven: 9, scoreMaximum: 10, timestamp: nextTimestamp() },
      ...{ activityProgress: 'Completed', gradingProgress: 'FullyGraded' },
      ...change,
    });
    const publish = (change: object = {}, by = token, to = lineitem) =>
      send(`${to}/scores`, by, 'POST', score(change));
    return { course, personId, session, token, lineitem, lineitems, score, publish };
  }

  it('a score that is not later than the stored one is refused (3.4.2)', async () => {
    const { publish, personId, course } = await openWithToken();
    const timestamp = nextTimestamp();
    expect((await publish({ timestamp, scoreGiven: 3 })).status).toBe(204);
    expect((await publish({ timestamp })).status).toBe(409);
    const earlier = new Date(Date.parse(timestamp) - 1).toISOString();
    expect((await publish({ timestamp: earlier })).status).toBe(409);
    expect(await readCompletion(personId, course.id)).toBeUndefined();
    const later = new Date(Date.parse(timestamp) + 1).toISOString();
    expect((await publish({ timestamp: later })).status).toBe(204);
    expect(await readCompletion(personId, course.id)).toBeDefined();
  });

  it('the same score at once completes the course once', async () => {
    const { publish, personId } = await openWithToken();
    const timestamp = nextTimestamp();
    const answers = await Promise.all(Array.from({ length: 4 }, () => publish({ timestamp })));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409]);
    expect(await listCredits(personId)).toHaveLength(1);
  });

  it.each([
    ['Completed', 'FullyGraded', 8, true],
    ['Completed', 'FullyGraded', 7.99, false],
    ['Completed', 'FullyGraded', undefined, false],
    ['Completed', 'PendingManual', 10, false],
    ['Completed', 'Failed', 10, false],
    ['Submitted', 'FullyGraded', 10, false],
    ['InProgress', 'FullyGraded', 10, false],
  ])(
    '%s and %s with %s of 10 passes from 0.8: %s',
    async (activityProgress, gradingProgress, given, passes) => {
      const { publish, personId, course } = await openWithToken();
      const progress = { activityProgress, gradingProgress };
      expect((await publish({ ...progress, scoreGiven: given })).status).toBe(204);
      expect((await readCompletion(personId, course.id)) !== undefined).toBe(passes);
    },
  );

  it('counts the first final score as completion, and a later one as passed', async () => {
    const { publish, personId, course } = await openWithToken({ moveOn: 'CompletedAndPassed' });
    await publish({ scoreGiven: 2 });
    expect(await readCompletion(personId, course.id)).toBeUndefined();
    await publish({ scoreGiven: 8 });
    expect((await readCompletion(personId, course.id)).evidence).toMatchObject([
      { score: { raw: 2 } },
      { score: { raw: 8 } },
    ]);
  });

  it('needs no score where the course is completed without one', async () => {
    const { publish, personId, course } = await openWithToken({
      ...{ moveOn: 'Completed', masteryScore: undefined },
    });
    await publish({ scoreGiven: undefined, scoreMaximum: undefined });
    expect((await readCompletion(personId, course.id)).evidence).toMatchObject([{ verb: 'Completed' }]);
  });

  it('refuses scores of people who never opened the course at the tool, and of those who left', async () => {
    const { publish, course, personId } = await openWithToken();
    for (const userId of [randomUUID(), await createPerson(), 'x'])
      expect((await publish({ userId })).status).toBe(404);
    const launchedOnly = await createPerson();
    await launch(course.id, launchedOnly);
    expect((await publish({ userId: launchedOnly })).status).toBe(404);
    await leave(personId);
    expect((await publish()).status).toBe(422);
  });

  it('refuses what no score can be', async () => {
    const { publish } = await openWithToken();
    const statuses = [];
    for (const change of [
      { scoreMaximum: 0 },
      { scoreGiven: -1 },
      { scoreMaximum: undefined },
      { timestamp: '2026-03-02' },
      { gradingProgress: 'Done' },
      // DynamoDB stores no such number.
      { scoreGiven: 1e-320 },
      { scoreMaximum: 1e-320 },
    ])
      statuses.push((await publish(change)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 400]);
  });

  it('a score that a tool repeats does not complete a course that is taken again', async () => {
    const { publish, course, personId } = await openWithToken();
    const timestamp = nextTimestamp();
    await publish({ timestamp });
    const first = await readEnrollment(personId, course.id);
    await open(course, personId, { again: true });
    const second = await readEnrollment(personId, course.id);
    expect(second.id).not.toBe(first.id);
    expect((await publish({ timestamp })).status).toBe(409);
    expect(await readCompletion(personId, course.id)).toBeUndefined();
    await publish();
    expect((await readCompletion(personId, course.id)).evidence[0].registration).toBe(second.id);
  });

  it('a token is for one course of one tenant, with its scopes, for an hour', async () => {
    const { publish, course, lineitem, lineitems, token } = await openWithToken();
    const other = await openWithToken();
    expect((await other.publish({}, token)).status).toBe(401);
    const foreign = lineitem.replace('/Lti/demo/', '/Lti/harbor/');
    expect((await send(foreign, token)).status).toBe(401);
    expect((await publish({}, token, foreign)).status).toBe(401);
    expect((await send(lineitem, `${course.id}.${randomUUID()}`)).status).toBe(401);
    const narrow = await getToken(course, { scope: scope('lineitem.readonly') });
    const refused = await publish({}, narrow);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringContaining('insufficient_scope'),
    ]);
    expect((await send(lineitems, narrow)).status).toBe(200);
    expect((await send(`${lineitem}/results`, narrow)).status).toBe(403);
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 1000) * 1000 });
    try {
      const now = Date.now();
      const last = await getToken(course);
      vi.setSystemTime(now + 3_600_000 - 1);
      expect((await send(lineitem, last)).status).toBe(200);
      vi.setSystemTime(now + 3_600_000);
      expect((await send(lineitem, last)).status).toBe(401);
    } finally {
      vi.useRealTimers();
    }
  });

  it('ends with the tool: neither tokens nor scores of an earlier one count', async () => {
    const { publish, course, lineitem, token } = await openWithToken();
    const path = `/api/v1/Courses/${course.id}/ExternalCourse`;
    await call('DELETE', path);
    expect((await send(lineitem, token)).status).toBe(401);
    expect((await requestToken(course)).status).toBe(401);
    const set = await call('PUT', path, buildCourse());
    const next = { ...course, ...set.body.connection } as Course;
    expect((await publish()).status).toBe(401);
    expect((await publish({}, await getToken(next))).status).toBe(404);
  });

  it('lists the one line item, by its filters, and takes no others (3.2)', async () => {
    const { lineitem, lineitems, token, course } = await openWithToken();
    const reply = await send(lineitems, token);
    expect(reply.headers.get('content-type')).toBe('application/vnd.ims.lis.v2.lineitemcontainer+json');
    expect(reply.body).toEqual([(await send(lineitem, token)).body]);
    const count = async (query: string) => (await send(`${lineitems}?${query}`, token)).body.length;
    expect(await count(`resource_link_id=${course.id}`)).toBe(1);
    expect(await count('resource_link_id=x')).toBe(0);
    expect([await count('tag=quiz'), await count('resource_id=quiz')]).toEqual([0, 0]);
    expect((await send(lineitems, token, 'POST', { label: 'Mine', scoreMaximum: 1 })).status).toBe(405);
    expect((await send(lineitem, token, 'DELETE')).status).toBe(405);
  });

  it('lists the last score of each person, page by page (3.3)', async () => {
    const { course, lineitem, token, personId } = await openWithToken();
    const others = await Promise.all([createPerson(), createPerson()]);
    for (const [index, userId] of [personId, ...others].entries()) {
      const { session } = await open(course, userId);
      await submit(session, { userId, scoreGiven: index });
    }
    const seen: { userId: string; resultScore: number }[] = [];
    let address: string | undefined = `${lineitem}/results?limit=2`;
    while (address !== undefined) {
      const reply = await send(address, token);
      expect(reply.headers.get('content-type')).toBe('application/vnd.ims.lis.v2.resultcontainer+json');
      expect(reply.body.length).toBeLessThanOrEqual(2);
      seen.push(...reply.body);
      address = /^<([^>]+)>; rel="next"$/.exec(reply.headers.get('link') ?? '')?.[1];
    }
    const scores = Object.fromEntries(seen.map(({ userId, resultScore }) => [userId, resultScore]));
    expect(scores).toEqual(Object.fromEntries([personId, ...others].map((id, index) => [id, index])));
    const [userId = ''] = others;
    const one = await send(`${lineitem}/results?user_id=${userId}`, token);
    expect(one.body).toEqual([
      {
        ...{ id: `${lineitem}/results/${userId}`, scoreOf: lineitem, userId },
        ...{ resultScore: 1, resultMaximum: 10 },
      },
    ]);
    expect((await send(`${lineitem}/results?user_id=${randomUUID()}`, token)).body).toEqual([]);
  });
});
