// The public catalogue of awards as existing callers read it (docs/interface/lists.md#list-bodies;
// docs/interface/training.md#catalogue-of-awards).
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let values: Readonly<Record<string, string>>;

const call = (method: string, path: string, body?: unknown, token?: string) =>
  platform.call(method, 'training', `/api/v1${path}`, {
    tenant: 'demo',
    ...(token && { token }),
    ...(body !== undefined && { body }),
  });
const list = (filterBody: unknown = {}, more: object = {}) =>
  call('POST', '/Public/AwardListPublic/', { filterBody, ...more });
const count = (filter: unknown = {}) => call('POST', '/Public/Award/PublicFilteredRecordCount', filter);
const toNames = ({ body }: { body: { result: readonly { name: string }[] } }) =>
  body.result.map(({ name }) => name);

const activeNames = [
  'Certified County Clerk',
  'Certified County Commissioner',
  'Certified Public Finance Administrator',
  'Master County Clerk',
  'New Commissioner Orientation',
  'Road Supervisor Certificate',
];

beforeAll(async () => {
  platform = await startPlatform();
  values = platform.demo.values;
});
afterAll(() => platform.stop());

describe('POST /Public/AwardListPublic/', () => {
  it('lists the active awards', async () => {
    const reply = await list({ selectedDate: '', tags: '' }, { itemCount: '4', pageNumber: '1' });
    expect(toNames(reply)).toEqual(activeNames.slice(0, 4));
    expect(reply.body).toMatchObject({ itemCount: 4, totalCount: 6 });
    expect(toNames(await list({}, { sortBy: 'price', sortDirection: 'desc', itemCount: 1 }))).toEqual([
      activeNames[1],
    ]);
  });

  it('returns an award with the fields that existing callers read', async () => {
    const { body } = await list({ searchText: 'road' });
    expect(body.result).toEqual([
      {
        id: expect.any(String),
        ...{
          name: 'Road Supervisor Certificate',
          icon: null,
          price: 180,
          currency: 'USD',
          validity: '2 years, 6 months',
        },
        ...{ objectType: 'Certificate of Completion', courses: 1, register: false },
        tags: ['public works', 'safety'],
        createdOn: expect.any(String),
        createdBy: { name: null, imageThumbUrl: null },
      },
    ]);
  });

  it('returns the creator of an award to callers with a token, and to nobody else', async () => {
    const token = await platform.tokenFor({
      tenant: 'demo',
      permissions: ['training.awards.read', 'training.awards.write'],
    });
    const { body } = await call('POST', '/Awards', { name: 'Zoning Basics' }, token);
    const [open] = (await list({ searchText: 'zoning' })).body.result;
    expect(open.createdBy).toEqual({ name: null, imageThumbUrl: null });
    const search = { filterBody: { searchText: 'zoning' } };
    const [award] = (await call('POST', '/Public/AwardListPublic/', search, token)).body.result;
    expect(award.createdBy).toEqual({ name: expect.stringMatching(/^test-/), imageThumbUrl: null });
    expect((await call('PUT', `/Awards/${body.id}`, { isActive: false }, token)).status).toBe(200);
    expect((await list({ searchText: 'zoning' })).body.totalCount).toBe(0);
    expect((await count()).body).toBe(6);
    expect((await call('PUT', `/Awards/${body.id}`, { isActive: true, name: 'Zoning' }, token)).status).toBe(
      200,
    );
    expect(toNames(await list()).at(-1)).toBe('Zoning');
    expect((await call('DELETE', `/Awards/${body.id}`, undefined, token)).status).toBe(204);
    expect((await list()).body.totalCount).toBe(6);
  });

  it('has as many awards on all pages together as the count, for any filter', async () => {
    const filters = fc.record(
      {
        searchText: fc.constantFrom('', 'county', 'clerk MASTER', 'zzz'),
        selectedDate: fc.constantFrom('', '2024-06-01', '09-01-2024', '2099-12-31'),
        tags: fc.subarray(['clerks', 'leadership', 'governance', 'emergency management']),
        createdDateRange: fc.record(
          { startDate: fc.constantFrom('2024-04-01', ''), endDate: fc.constantFrom('12-31-2024', '') },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(filters, fc.constantFrom('name', 'price', 'createdOn'), async (filter, sortBy) => {
        const total = (await count(filter)).body;
        const seen: string[] = [];
        for (let pageNumber = 1; pageNumber <= Math.ceil(total / 2) + 1; pageNumber += 1) {
          const { body } = await list(filter, { sortBy, itemCount: 2, pageNumber });
          expect(body.totalCount).toBe(total);
          seen.push(...body.result.map(({ id }: { id: string }) => id));
        }
        expect([seen.length, new Set(seen).size]).toEqual([total, total]);
      }),
      { numRuns: 20 },
    );
  });
});

describe('an award of the catalogue', () => {
  it('has its prerequisites and contact persons', async () => {
    const prerequisites = [
      { type: 'Course', id: values.courseId },
      { type: 'Award', id: values.awardId },
      { type: 'Experience', name: 'Two years in office' },
    ];
    const input = {
      name: 'Told',
      requirements: 'Good standing.',
      contactPersonIds: [values.personId],
      prerequisites,
    };
    const { body } = await call('POST', '/Awards', { ...input, skills: ['Mapping'], tags: ['maps'] });
    expect((await call('GET', `/Public/getAwardById/${body.id}`)).body).toEqual({
      ...{
        id: body.id,
        name: 'Told',
        icon: null,
        description: null,
        objectType: null,
        price: null,
        currency: 'USD',
      },
      ...{ requirement: 'Good standing.', validity: null, awardTags: ['maps'], skills: ['Mapping'] },
      preRequisiteCourses: [
        { id: values.courseId, name: 'Local Government Budget Basics', icon: { iconReference: null } },
      ],
      preRequisiteAwards: [
        {
          ...{ id: values.awardId, name: 'Certified County Commissioner' },
          icon: { iconReference: 'https://cascadia.example/icons/commissioner.svg' },
        },
      ],
      contactPersons: [
        {
          ...{ id: values.personId, name: 'Ada Fairweather', email: 'ada.fairweather@example.org' },
          imageThumbUrl: null,
        },
      ],
    });
    expect((await call('DELETE', `/Awards/${body.id}`)).status).toBe(204);
    expect((await call('GET', `/Public/getAwardById/${body.id}`)).status).toBe(404);
  });

  it('has a curriculum that anyone can read', async () => {
    const path = `/Awards/${values.curriculumAwardId}`;
    const curriculum = await call('GET', `${path}/GetPublicAwardCourseCurriculum/`);
    expect(curriculum.body.requiredCourses).toHaveLength(2);
    expect(curriculum.body).toEqual((await call('GET', `${path}/Curriculum`)).body);
    const inactive = (await call('GET', '/Awards/List')).body.find(
      ({ isActive }: { isActive: boolean }) => !isActive,
    );
    expect((await call('GET', `/Awards/${inactive.id}/GetPublicAwardCourseCurriculum`)).status).toBe(404);
  });

  it('can be filtered by tags and days of creation', async () => {
    const tags = (await call('GET', '/Public/Award/GetAllTags/2099-12-31')).body;
    expect(tags.slice(0, 3)).toEqual(['budget', 'clerks', 'elected officials']);
    expect(tags).not.toContain('emergency management');
    expect((await call('GET', '/Public/Award/GetAllTags/2001-01-01')).body).toEqual([]);
    const days = (await call('GET', '/Public/Award/GetMinMaxAwardDate/2024-12-31')).body;
    expect(days.minStartDate).toBe('2024-02-05');
    expect(days.maxEndDate <= '2024-12-31').toBe(true);
  });
});
