// Level, object and credit types over HTTP (docs/interface/training.md#types;
// docs/interface/lists.md#array-lists; docs/interface/errors.md#detail-codes).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallOptions, startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;

const call = (method: string, path: string, options: CallOptions = {}) =>
  platform.call(method, 'training', path, { tenant: 'demo', ...options });
const listNames = (body: readonly { readonly name: string }[]) => body.map(({ name }) => name);

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: [
      'training.settings.read',
      'training.settings.write',
      'training.awards.write',
      'training.courses.write',
    ],
  });
});
afterAll(() => platform.stop());

describe.each([
  ['/api/v1/Settings/LevelTypes', 'levelTypeId', ['Advanced', 'Associate', 'Fellow', 'Foundation']],
  [
    '/api/v1/Settings/ObjectTypes',
    'objectTypeId',
    ['Certificate of Completion', 'Certification', 'Designation', 'Online Course', 'Workshop'],
  ],
  ['/api/v1/Settings/CreditTypes', 'creditTypeId', ['Ethics', 'General', 'Technology']],
] as const)('%s', (path, reference, seeded) => {
  it('lists by name, in pages, with Link and X-Total-Count', async () => {
    const { body, headers } = await call('GET', `${path}?pageSize=2`);
    expect(listNames(body)).toEqual(seeded.slice(0, 2));
    expect(headers.get('x-total-count')).toBe(String(seeded.length));
    expect(headers.get('link')).toContain(`<${platform.urls.training}${path}?page=2&pageSize=2`);
    const turned = await call('GET', `${path}?sortDirection=DESC`);
    expect(listNames(turned.body)).toEqual([...seeded].reverse());
  });

  it('creates an active type with a Location, updates it, and deletes it', async () => {
    const created = await call('POST', path, { token, body: { name: '  Provisional ' } });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ name: 'Provisional', isActive: true });
    const own = `${path}/${created.body.id}`;
    expect(created.headers.get('location')).toBe(platform.urls.training + own);
    expect((await call('GET', own.toUpperCase().replace(path.toUpperCase(), path))).body).toEqual(
      created.body,
    );

    const changed = await call('PUT', own, {
      token,
      body: { isActive: false },
      headers: { 'If-Match': created.headers.get('etag') ?? '' },
    });
    expect(changed.body).toMatchObject({ name: 'Provisional', isActive: false });
    const late = await call('PUT', own, { token, body: { name: 'Late' }, headers: { 'If-Match': '"1"' } });
    expect(late.status).toBe(412);

    const isCredit = reference === 'creditTypeId';
    const refused = isCredit
      ? await call('POST', '/api/v1/Courses', {
          token,
          body: { name: 'X', credits: [{ creditTypeId: created.body.id, credits: 1 }] },
        })
      : await call('POST', '/api/v1/Awards', { token, body: { name: 'X', [reference]: created.body.id } });
    const target = isCredit ? 'credits[0].creditTypeId' : reference;
    expect(refused.body.error.details).toMatchObject([{ code: 'NOT_ALLOWED', target }]);

    expect((await call('DELETE', own, { token })).status).toBe(204);
    expect((await call('GET', own)).status).toBe(404);
    expect((await call('DELETE', own, { token })).status).toBe(404);
    expect((await call('PUT', own, { token, body: {} })).status).toBe(404);
    expect((await call('POST', path, { token, body: { name: 'PROVISIONAL' } })).status).toBe(201);
  });

  it('keeps names unique regardless of case, also in a race', async () => {
    const twice = await Promise.all(
      ['Twin', 'tWIN'].map((name) => call('POST', path, { token, body: { name } })),
    );
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 409]);
    const id = twice.find(({ status }) => status === 201)?.body.id;
    const taken = await call('PUT', `${path}/${id}`, { token, body: { name: seeded[0].toUpperCase() } });
    expect(taken.status).toBe(409);
    expect(taken.body.error).toMatchObject({ code: 'ALREADY_EXISTS', target: 'name' });
    expect((await call('PUT', `${path}/${id}`, { token, body: { name: 'TWIN' } })).status).toBe(200);
    expect((await call('PUT', `${path}/${id}`, { token, body: { name: 'Renamed' } })).status).toBe(200);
    expect((await call('POST', path, { token, body: { name: 'Twin' } })).status).toBe(201);
  });

  it('refuses to delete a type that a record uses', async () => {
    const { body } = await call('GET', path);
    const used = body.find(({ name }: { name: string }) => name === seeded[1] || name === 'Associate');
    const { status, body: refusal } = await call('DELETE', `${path}/${used.id}`, { token });
    expect(status).toBe(409);
    expect(refusal.error.code).toBe('CONFLICT');
  });

  it.each([
    [{}, 'REQUIRED_FIELD'],
    [{ name: ' ' }, 'REQUIRED_FIELD'],
    [{ name: 'x'.repeat(101) }, 'OUT_OF_RANGE'],
  ])('refuses the body %#', async (body, code) => {
    const reply = await call('POST', path, { token, body });
    expect(reply.status).toBe(400);
    expect(reply.body.error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ code, target: 'name' }] });
  });

  it('requires training.settings.write for writes', async () => {
    const reader = await platform.tokenFor({ tenant: 'demo', roles: ['staff'] });
    expect((await call('GET', path, { token: reader })).status).toBe(200);
    expect((await call('POST', path, { token: reader, body: { name: 'No' } })).status).toBe(403);
    expect((await call('GET', path, { tenant: 'harbor' })).status).toBe(200);
    expect((await call('POST', path, { tenant: 'harbor', body: { name: 'No' } })).status).toBe(401);
  });
});
