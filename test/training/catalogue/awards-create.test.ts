// Creating awards over HTTP (docs/interface/training.md#awards, #award-defaults; docs/interface/errors.md#area-a-envelope;
// docs/interface/limits.md#fields; docs/interface/requests.md#validation, #lenient-reading).
import { describe, expect, it } from 'vitest';
import { toNames, unknownId, useAwards } from '../classes/use-awards.ts';

const { call, create, getPlatform, list } = useAwards();

describe('POST /api/v1/Awards', () => {
  it('applies the defaults, and the address in Location works', async () => {
    const { status, body, headers } = await create({ name: ' Notary Refresher ' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: body.id,
      name: 'Notary Refresher',
      currency: 'USD',
      isActive: true,
      tags: [],
      skills: [],
      createdDate: body.createdDate,
      modifiedDate: body.createdDate,
    });
    const location = headers.get('location') ?? '';
    expect(location).toBe(`${getPlatform().urls.training}/api/v1/Awards/${body.id}`);
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
    const { values } = getPlatform().demo;
    const input = {
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
      ...input,
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
    const awardPath = `/api/v1/Awards/${body.id}`;
    const detail = (await call('GET', awardPath)).body;
    expect(detail).toMatchObject({
      ...input,
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
    expect((await call('GET', awardPath)).body.levelType).toBe('Scholar');

    const bare = await call('PUT', awardPath, {
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
    expect((await call('GET', awardPath)).body).toEqual(bare.body);
    const levelType = `/api/v1/Settings/LevelTypes/${values.levelTypeId}`;
    expect((await call('DELETE', levelType)).status).toBe(204);
    expect((await call('DELETE', awardPath)).status).toBe(204);
  });

  it.each([
    [{}, 'name', 'REQUIRED_FIELD'],
    [{ name: '' }, 'name', 'REQUIRED_FIELD'],
    [{ name: 'x'.repeat(201) }, 'name', 'OUT_OF_RANGE'],
    [{ name: 'x', description: 'x'.repeat(2001) }, 'description', 'OUT_OF_RANGE'],
    [{ name: 'x', requirements: 'x'.repeat(1001) }, 'requirements', 'OUT_OF_RANGE'],
    [{ name: 'x', price: -0.01 }, 'price', 'OUT_OF_RANGE'],
    [{ name: 'x', price: 100_000_000 }, 'price', 'OUT_OF_RANGE'],
    [{ name: 'x', price: 1.005 }, 'price', 'OUT_OF_RANGE'],
    [{ name: 'x', price: 1.00005 }, 'price', 'INVALID_FORMAT'],
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
    const awardPath = `/api/v1/Awards/${body.id}`;
    const award = (await call('GET', awardPath)).body;
    expect(award).toMatchObject({ isActive: true, allowSelfRegistration: false, requiresApproval: true });
    for (const absent of ['description', 'levelTypeId', 'objectTypeId', 'price', 'validityPeriod', 'iconUrl'])
      expect(award).not.toHaveProperty(absent);
    const years = await call('PUT', awardPath, {
      body: { validityPeriod: { years: 2, months: '', days: '' } },
    });
    expect(years.body.validityPeriod).toEqual({ years: 2 });
    const nameless = await call('PUT', awardPath, { body: { name: '' } });
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
    const reader = await getPlatform().tokenFor({ tenant: 'demo', roles: ['member'] });
    const { status } = await call('POST', '/api/v1/Awards', { token: reader, body: { name: 'No' } });
    expect(status).toBe(403);
    const staff = await getPlatform().tokenFor({ tenant: 'demo', roles: ['staff'] });
    const dry = '/api/v1/Awards?validateOnly=true';
    expect((await call('POST', dry, { token: staff, body: { name: 'Yes' } })).status).toBe(204);
  });
});
