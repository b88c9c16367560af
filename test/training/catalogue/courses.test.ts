// Courses and their editions over HTTP (docs/interface/training.md#courses;
// docs/interface/lists.md#array-lists; docs/interface/errors.md#detail-codes).
// Rules: docs/interface/requests.md#validation, #lenient-reading.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCourseUse, removeCourseUse } from '../../../functions/training/courses/store.ts';
import { commit } from '../../../shared/data/changes.ts';
import { notFound } from '../../../shared/errors/failure.ts';
import { type CallOptions, startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;
let values: Readonly<Record<string, string>>;

const path = '/api/v1/Courses';
const call = (method: string, address: string, options: CallOptions = {}) =>
  platform.call(method, 'training', address, { tenant: 'demo', token, ...options });
const list = (query = '') => call('GET', `${path}/List${query}`);
const create = (body: unknown, headers: Record<string, string> = {}) => call('POST', path, { body, headers });
const toNames = (body: readonly { readonly name: string }[]) => body.map(({ name }) => name);
const unknownId = '00000000-0000-4000-8000-000000000000';

beforeAll(async () => {
  platform = await startPlatform();
  values = platform.demo.values;
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['training.catalogue.read', 'training.courses.write', 'training.settings.write'],
  });
});
afterAll(() => platform.stop());

const seededNames = [
  'Cyber Awareness for County Staff',
  'Election Administration for County Clerks',
  'Ethics in Public Office',
  'Local Government Budget Basics',
  'Open Records Online',
  'Parliamentary Procedure for Boards',
  'Public Meetings Law in Practice',
  'Records Management and Retention',
  'Work-Zone Safety and Flagging',
  'Writing Public Notices',
];

describe('GET /api/v1/Courses/List', () => {
  it('returns a bare array by name with Link and X-Total-Count, in pages and orders', async () => {
    const { body, headers } = await list('?page=2&pageSize=3');
    expect(toNames(body)).toEqual(seededNames.slice(3, 6));
    expect(headers.get('x-total-count')).toBe('10');
    expect(headers.get('link')).toContain(`<${platform.urls.training}${path}/List?page=3&pageSize=3`);
    expect(toNames((await list('?sortDirection=desc')).body)).toEqual([...seededNames].reverse());
    const hours = (await list('?sortBy=creditHours')).body.map(
      ({ creditHours }: { creditHours: number }) => creditHours,
    );
    expect(hours).toEqual([1, 2, 2, 2, 3, 4, 6, 6, 8, 12]);
    for (const field of ['id', 'description', 'objectType', 'edition']) {
      const forward = (await list(`?sortBy=${field}`)).body;
      const values = forward.map((course: Record<string, string | number>) => course[field] ?? '');
      expect(values).toEqual([...values].sort((a, b) => (a < b ? -1 : Number(a > b))));
      expect((await list(`?sortBy=${field}&sortDirection=desc`)).body).toEqual([...forward].reverse());
    }
    expect((await list('?sortBy=colour')).status).toBe(400);
  });

  it('returns labels and credits by type', async () => {
    const [, , , budget] = (await list()).body;
    expect(budget).toMatchObject({
      ...{ code: 'FIN-101', objectType: 'Workshop', edition: 1, isActive: true },
      credits: [{ creditTypeId: values.creditTypeId, creditType: 'General', credits: 6 }],
    });
  });
});

describe('POST /api/v1/Courses', () => {
  it('stores and returns every field, and the address in Location works', async () => {
    const input = {
      ...{ name: 'Land Use Hearings', description: 'Quasi-judicial hearings.', creditHours: 5.25 },
      ...{ skills: ['Land use decisions'], iconUrl: 'https://example.org/i.svg', isActive: false },
    };
    const { status, body, headers } = await create({
      ...input,
      code: 'LU-300',
      hexNameColor: '#ff5733',
      tags: ['one', 'two', 'one'],
      objectTypeId: values.objectTypeId?.toUpperCase(),
      credits: [{ creditTypeId: values.spareCreditTypeId, credits: 1.5 }],
      prerequisites: [
        { type: 'Course', id: values.courseId },
        { type: 'Award', id: values.awardId },
      ],
      certifiedInstructorIds: [values.personId],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...input,
      ...{ code: 'LU-300', hexNameColor: '#FF5733', tags: ['one', 'two'], edition: 1, uses: 0 },
      objectType: 'Designation',
      credits: [{ creditType: 'Technology', credits: 1.5 }],
      prerequisites: [
        { type: 'Course', id: values.courseId, name: 'Local Government Budget Basics' },
        { type: 'Award', id: values.awardId, name: 'Certified County Commissioner' },
      ],
      certifiedInstructors: [{ id: values.personId, name: 'Ada Fairweather' }],
    });
    const coursePath = `${path}/${body.id}`;
    expect(headers.get('location')).toBe(platform.urls.training + coursePath);
    expect((await call('GET', coursePath)).body).toEqual(body);
    const creditType = `/api/v1/Settings/CreditTypes/${values.spareCreditTypeId}`;
    expect((await call('DELETE', creditType)).status).toBe(409);
    expect((await call('PUT', coursePath, { body: { credits: null } })).body.credits).toEqual([]);
    expect((await call('DELETE', creditType)).status).toBe(204);
    expect((await call('DELETE', coursePath)).status).toBe(204);
    expect((await call('GET', coursePath)).status).toBe(404);
    expect(toNames((await list('?sortBy=creditHours')).body)).toHaveLength(10);
  });

  it.each([
    [{}, 'name', 'REQUIRED_FIELD'],
    [{ name: 'x'.repeat(201) }, 'name', 'OUT_OF_RANGE'],
    [{ name: 'x', code: 'a b' }, 'code', 'INVALID_FORMAT'],
    [{ name: 'x', creditHours: -1 }, 'creditHours', 'OUT_OF_RANGE'],
    [{ name: 'x', creditHours: 1.005 }, 'creditHours', 'INVALID_FORMAT'],
    [{ name: 'x', objectTypeId: unknownId }, 'objectTypeId', 'UNKNOWN_VALUE'],
    [
      { name: 'x', credits: [{ creditTypeId: unknownId, credits: 1 }] },
      'credits[0].creditTypeId',
      'UNKNOWN_VALUE',
    ],
    [
      { name: 'x', prerequisites: [{ type: 'Course', id: unknownId }] },
      'prerequisites[0].id',
      'UNKNOWN_VALUE',
    ],
    [
      { name: 'x', prerequisites: [{ type: 'Award', id: unknownId }] },
      'prerequisites[0].id',
      'UNKNOWN_VALUE',
    ],
    [{ name: 'x', certifiedInstructorIds: [unknownId] }, 'certifiedInstructorIds[0]', 'UNKNOWN_VALUE'],
    [{ name: 'x', iconUrl: 'javascript:alert(1)' }, 'iconUrl', 'INVALID_FORMAT'],
  ])('refuses the body %#: $1', async (sent, target, code) => {
    const { status, body } = await create(sent);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', target, details: [{ code, target }] });
  });

  it('accepts each code once, regardless of case and of concurrent requests, until its course is deleted', async () => {
    const twice = await Promise.all(['TW-1', 'tw-1'].map((code) => create({ name: `Twin ${code}`, code })));
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 409]);
    const refused = twice.find(({ status }) => status === 409);
    expect(refused?.body.error).toMatchObject({ code: 'ALREADY_EXISTS', target: 'code' });
    const coursePath = `${path}/${twice.find(({ status }) => status === 201)?.body.id}`;
    expect((await call('PUT', coursePath, { body: { code: 'fin-101' } })).status).toBe(409);
    expect((await call('PUT', coursePath, { body: { code: 'Tw-1' } })).body.code).toBe('Tw-1');
    expect((await call('PUT', coursePath, { body: { code: '' } })).body).not.toHaveProperty('code');
    const next = await create({ name: 'Next', code: 'TW-1' });
    expect(next.status).toBe(201);
    for (const address of [coursePath, `${path}/${next.body.id}`])
      expect((await call('DELETE', address)).status).toBe(204);
  });

  it('creates once for one Idempotency-Key, and nothing with validateOnly', async () => {
    const dry = await call('POST', `${path}?validateOnly=true`, { body: { name: 'Dry', code: 'DRY' } });
    expect(dry.status).toBe(204);
    const headers = { 'Idempotency-Key': 'course-once' };
    const sent = { name: 'Once', code: 'DRY' };
    const [first, second] = [await create(sent, headers), await create(sent, headers)];
    expect(second.body).toEqual(first.body);
    expect((await call('DELETE', `${path}/${first.body.id}`)).status).toBe(204);
  });

  it('requires training.courses.write; reading requires training.catalogue.read', async () => {
    const member = await platform.tokenFor({ tenant: 'demo', roles: ['member'] });
    expect((await call('GET', `${path}/${values.courseId}`, { token: member })).status).toBe(200);
    expect((await call('POST', path, { token: member, body: { name: 'No' } })).status).toBe(403);
  });
});

describe('PUT /api/v1/Courses/{id}', () => {
  it('stores the earlier edition only when the content of the course changes', async () => {
    const { body } = await create({ name: 'Edited', creditHours: 2, skills: ['kept'] });
    const coursePath = `${path}/${body.id}`;
    const labelled = await call('PUT', coursePath, { body: { tags: ['new'], isActive: false } });
    expect(labelled.body).toMatchObject({ edition: 1, creditHours: 2, skills: ['kept'], tags: ['new'] });
    const second = await call('PUT', coursePath, {
      body: { creditHours: 3, credits: [{ creditTypeId: values.creditTypeId, credits: 3 }] },
    });
    expect(second.body).toMatchObject({ edition: 2, editionDate: second.body.modifiedDate });
    expect((await call('PUT', coursePath, { body: { name: 'Edited anew' } })).body.edition).toBe(3);

    const { body: editions, headers } = await call('GET', `${coursePath}/Editions?pageSize=2`);
    expect(headers.get('x-total-count')).toBe('3');
    expect(editions).toMatchObject([
      { edition: 3, isPresent: true, name: 'Edited anew', creditHours: 3 },
      { edition: 2, isPresent: false, name: 'Edited', credits: [{ creditType: 'General', credits: 3 }] },
    ]);
    const rest = await call('GET', `${coursePath}/Editions?page=2&pageSize=2`);
    expect(rest.body).toMatchObject([{ edition: 1, creditHours: 2, credits: [], skills: ['kept'] }]);
    expect((await call('GET', `${coursePath}/Editions?page=3&pageSize=2`)).body).toEqual([]);
    expect((await call('GET', `${coursePath}/Editions/1`)).body).toEqual(rest.body[0]);
    expect((await call('GET', `${coursePath}/Editions/4`)).status).toBe(404);
    expect((await call('GET', `${coursePath}/Editions/0`)).status).toBe(400);
    expect((await call('DELETE', coursePath)).status).toBe(204);
    expect((await call('GET', `${coursePath}/Editions`)).status).toBe(404);
  });

  it('loses no change and no edition when several changes are concurrent', async () => {
    const { body } = await create({ name: 'Contended' });
    const coursePath = `${path}/${body.id}`;
    const sent = [{ creditHours: 1 }, { description: 'New.' }, { tags: ['a'] }, { skills: ['s'] }];
    const replies = await Promise.all(sent.map((input) => call('PUT', coursePath, { body: input })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body: after, headers } = await call('GET', coursePath);
    expect(after).toMatchObject({
      creditHours: 1,
      description: 'New.',
      tags: ['a'],
      skills: ['s'],
      edition: 4,
    });
    expect(headers.get('etag')).toMatch(/^"5\./);
    expect((await call('GET', `${coursePath}/Editions`)).body).toHaveLength(4);
    const late = await call('PUT', coursePath, { body: { tags: [] }, headers: { 'If-Match': '"4"' } });
    expect(late.status).toBe(412);
    const self = { prerequisites: [{ type: 'Course', id: body.id }] };
    expect((await call('PUT', coursePath, { body: self })).body.error.details[0].code).toBe('NOT_ALLOWED');
    expect((await call('DELETE', coursePath)).status).toBe(204);
  });

  it.each(['GET', 'PUT', 'DELETE'])(
    "%s returns 404 for an unknown id and for another tenant's",
    async (method) => {
      const body = method === 'PUT' ? { body: {} } : {};
      const harbors = await platform.call('GET', 'training', `${path}/List`, { tenant: 'harbor' });
      expect(harbors.body).toHaveLength(2);
      for (const id of [unknownId, harbors.body[0].id])
        expect((await call(method, `${path}/${id}`, body)).status).toBe(404);
    },
  );
});

describe('DELETE /api/v1/Courses/{id}', () => {
  it('returns 409 while a class or curriculum uses it', async () => {
    const { status, body } = await call('DELETE', `${path}/${values.courseId}`);
    expect(status).toBe(409);
    expect(body.error).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('need') });
  });

  it('and a concurrent use never both succeed', async () => {
    const store = platform.store('demo');
    for (let round = 0; round < 6; round += 1) {
      const { body } = await create({ name: `Raced ${round}` });
      const use = commit([addCourseUse(store, body.id, notFound('course', body.id))]).then(
        () => true,
        () => false,
      );
      const coursePath = `${path}/${body.id}`;
      const [removed, isUsed] = await Promise.all([call('DELETE', coursePath), use]);
      expect([removed.status, isUsed]).toEqual(isUsed ? [409, true] : [204, false]);
      if (!isUsed) continue;
      expect((await call('PUT', coursePath, { body: { creditHours: 1 } })).body.uses).toBe(1);
      await commit([removeCourseUse(store, body.id)]);
      expect((await call('DELETE', coursePath)).status).toBe(204);
    }
  });
});

it('treats empty strings as absent values', async () => {
  const { status, body } = await create({
    name: 'A course in blanks',
    ...{ code: '', description: '', objectTypeId: '', creditHours: '', credits: '', tags: '', isActive: '' },
    ...{ prerequisites: '', certifiedInstructorIds: '', iconUrl: '', hexNameColor: '' },
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({ credits: [], tags: [], isActive: true });
  expect(body).not.toHaveProperty('creditHours');
});
