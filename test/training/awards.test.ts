// Awards over HTTP (docs/interface/training.md#awards, #award-defaults, #award-list;
// docs/interface/errors.md#area-a-envelope; docs/interface/limits.md#fields).
// Rules: docs/interface/lists.md#array-lists, #query-parameters; docs/interface/requests.md#validation,
// #lenient-reading, #partial-updates; docs/interface/access.md#tenant-access-setting.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commit, update } from '../../shared/data/changes.ts';
import type { Key } from '../../shared/data/store.ts';
import { type CallOptions, startPlatform, type TestPlatform } from '../harness/platform.ts';

let platform: TestPlatform;
let token: string;
let values: Readonly<Record<string, string>>;

const call = (method: string, path: string, options: CallOptions = {}) =>
  platform.call(method, 'training', path, { tenant: 'demo', token, ...options });
const list = (query = '') => call('GET', `/api/v1/Awards/List${query}`);
const create = (body: unknown, headers: Record<string, string> = {}) =>
  call('POST', '/api/v1/Awards', { body, headers });
const toNames = (body: readonly { readonly name: string }[]) => body.map(({ name }) => name);
const unknownId = '00000000-0000-4000-8000-000000000000';

beforeAll(async () => {
  platform = await startPlatform();
  values = platform.demo.values;
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['training.awards.read', 'training.awards.write', 'training.settings.write'],
  });
}, 60_000);
afterAll(() => platform.stop());

/** Changes the number of active registrations of an award, as the transaction of a registration does. */
const addActiveRegistrations = (id: string, by: number) => {
  const store = platform.store('demo');
  return commit([update(store.key(`AWARD#${id}`, 'AWARD'), { add: { activeRegistrations: by } })]);
};

const seededNames = [
  'Certified County Clerk',
  'Certified County Commissioner',
  'Certified Public Finance Administrator',
  'Emergency Coordination Certificate (2019 program)',
  'Master County Clerk',
  'New Commissioner Orientation',
  'Road Supervisor Certificate',
];

describe('GET /api/v1/Awards/List', () => {
  it('returns a bare array by name with Link and X-Total-Count (RFC 8288)', async () => {
    const { body, headers } = await list('?page=2&pageSize=3');
    expect(toNames(body)).toEqual(seededNames.slice(3, 6));
    expect(headers.get('x-total-count')).toBe('7');
    const address = `${platform.urls.training}/api/v1/Awards/List`;
    const link = (rel: string, page: number) =>
      `<${address}?page=${page}&pageSize=3&sortBy=name&sortDirection=asc>; rel="${rel}"`;
    expect(headers.get('link')).toBe(
      [link('first', 1), link('prev', 1), link('next', 3), link('last', 3)].join(', '),
    );
    expect(toNames((await list()).body)).toEqual(seededNames);
    expect((await list('?page=9')).body).toEqual([]);
  });

  it('returns levelType and objectType as labels', async () => {
    const [clerk] = (await list()).body;
    expect(clerk).toMatchObject({ levelType: 'Associate', objectType: 'Certification', price: 295 });
  });

  it('sorts by the fields of an award, in both directions', async () => {
    expect(toNames((await list('?sortDirection=desc')).body)).toEqual([...seededNames].reverse());
    expect(toNames((await list('?sortDirection=desc&pageSize=3&page=2')).body)).toEqual(
      [...seededNames].reverse().slice(3, 6),
    );
    expect(toNames((await list('?sortDirection=desc&pageSize=3&page=3')).body)).toEqual(
      seededNames.slice(0, 1),
    );
    expect((await list('?sortDirection=desc&pageSize=3&page=4')).body).toEqual([]);
    const prices = (await list('?sortBy=price')).body.map(({ price }: { price: number }) => price);
    expect(prices).toEqual([0, 90, 180, 295, 310.5, 350, 425]);
    const { body, headers } = await list('?sortBy=CreatedDate&sortDirection=DESC&pageSize=2');
    expect(toNames(body)).toEqual([seededNames[3], seededNames[6]]);
    expect(headers.get('x-total-count')).toBe('7');
  });

  it('sorts by every sortable field of an award', async () => {
    type Shown = Readonly<Record<'id' | 'description' | 'levelType' | 'objectType', string | undefined>>;
    for (const field of ['id', 'description', 'levelType', 'objectType'] as const) {
      const { body, headers, status } = await list(`?sortBy=${field}`);
      expect([status, headers.get('x-total-count')]).toEqual([200, '7']);
      const values = body.map((award: Shown) => award[field] ?? '');
      expect(values).toEqual([...values].sort((a, b) => a.localeCompare(b, 'en')));
      const backward = await list(`?sortBy=${field}&sortDirection=desc&pageSize=4`);
      expect(backward.body).toEqual([...body].reverse().slice(0, 4));
      expect((await list(`?sortBy=${field}&selectedDate=2001-01-01`)).body).toEqual([]);
    }
  });

  it('returns the awards that existed on selectedDate, in any sort order', async () => {
    const { body: byCreation } = await list('?sortBy=createdDate');
    const third = byCreation[2].createdDate;
    const justBefore = new Date(Date.parse(third) - 1).toISOString();
    for (const [moment, count] of [
      [third, 3],
      [justBefore, 2],
      ['2000-01-01T00:00:00Z', 0],
      [new Date().toISOString(), 7],
      ['2100-01-01', 7],
      [third.slice(0, 10), 3],
    ] as const)
      for (const order of ['name', 'price']) {
        const { body, headers } = await list(`?selectedDate=${moment}&sortBy=${order}`);
        expect(headers.get('x-total-count'), moment).toBe(String(count));
        expect(toNames(body).sort()).toEqual(toNames(byCreation.slice(0, count)).sort());
      }
    const past = await list(`?selectedDate=${encodeURIComponent(third)}&pageSize=2`);
    expect(past.body).toHaveLength(2);
    expect(past.headers.get('link')).toContain(`selectedDate=${encodeURIComponent(third)}`);
  });

  it.each([
    ['page=0', 'page', 'OUT_OF_RANGE'],
    ['pageSize=201', 'pageSize', 'OUT_OF_RANGE'],
    ['pageSize=many', 'pageSize', 'INVALID_TYPE'],
    ['sortBy=colour', 'sortBy', 'UNKNOWN_VALUE'],
    ['sortDirection=up', 'sortDirection', 'UNKNOWN_VALUE'],
    ['selectedDate=yesterday', 'selectedDate', 'INVALID_FORMAT'],
    ['selectedDate=2027-02-30T00:00:00Z', 'selectedDate', 'INVALID_FORMAT'],
  ])('refuses %s', async (query, target, code) => {
    const { status, body } = await list(`?${query}`);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', target, details: [{ code, target }] });
  });

  it('needs no token, only the tenant-code', async () => {
    const anonymous = { tenant: 'harbor' };
    const { status, body } = await platform.call('GET', 'training', '/api/v1/Awards/List', anonymous);
    expect(status).toBe(200);
    expect(body).toHaveLength(3);
    expect((await platform.call('GET', 'training', '/api/v1/Awards/List')).status).toBe(401);
  });
});

describe('POST /api/v1/Awards', () => {
  it('applies the defaults, and the address in Location works', async () => {
    const { status, body, headers } = await create({ name: ' Notary Refresher ' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: body.id,
      name: 'Notary Refresher',
      isActive: true,
      tags: [],
      skills: [],
      createdDate: body.createdDate,
      modifiedDate: body.createdDate,
    });
    const location = headers.get('location') ?? '';
    expect(location).toBe(`${platform.urls.training}/api/v1/Awards/${body.id}`);
    const answer = await fetch(location, { headers: { 'tenant-code': 'demo' } });
    expect(await answer.json()).toMatchObject({
      ...body,
      requiresApproval: true,
      allowSelfRegistration: false,
      prerequisites: [],
      contactPersons: [],
    });
    expect(toNames((await list()).body)).toContain('Notary Refresher');
    expect((await call('DELETE', `/api/v1/Awards/${body.id}`)).status).toBe(204);
  });

  it('stores and returns every field', async () => {
    const said = {
      name: 'Everything',
      description: 'All of it.',
      requirements: 'Good standing.',
      duration: '3 months',
      price: 99_999_999.99,
      isActive: false,
      requiresApproval: false,
      allowSelfRegistration: true,
      skills: ['Mapping'],
      validityPeriod: { years: 2, months: 11, days: 365 },
      iconUrl: 'https://example.org/i.svg',
    };
    const { body } = await create({
      ...said,
      tags: ['one', 'two', 'one'],
      hexNameColor: '#ff5733',
      levelTypeId: values.levelTypeId?.toUpperCase(),
      objectTypeId: values.objectTypeId,
      contactPersonIds: [values.personId],
      prerequisites: [
        { type: 'Award', id: values.awardId },
        { type: 'Course', id: values.courseId },
        { type: 'Experience', name: 'Two years in office' },
      ],
    });
    const own = `/api/v1/Awards/${body.id}`;
    const detail = (await call('GET', own)).body;
    expect(detail).toMatchObject({
      ...said,
      tags: ['one', 'two'],
      hexNameColor: '#FF5733',
      levelType: 'Fellow',
      objectType: 'Designation',
      levelTypeId: values.levelTypeId,
      prerequisites: [
        { type: 'Award', id: values.awardId, name: 'Certified County Commissioner' },
        { type: 'Course', id: values.courseId, name: 'Local Government Budget Basics' },
        { type: 'Experience', name: 'Two years in office' },
      ],
      contactPersons: [{ id: values.personId, name: expect.any(String), email: expect.any(String) }],
    });
    await call('PUT', `/api/v1/Settings/LevelTypes/${values.levelTypeId}`, { body: { name: 'Scholar' } });
    expect((await call('GET', own)).body.levelType).toBe('Scholar');

    const bare = await call('PUT', own, {
      body: {
        ...{ description: null, levelTypeId: null, objectTypeId: '', price: '', validityPeriod: null },
        ...{ contactPersonIds: null, prerequisites: [], tags: '', requirements: '' },
      },
    });
    for (const absent of ['description', 'levelType', 'levelTypeId', 'objectType', 'price', 'validityPeriod'])
      expect(bare.body).not.toHaveProperty(absent);
    expect(bare.body).toMatchObject({
      tags: [],
      contactPersons: [],
      prerequisites: [],
      duration: '3 months',
    });
    expect((await call('GET', own)).body).toEqual(bare.body);
    const levelType = `/api/v1/Settings/LevelTypes/${values.levelTypeId}`;
    expect((await call('DELETE', levelType)).status).toBe(204);
    expect((await call('DELETE', own)).status).toBe(204);
  });

  it.each([
    [{}, 'name', 'REQUIRED_FIELD'],
    [{ name: '' }, 'name', 'REQUIRED_FIELD'],
    [{ name: 'x'.repeat(201) }, 'name', 'OUT_OF_RANGE'],
    [{ name: 'x', description: 'x'.repeat(2001) }, 'description', 'OUT_OF_RANGE'],
    [{ name: 'x', requirements: 'x'.repeat(1001) }, 'requirements', 'OUT_OF_RANGE'],
    [{ name: 'x', price: -0.01 }, 'price', 'OUT_OF_RANGE'],
    [{ name: 'x', price: 100_000_000 }, 'price', 'OUT_OF_RANGE'],
    [{ name: 'x', price: 1.005 }, 'price', 'INVALID_FORMAT'],
    [{ name: 'x', tags: [''] }, 'tags[0]', 'REQUIRED_FIELD'],
    [{ name: 'x', levelTypeId: unknownId }, 'levelTypeId', 'UNKNOWN_VALUE'],
    [{ name: 'x', objectTypeId: unknownId }, 'objectTypeId', 'UNKNOWN_VALUE'],
    [{ name: 'x', levelTypeId: '7' }, 'levelTypeId', 'INVALID_FORMAT'],
    [{ name: 'x', validityPeriod: { years: 100 } }, 'validityPeriod.years', 'OUT_OF_RANGE'],
    [{ name: 'x', validityPeriod: { months: 12 } }, 'validityPeriod.months', 'OUT_OF_RANGE'],
    [{ name: 'x', validityPeriod: { days: 366 } }, 'validityPeriod.days', 'OUT_OF_RANGE'],
    [{ name: 'x', hexNameColor: 'red' }, 'hexNameColor', 'INVALID_FORMAT'],
    [{ name: 'x', iconUrl: 'javascript:alert(1)' }, 'iconUrl', 'INVALID_FORMAT'],
    [{ name: 'x', prerequisites: [{ type: 'Luck' }] }, 'prerequisites[0].type', 'UNKNOWN_VALUE'],
    [{ name: 'x', prerequisites: [{ type: 'Award' }] }, 'prerequisites[0].id', 'REQUIRED_FIELD'],
    [
      { name: 'x', prerequisites: [{ type: 'Award', id: unknownId }] },
      'prerequisites[0].id',
      'UNKNOWN_VALUE',
    ],
    [
      { name: 'x', prerequisites: [{ type: 'Course', id: unknownId, name: 'Mapping I' }] },
      'prerequisites[0].id',
      'UNKNOWN_VALUE',
    ],
    [{ name: 'x', prerequisites: [{ type: 'Experience' }] }, 'prerequisites[0].name', 'REQUIRED_FIELD'],
    [{ name: 'x', contactPersonIds: [unknownId] }, 'contactPersonIds[0]', 'UNKNOWN_VALUE'],
  ])('refuses the body %#: $1', async (sent, target, code) => {
    const { status, body } = await create(sent);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', target, details: [{ code, target }] });
  });

  it('treats empty strings as absent values, but rejects an empty name', async () => {
    const blanks = {
      ...{ description: '', levelTypeId: '', objectTypeId: '', requirements: '', price: '', duration: '' },
      ...{ isActive: '', allowSelfRegistration: '', requiresApproval: '', tags: '', skills: '' },
      ...{ prerequisites: '', validityPeriod: '', contactPersonIds: '', iconUrl: '', hexNameColor: '' },
    };
    const { status, body } = await create({ name: 'Blank', ...blanks });
    expect(status).toBe(201);
    const own = `/api/v1/Awards/${body.id}`;
    const shown = (await call('GET', own)).body;
    expect(shown).toMatchObject({ isActive: true, allowSelfRegistration: false, requiresApproval: true });
    for (const absent of ['description', 'levelTypeId', 'objectTypeId', 'price', 'validityPeriod', 'iconUrl'])
      expect(shown).not.toHaveProperty(absent);
    const years = await call('PUT', own, { body: { validityPeriod: { years: 2, months: '', days: '' } } });
    expect(years.body.validityPeriod).toEqual({ years: 2 });
    const nameless = await call('PUT', own, { body: { name: '' } });
    expect([nameless.status, nameless.body.error.target]).toEqual([400, 'name']);
  });

  it('stores a price exactly: Decimal(10,2)', async () => {
    expect((await create({ name: 'To the cent', price: 0.1 + 0.2 })).body.price).toBe(0.3);
  });

  it('limits a name to 200 Unicode characters, and stores no invisible characters', async () => {
    const dry = await call('POST', '/api/v1/Awards?validateOnly=true', { body: { name: '🎓'.repeat(200) } });
    expect(dry.status).toBe(204);
    const long = await create({ name: '🎓'.repeat(201) });
    expect(long.body.error.message).toBe('name must have at most 200 characters, but has 201.');
    const hidden = await create({ name: 'a\u0000b', description: 'one\n\ttwo' });
    expect(hidden.status).toBe(400);
    expect(hidden.body.error.details).toEqual([
      {
        code: 'INVALID_FORMAT',
        target: 'name',
        message: 'name must have no control characters, but has U+0000 at character 2.',
      },
    ]);
    expect((await create({ name: 'Of two lines', description: 'one\n\ttwo' })).body.description).toBe(
      'one\n\ttwo',
    );
  });

  it('creates once for one Idempotency-Key, and nothing with validateOnly', async () => {
    const before = (await list()).headers.get('x-total-count');
    const dry = await call('POST', '/api/v1/Awards?validateOnly=true', { body: { name: 'Dry' } });
    expect(dry.status).toBe(204);
    expect((await list()).headers.get('x-total-count')).toBe(before);
    const headers = { 'Idempotency-Key': 'award-once' };
    const [first, second] = [
      await create({ name: 'Once' }, headers),
      await create({ name: 'Once' }, headers),
    ];
    expect(second.body).toEqual(first.body);
    expect((await call('DELETE', `/api/v1/Awards/${first.body.id}`)).status).toBe(204);
  });

  it('requires training.awards.write', async () => {
    const reader = await platform.tokenFor({ tenant: 'demo', roles: ['member'] });
    const { status } = await call('POST', '/api/v1/Awards', { token: reader, body: { name: 'No' } });
    expect(status).toBe(403);
    const staff = await platform.tokenFor({ tenant: 'demo', roles: ['staff'] });
    const dry = '/api/v1/Awards?validateOnly=true';
    expect((await call('POST', dry, { token: staff, body: { name: 'Yes' } })).status).toBe(204);
  });
});

describe('GET and PUT /api/v1/Awards/{id}', () => {
  it('changes the given fields and leaves the others unchanged (no field is required)', async () => {
    const { body } = await create({ name: 'Before', description: 'Kept.', price: 10, skills: ['kept'] });
    const own = `/api/v1/Awards/${body.id}`;
    const changed = await call('PUT', own, { body: { name: 'Álter', price: 12.5, isActive: false } });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      ...{ name: 'Álter', price: 12.5, isActive: false, description: 'Kept.', skills: ['kept'] },
      createdDate: body.createdDate,
    });
    expect((await call('GET', own)).body).toEqual(changed.body);
    expect(toNames((await list()).body)[0]).toBe('Álter');
    expect(toNames((await list('?sortBy=modifiedDate&sortDirection=desc')).body)[0]).toBe('Álter');
    expect((await call('PUT', own, { body: {} })).status).toBe(200);
    const self = { prerequisites: [{ type: 'Award', id: body.id }] };
    expect((await call('PUT', own, { body: self })).body.error.details[0].code).toBe('NOT_ALLOWED');
    expect((await call('DELETE', own)).status).toBe(204);
  });

  it('supports If-Match and If-None-Match (RFC 9110 13.1)', async () => {
    const { body } = await create({ name: 'Tagged' });
    const own = `/api/v1/Awards/${body.id}`;
    const { headers } = await call('GET', own);
    const tag = headers.get('etag') ?? '';
    expect((await call('GET', own, { headers: { 'If-None-Match': tag } })).status).toBe(304);
    const mine = await call('PUT', own, { body: { price: 1 }, headers: { 'If-Match': tag } });
    expect(mine.status).toBe(200);
    for (const method of ['PUT', 'DELETE']) {
      const late = await call(method, own, {
        headers: { 'If-Match': tag },
        ...(method === 'PUT' && { body: { price: 2 } }),
      });
      expect(late.status).toBe(412);
    }
    const last = { headers: { 'If-Match': mine.headers.get('etag') ?? '' } };
    expect((await call('DELETE', own, last)).status).toBe(204);
  });

  it('loses no change when several are concurrent', async () => {
    const { body } = await create({ name: 'Contended' });
    const own = `/api/v1/Awards/${body.id}`;
    const sent = [{ price: 5 }, { duration: '1 day' }, { tags: ['a'] }, { levelTypeId: null }];
    const replies = await Promise.all(sent.map((one) => call('PUT', own, { body: one })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body: after, headers } = await call('GET', own);
    expect(after).toMatchObject({ price: 5, duration: '1 day', tags: ['a'] });
    expect(headers.get('etag')).toBe('"5"');
    expect((await call('DELETE', own)).status).toBe(204);
  });

  it.each(['GET', 'PUT', 'DELETE'])(
    "%s returns 404 for an unknown id and for another tenant's",
    async (method) => {
      const body = method === 'PUT' ? { body: {} } : {};
      const harbors = await platform.call('GET', 'training', '/api/v1/Awards/List', { tenant: 'harbor' });
      for (const id of [unknownId, harbors.body[0].id]) {
        const reply = await call(method, `/api/v1/Awards/${id}`, body);
        expect(reply.status).toBe(404);
        expect(reply.body.error.code).toBe('RESOURCE_NOT_FOUND');
      }
      expect((await call(method, '/api/v1/Awards/12', body)).status).toBe(400);
    },
  );
});

describe('DELETE /api/v1/Awards/{id}', () => {
  it('returns 409 while there are active registrations, and succeeds afterwards', async () => {
    const { body } = await create({ name: 'Registered' });
    const own = `/api/v1/Awards/${body.id}`;
    await addActiveRegistrations(body.id, 2);
    const refused = await call('DELETE', own);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('2 active'),
    });
    expect((await call('PUT', own, { body: { price: 3 } })).status).toBe(200);
    expect((await call('DELETE', own)).status).toBe(409);
    expect((await call('DELETE', `${own}?validateOnly=true`)).status).toBe(409);
    await addActiveRegistrations(body.id, -2);
    const removed = await call('DELETE', own);
    expect(removed.status).toBe(204);
    expect(removed.text).toBe('');
    expect((await call('GET', own)).status).toBe(404);
    expect(toNames((await list()).body)).not.toContain('Registered');
    expect(toNames((await list('?sortBy=price')).body)).not.toContain('Registered');
  });

  it('and a concurrent registration never both succeed', async () => {
    const store = platform.store('demo');
    for (let round = 0; round < 6; round += 1) {
      const { body } = await create({ name: `Raced ${round}` });
      const key: Key<unknown> = store.key(`AWARD#${body.id}`, 'AWARD');
      const register = commit([
        update(
          key,
          { add: { activeRegistrations: 1 } },
          { condition: { expression: 'attribute_exists(pk)' }, onConflict: 'retry' },
        ),
      ]).then(
        () => true,
        () => false,
      );
      const [removed, registered] = await Promise.all([
        call('DELETE', `/api/v1/Awards/${body.id}`),
        register,
      ]);
      expect([removed.status, registered]).toEqual(registered ? [409, true] : [204, false]);
    }
  });
});
