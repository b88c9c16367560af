// The public catalogue of courses as existing callers read it (docs/interface/lists.md#list-bodies;
// docs/interface/training.md#catalogue-of-courses).
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordId } from '../../../shared/directory/record/record-id.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let values: Readonly<Record<string, string>>;

const call = (method: string, path: string, body?: unknown) =>
  platform.call(method, 'training', `/api/v1${path}`, {
    tenant: 'demo',
    ...(body !== undefined && { body }),
  });
const list = (filterBody: unknown = {}, more: object = {}) =>
  call('POST', '/Public/CoursePagingList/', { filterBody, ...more });
const count = (filter: unknown = {}) => call('POST', '/Public/Course/FilteredRecordCount', filter);
const toNames = ({ body }: { body: { result: readonly { courseName: string }[] } }) =>
  body.result.map(({ courseName }) => courseName);
const demoId = (kind: string, key: string) => recordId('demo', `${kind}:demo`, key);
const today = '2099-12-31';

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

beforeAll(async () => {
  platform = await startPlatform();
  values = platform.demo.values;
  const retired = await call('POST', '/Courses', {
    name: 'A Retired Course',
    tags: ['retired'],
    isActive: false,
  });
  expect(retired.status).toBe(201);
});
afterAll(() => platform.stop());

describe('POST /Public/CoursePagingList/', () => {
  it('lists the active courses by name; in the request, numbers may be strings and absent values may be blank', async () => {
    const blank = {
      searchText: '',
      selectedDate: '',
      classes: '',
      instructors: [],
      tags: '',
      createdDateRange: '',
    };
    const reply = await list(blank, { itemCount: '3', pageNumber: '2', sortBy: '', sortDirection: '' });
    expect(toNames(reply)).toEqual(seededNames.slice(3, 6));
    expect(reply.body).toMatchObject({ itemCount: 3, totalCount: 10 });
    expect(toNames(await list({}, { sortDirection: 'DESC' }))).toEqual([...seededNames].reverse());
    expect(toNames(await list({}, { sortBy: 'creditHours', itemCount: 1 }))).toEqual([seededNames[4]]);
  });

  it('returns a course with the fields that existing callers read', async () => {
    const { body } = await list({ searchText: 'BUDGET' });
    const farah = { id: demoId('person', 'farah'), fullName: 'Farah Haddad', imageThumbUrl: null };
    const spring = {
      id: values.classId,
      sectionName: 'Budget Basics, spring',
      name: 'Budget Basics, spring',
    };
    expect(body.result).toEqual([
      {
        id: values.courseId,
        courseName: 'Local Government Budget Basics',
        ...{ courseIcon: null, objectType: 'Workshop', creditHours: 6 },
        courseInstructorsCount: 2,
        certifiedInstructors: [farah],
        courseClassesCount: 1,
        courseClasses: [
          {
            ...spring,
            parentCourse: { iconReference: null },
            startsAt: expect.any(String),
            endsAt: expect.any(String),
          },
        ],
        courseTags: [{ tagName: 'finance' }, { tagName: 'budget' }],
      },
    ]);
  });

  it.each([
    ['words of the name in any order', { searchText: 'law meetings' }, ['Public Meetings Law in Practice']],
    ['a code', { searchText: 'rd-105' }, ['Work-Zone Safety and Flagging']],
    ['one of several tags', { tags: ['Safety', 'ethics'] }, [seededNames[2], seededNames[8]]],
    ['a section name', { classes: ['budget basics, SPRING'] }, [seededNames[3]]],
    ['a class that is over (none)', { classes: ['Public Meetings Law, winter'] }, []],
    [
      'the name of an instructor who teaches or is certified',
      { instructors: ['Farah Haddad'] },
      [seededNames[3]],
    ],
    [
      'the id of an instructor',
      { instructors: [demoId('person', 'kira')] },
      [seededNames[1], seededNames[7]],
    ],
    ['several filters together', { tags: ['clerks'], searchText: 'records' }, [seededNames[7]]],
    ['a day on which it existed', { selectedDate: '04-01-2024' }, [seededNames[3]]],
    [
      'days of creation',
      { createdDateRange: { startDate: '2024-03-01', endDate: '03-31-2024' } },
      [seededNames[3]],
    ],
    ['a day before all courses (none)', { selectedDate: '2001-01-01' }, []],
    ['a tag of a retired course (none)', { tags: ['retired'] }, []],
  ])('finds courses by %s, and the count is the same', async (_, filter, names) => {
    expect(toNames(await list(filter))).toEqual(names);
    expect((await count(filter)).body).toBe(names.length);
  });

  it('has as many courses on all pages together as the count, for any filter', async () => {
    const some = <T>(...of: readonly T[]) => fc.subarray([...of], { maxLength: 2 });
    const filters = fc.record(
      {
        searchText: fc.constantFrom('', 'law', 'and', 'county CLERKS', 'zzz'),
        selectedDate: fc.constantFrom('', '2024-05-01', '09-01-2024', '2024-03-11', today),
        tags: some('clerks', 'elected officials', 'safety', 'retired'),
        classes: some('Budget Basics, spring', values.approvalClassId ?? ''),
        instructors: some('Ada Fairweather', demoId('person', 'kira')),
        createdDateRange: fc.record(
          { startDate: fc.constantFrom('2024-04-01', ''), endDate: fc.constantFrom('08-31-2024', '') },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    );
    const sortBy = fc.constantFrom('name', 'courseName', 'creditHours', 'createdDate');
    await fc.assert(
      fc.asyncProperty(filters, sortBy, fc.constantFrom(1, 3, '5'), async (filter, order, itemCount) => {
        const total = (await count(filter)).body;
        const seen: string[] = [];
        for (let pageNumber = 1; pageNumber <= Math.ceil(total / Number(itemCount)) + 1; pageNumber += 1) {
          const { body } = await list(filter, { sortBy: order, itemCount, pageNumber });
          expect(body.totalCount).toBe(total);
          expect(body.itemCount).toBe(body.result.length);
          seen.push(...body.result.map(({ id }: { id: string }) => id));
        }
        expect(new Set(seen).size).toBe(total);
        expect(seen).toHaveLength(total);
      }),
      { numRuns: 25 },
    );
  });

  it.each([
    [{ itemCount: '1001' }, 'itemCount'],
    [{ sortBy: 'colour' }, 'sortBy'],
    [{ filterBody: { selectedDate: 'soon' } }, 'filterBody.selectedDate'],
  ])('refuses %j', async (sent, target) => {
    const { status, body } = await call('POST', '/Public/CoursePagingList/', sent);
    expect(status).toBe(400);
    expect(body.error.details[0].target).toBe(target);
  });

  it('returns another tenant only its own courses', async () => {
    const harbor = { tenant: 'harbor', body: {} };
    const { body } = await platform.call('POST', 'training', '/api/v1/public/coursepaginglist', harbor);
    expect(toNames({ body })).toEqual(['Agency Law Update', 'Shoreline Rules and Flood Insurance']);
  });
});

describe('a course of the catalogue', () => {
  it('has its classes, skills and credits', async () => {
    const { body } = await call('GET', `/Public/GetCourseById/${values.courseId}`);
    expect(body).toMatchObject({
      ...{ name: 'Local Government Budget Basics', objectType: 'Workshop', creditHours: 6 },
      icon: { iconReference: null },
      courseTags: [{ tagName: 'finance' }, { tagName: 'budget' }],
      skills: [{ name: 'Budget preparation' }, { name: 'Fund accounting' }],
      secondaryUnits: [{ value: '6 General' }],
      classes: [{ id: values.classId }],
      courseLocationType: 'onlocationandonline',
    });
  });

  it('is returned only while it is active', async () => {
    const retired = (await call('GET', '/Courses/List')).body[0];
    expect(retired.isActive).toBe(false);
    for (const [path, target] of [
      [`/Public/GetCourseById/${retired.id}`, 'id'],
      [`/Public/${retired.id}/CertifiedInstructors`, 'courseId'],
      [`/Public/${retired.id}/AllOtherInstructors`, 'courseId'],
    ] as const) {
      const { status, body } = await call('GET', path);
      expect([status, body.error.target]).toEqual([404, target]);
    }
  });

  it('has certified instructors, and other instructors of its classes', async () => {
    const certified = await call('GET', `/Public/${values.courseId}/CertifiedInstructors`);
    const budget = { name: 'Local Government Budget Basics', icon: { iconReference: null } };
    expect(certified.body).toMatchObject([
      { fullName: 'Farah Haddad', coursesTaught: [budget], coursesSkilledToTeach: [budget] },
    ]);
    const others = await call('GET', `/Public/${values.courseId}/AllOtherInstructors`);
    const meetings = { name: 'Public Meetings Law in Practice' };
    expect(others.body).toMatchObject([{ fullName: 'Ben Okafor', coursesSkilledToTeach: [meetings] }]);
    expect(others.body[0].coursesTaught).toHaveLength(2);
  });
});

describe('the values of filters', () => {
  it('are current classes, their instructors and days, and tags', async () => {
    const sections = (await call('GET', `/Public/Course/GetAllSectionNames/${today}`)).body;
    expect(sections).toContainEqual({ id: values.classId, name: 'Budget Basics, spring' });
    expect(sections.map(({ name }: { name: string }) => name)).not.toContain('Public Meetings Law, winter');
    const people = (await call('GET', `/Public/Course/GetAllClassInstructors/${today}`)).body;
    expect(people).toContainEqual({ id: demoId('person', 'kira'), fullName: 'Kira Nováková' });
    const tags = (await call('GET', `/Public/Course/GetAllCourseTags/12-31-2099`)).body;
    expect(tags.slice(0, 3)).toEqual([
      { tagName: 'budget' },
      { tagName: 'clerks' },
      { tagName: 'elected officials' },
    ]);
    expect(tags).not.toContainEqual({ tagName: 'retired' });
    const { minStartDate, maxEndDate } = (
      await call('GET', `/Public/Course/GetMinMaxCourseClassDate/${today}`)
    ).body;
    expect(minStartDate < maxEndDate).toBe(true);
  });

  it('are empty for a day before all courses', async () => {
    for (const name of ['GetAllSectionNames', 'GetAllClassInstructors', 'GetAllCourseTags'])
      expect((await call('GET', `/Public/Course/${name}/2001-01-01`)).body).toEqual([]);
    expect((await call('GET', '/Public/Course/GetMinMaxCourseClassDate/2001-01-01')).body).toEqual({
      minStartDate: null,
      maxEndDate: null,
    });
    expect((await call('GET', '/Public/Course/GetAllCourseTags/never')).status).toBe(400);
  });

  it('include the columns of the list, and state which of them can sort it', async () => {
    const { body } = await call('GET', '/Public/CourseColumnList');
    const [first] = (await list()).body.result;
    for (const { id, isSortable } of body) {
      expect(first).toHaveProperty(id);
      expect((await list({}, { sortBy: id })).status).toBe(isSortable ? 200 : 400);
    }
  });
});
