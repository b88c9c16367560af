// The curriculum of an award over HTTP (docs/interface/training.md#curriculum).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallOptions, startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;
let values: Readonly<Record<string, string>>;
let award: string;
let courses: readonly [string, string, string];

const call = (method: string, path: string, options: CallOptions = {}) =>
  platform.call(method, 'training', path, { tenant: 'demo', token, ...options });
const unknownId = '00000000-0000-4000-8000-000000000000';
const getUses = async (id: string): Promise<number> => (await call('GET', `/api/v1/Courses/${id}`)).body.uses;
const toIds = (of: readonly { readonly id: string }[]) => of.map(({ id }) => id);

beforeAll(async () => {
  platform = await startPlatform();
  values = platform.demo.values;
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: [
      ...(['training.catalogue.read', 'training.courses.write'] as const),
      ...(['training.awards.read', 'training.awards.write', 'training.settings.write'] as const),
    ],
  });
  const createCourse = async (name: string) =>
    (await call('POST', '/api/v1/Courses', { body: { name } })).body.id;
  courses = [await createCourse('First'), await createCourse('Second'), await createCourse('Third')];
  award = (await call('POST', '/api/v1/Awards', { body: { name: 'Planned' } })).body.id;
});
afterAll(() => platform.stop());

const curriculumPath = () => `/api/v1/Awards/${award}/Curriculum`;
const putCurriculum = (body: unknown, headers: Record<string, string> = {}) =>
  call('PUT', curriculumPath(), { body, headers });

describe('the curriculum of an award', () => {
  it('is empty until it is set, and requires an existing award', async () => {
    const { status, body, headers } = await call('GET', curriculumPath());
    expect(status).toBe(200);
    expect(body).toEqual({
      ...{ awardId: award, requiredCourses: [], electiveCourses: [], electivesNeeded: 0 },
      ...{ minimumCredits: [], version: 0 },
    });
    expect(headers.get('etag')).toMatch(/^"0\./);
    expect((await call('GET', `${curriculumPath()}/Versions`)).body).toEqual([]);
    for (const [method, options] of [
      ['GET', {}],
      ['PUT', { body: {} }],
    ] as const)
      expect((await call(method, `/api/v1/Awards/${unknownId}/Curriculum`, options)).status).toBe(404);
  });

  it('is stored, returned with names, and counted as a use of its courses and credit types', async () => {
    const [first, second, third] = courses;
    const saved = await putCurriculum(
      {
        requiredCourseIds: [second, first],
        electiveCourseIds: [third, values.courseId],
        electivesNeeded: 1,
        minimumCredits: [{ creditTypeId: values.creditTypeId, credits: 12 }],
        renewalCredits: [{ creditTypeId: values.spareCreditTypeId, credits: 2.5 }],
      },
      { 'If-Match': '"0"' },
    );
    expect(saved.status).toBe(200);
    expect(saved.body).toMatchObject({
      requiredCourses: [{ name: 'Second' }, { name: 'First' }],
      electiveCourses: [
        { name: 'Third' },
        {
          name: 'Local Government Budget Basics',
          code: 'FIN-101',
          credits: [{ creditType: 'General', credits: 6 }],
        },
      ],
      minimumCredits: [{ creditType: 'General', credits: 12 }],
      renewalCredits: [{ creditType: 'Technology', credits: 2.5 }],
      version: 1,
    });
    expect((await call('GET', curriculumPath())).body).toEqual(saved.body);
    expect(await getUses(first)).toBe(1);
    expect((await call('DELETE', `/api/v1/Courses/${first}`)).status).toBe(409);
    const type = `/api/v1/Settings/CreditTypes/${values.spareCreditTypeId}`;
    expect((await call('DELETE', type)).status).toBe(409);
  });

  it('stores its earlier versions, so that the rules of an earlier certification can be read', async () => {
    const [first, second] = courses;
    const changed = await putCurriculum({ requiredCourseIds: [second], renewalCredits: null });
    expect(changed.body).toMatchObject({ version: 2, electivesNeeded: 1 });
    expect(changed.body).not.toHaveProperty('renewalCredits');
    expect(await getUses(first)).toBe(0);
    expect(await getUses(second)).toBe(1);
    const earlier = await call('GET', `${curriculumPath()}/Versions/1`);
    expect(toIds(earlier.body.requiredCourses)).toEqual([second, first]);
    expect(earlier.body.renewalCredits).toMatchObject([{ credits: 2.5 }]);
    const { body, headers } = await call('GET', `${curriculumPath()}/Versions?pageSize=1`);
    expect(body).toEqual([changed.body]);
    expect(headers.get('x-total-count')).toBe('2');
    expect((await call('GET', `${curriculumPath()}/Versions?pageSize=1&page=2`)).body).toEqual([
      earlier.body,
    ]);
    expect((await call('GET', `${curriculumPath()}/Versions/3`)).status).toBe(404);
  });

  it.each([
    [{ requiredCourseIds: [unknownId] }, 'requiredCourseIds[0]', 'UNKNOWN_VALUE'],
    [{ electivesNeeded: 3 }, 'electivesNeeded', 'OUT_OF_RANGE'],
    [
      { minimumCredits: [{ creditTypeId: unknownId, credits: 1 }] },
      'minimumCredits[0].creditTypeId',
      'UNKNOWN_VALUE',
    ],
    [
      { minimumCredits: [{ creditTypeId: '7', credits: 1 }] },
      'minimumCredits[0].creditTypeId',
      'INVALID_FORMAT',
    ],
  ])('refuses %j', async (sent, target, code) => {
    const { status, body } = await putCurriculum(sent);
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([{ code, target }]);
  });

  it('supports If-Match, and loses no change when several are concurrent', async () => {
    expect((await putCurriculum({ electivesNeeded: 0 }, { 'If-Match': '"1"' })).status).toBe(412);
    const sent = [{ electivesNeeded: 2 }, { requiredCourseIds: [courses[0]] }, { minimumCredits: [] }];
    const replies = await Promise.all(sent.map((input) => putCurriculum(input)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await call('GET', curriculumPath())).body).toMatchObject({
      ...{ version: 5, electivesNeeded: 2, minimumCredits: [] },
      requiredCourses: [{ name: 'First' }],
    });
    expect(await Promise.all(courses.map(getUses))).toEqual([1, 0, 1]);
  });

  it('is deleted with its award in one transaction, and no longer counts as a use', async () => {
    expect((await call('DELETE', `/api/v1/Awards/${award}`)).status).toBe(204);
    expect((await call('GET', curriculumPath())).status).toBe(404);
    expect(await Promise.all(courses.map(getUses))).toEqual([0, 0, 0]);
    for (const id of courses) expect((await call('DELETE', `/api/v1/Courses/${id}`)).status).toBe(204);
  });

  it('does not remain when it is set while its award is deleted', async () => {
    const course = (await call('POST', '/api/v1/Courses', { body: { name: 'Raced' } })).body.id;
    for (let round = 0; round < 6; round += 1) {
      const { body } = await call('POST', '/api/v1/Awards', { body: { name: `Raced ${round}` } });
      const [removed, saved] = await Promise.all([
        call('DELETE', `/api/v1/Awards/${body.id}`),
        call('PUT', `/api/v1/Awards/${body.id}/Curriculum`, { body: { requiredCourseIds: [course] } }),
      ]);
      expect(removed.status).toBe(204);
      expect([200, 404]).toContain(saved.status);
      expect(await getUses(course)).toBe(0);
    }
    expect((await call('DELETE', `/api/v1/Courses/${course}`)).status).toBe(204);
  });

  it('requires training.courses.write to be changed', async () => {
    const member = await platform.tokenFor({ tenant: 'demo', roles: ['member'] });
    const path = `/api/v1/Awards/${values.curriculumAwardId}/Curriculum`;
    expect((await call('GET', path, { token: member })).status).toBe(200);
    expect((await call('PUT', path, { token: member, body: {} })).status).toBe(403);
  });
});
