// The public catalogue of classes as existing callers use it (docs/interface/lists.md#list-bodies;
// docs/interface/training.md#catalogue-of-classes, #registration-state, #class-list-item, #class-detail).
// Rules: docs/interface/requests.md#lenient-reading; docs/interface/limits.md#page-sizes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seatsKey } from '../../../functions/training/classes/record/class.ts';
import { subjectKey } from '../../../shared/auth/accounts/records.ts';
import { commit, put, update } from '../../../shared/data/changes.ts';
import { type CallOptions, startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;
let values: Readonly<Record<string, string>>;
const records: Record<string, string> = {};

const call = (method: string, path: string, options: CallOptions = {}) =>
  platform.call(method, 'training', `/api/v1${path}`, { tenant: 'demo', token, ...options });
const page = async (filterBody: object = {}, more: object = {}) =>
  (await call('POST', '/Public/ClassPagingList', { body: { ...more, filterBody } })).body;
const toNames = ({ result }: { result: { sectionName: string }[] }) =>
  result.map(({ sectionName }) => sectionName);

/** The classes of this test, so far in the future that no demo class is on the same days. */
const classes = {
  bridges: {
    sessions: [{ date: '2036-02-05', startTime: '1:00 PM', endTime: '5:00 PM' }],
    registration: { capacity: 40, opensAt: '2035-01-10T08:00', closesAt: '2035-06-30T17:00' },
    eventId: 'conference-36',
  },
  'Élan and ethics': {
    sessions: [
      { date: '2036-03-04', startTime: '09:00', endTime: '10:00' },
      { date: '2036-05-06', startTime: '09:00', endTime: '10:00' },
    ],
    locationType: 'onlocationandonline',
  },
};

beforeAll(async () => {
  platform = await startPlatform();
  values = platform.demo.values;
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['training.catalogue.read', 'training.classes.write'],
  });
  for (const [sectionName, content] of Object.entries(classes)) {
    const body = {
      ...content,
      sectionName,
      courseId: sectionName === 'bridges' ? values.courseId : values.spareCourseId,
      instructors: [{ personId: values.personId }],
      ...(sectionName === 'bridges' && { objectTypeId: values.objectTypeId }),
    };
    const reply = await call('POST', '/Classes', { body });
    records[sectionName] = reply.body.id;
  }
});
afterAll(() => platform.stop());

const seeded = [
  'Public Meetings Law, winter',
  'Work Zone Safety, Alder yard',
  'Ethics in Office, live online',
  'Budget Basics, spring',
  'Records Management, autumn',
];
const all = [...seeded, 'bridges', 'Élan and ethics'];

describe('POST /Public/ClassPagingList', () => {
  it('returns pages sorted by start, and accepts numbers as strings', async () => {
    const first = await page({ searchText: '', selectedDate: '', classStates: [] }, { itemCount: '3' });
    expect(first).toMatchObject({ itemCount: 3, totalCount: 7 });
    expect(toNames(first)).toEqual(all.slice(0, 3));
    expect(toNames(await page({}, { itemCount: 3, pageNumber: '3' }))).toEqual(all.slice(6));
    expect(toNames(await page({}, { sortBy: 'startdate', sortDirection: 'desc' }))).toEqual(
      [...all].reverse(),
    );
    const byName = toNames(await page({}, { sortBy: 'sectionname' }));
    expect(byName).toEqual([...byName].sort((a, b) => a.localeCompare(b, 'en')));
    expect(toNames(await page({}, { sortBy: 'credithours', sortDirection: 'desc' })).length).toBe(7);
  });

  it.each([
    ['classStates', { classStates: ['Completed'] }, seeded.slice(0, 1)],
    ['several classStates', { classStates: ['completed', 'Cancelled'] }, seeded.slice(0, 1)],
    ['searchText, regardless of accents', { searchText: 'elan' }, ['Élan and ethics']],
    ['searchText in an instructor’s name', { searchText: 'whitehorse' }, seeded.slice(1, 2)],
    [
      'sessionDateRange between sessions',
      { sessionDateRange: { startDate: '2036-03-05', endDate: '05-05-2036' } },
      [],
    ],
    ['sessionDateRange', { sessionDateRange: { startDate: '05-06-2036', endDate: '' } }, ['Élan and ethics']],
    ['year and month', { year: '2036', month: '2' }, ['bridges']],
    [
      'registrationDateRange',
      { registrationDateRange: { startDate: '06-30-2035', endDate: '12-31-2035' } },
      ['bridges'],
    ],
    ['creditHour', { creditHour: { min: '500', max: '' } }, []],
    ['selectedDate before all classes', { selectedDate: '2001-01-01' }, []],
    ['createdDateRange in the past', { createdDateRange: { startDate: '', endDate: '01-01-2001' } }, []],
    ['title', { title: 'spring' }, seeded.slice(3, 4)],
    [
      'nothing when all values are blank',
      { courses: '', instructors: [''], sessionDateRange: '', creditHour: '' },
      all,
    ],
  ])('filters by %s', async (_, filter, names) => {
    const found = await page(filter);
    expect(toNames(found)).toEqual(names);
    expect(found.totalCount).toBe(names.length);
  });

  it('accepts the sort direction as isAsscending', async () => {
    expect(toNames(await page({}, { isAsscending: false }))).toEqual([...all].reverse());
    expect(toNames(await page({}, { isAscending: 'true' }))).toEqual(all);
  });

  it('accepts pages of up to a thousand classes, and no more', async () => {
    expect(await page({}, { itemCount: 1000 })).toMatchObject({ itemCount: 7, totalCount: 7 });
    for (const path of [
      '/Public/ClassPagingList',
      '/public/EventClassPagingList',
      '/Public/AwardListPublic/',
    ]) {
      const ownToken = await platform.tokenFor({
        tenant: 'demo',
        permissions: ['training.catalogue.read', 'training.awards.read'],
      });
      const ask = (itemCount: number) => call('POST', path, { token: ownToken, body: { itemCount } });
      expect((await ask(1000)).status).toBe(200);
      const { status, body } = await ask(1001);
      expect([status, body.error.message]).toEqual([
        400,
        'itemCount must be between 0 and 1000, but was 1001.',
      ]);
    }
  });

  it('ignores letter case of states, and refuses unknown ones with a list of the valid ones', async () => {
    expect(toNames(await page({ classStates: ['COMPLETED', 'inprogress'] }))).toEqual(seeded.slice(0, 1));
    const states = 'one of Upcoming, In Progress, Completed, Cancelled, but was Foo.';
    const ofList = await call('POST', '/Public/ClassPagingList', {
      body: { filterBody: { classStates: ['Foo'] } },
    });
    expect([ofList.status, ofList.body.error.message]).toEqual([
      400,
      `filterBody.classStates[0] must be ${states}`,
    ]);
    const ofQuery = await call('GET', '/Classes/List?state=Foo');
    expect([ofQuery.status, ofQuery.body.error.message]).toEqual([400, `state must be ${states}`]);
    expect((await call('GET', '/Classes/List?state=UPCOMING&courseId=')).body).toHaveLength(6);
    const category = await call('POST', '/public/EventClassPagingList', {
      body: { filterBody: { category: 'x' } },
    });
    expect(category.body.error.message).toBe('filterBody.category must be one of Event, Class, but was x.');
  });

  it('filters by course, instructor and type, by id', async () => {
    expect(toNames(await page({ courses: [values.courseId] }))).toEqual([seeded[3], 'bridges']);
    const taught = toNames(await page({ instructors: [values.personId] }));
    expect(taught).toEqual([seeded[2], 'bridges', 'Élan and ethics']);
    expect(toNames(await page({ classTypes: [values.objectTypeId] }))).toEqual(['bridges']);
    const [bridges] = (await page({ searchText: 'bridges' })).result;
    expect(bridges).toMatchObject({ objectType: 'Designation', objectTypeId: expect.any(Number) });
    expect(toNames(await page({ classTypes: [bridges.objectTypeId] }))).toEqual(['bridges']);
    expect(toNames(await page({ classTypes: [bridges.objectTypeId + 1] }))).toEqual([]);
  });

  it('refuses invalid dates and names the field', async () => {
    const { status, body } = await call('POST', '/Public/ClassPagingList', {
      body: { filterBody: { sessionDateRange: { startDate: 'soon' } } },
    });
    expect(status).toBe(400);
    expect(body.error.target).toBe('filterBody.sessionDateRange.startDate');
  });

  it('computes the seats left as the limit less the taken seats: 40 − 11 = 29', async () => {
    const id = records.bridges ?? '';
    await commit([update(seatsKey(platform.store('demo'), id), { add: { taken: 11, takenMember: 11 } })]);
    const { result } = await page({ year: 2036, month: 2 });
    expect(result[0]).toMatchObject({
      timeZone: 'Pacific Standard Time',
      startDate: '2036-02-05T13:00:00',
      endDate: '2036-02-05T17:00:00',
      classDuration: 1,
      classDurationType: 'Day',
      classAttendeesCount: 11,
      inPersonSeatAvailable: 29,
      onlineSeatAvailable: 0,
      isAlreadyRegistered: false,
      pastRejecttionCount: 0,
      registrationState: 'Registration Scheduled',
      locationType: { id: 1, name: 'onlocation' },
      classSessions: [{ startTime: '1:00 PM', endTime: '5:00 PM', sessionStatus: 'Upcoming Session' }],
      classRegistrationSetting: {
        regularRegistrationMaxMemberRegistrants: 40,
        registrationStartDateTime: '2035-01-10T08:00:00',
        _registrationStartDateTime: '2035-01-10T16:00:00.000Z',
        regularRegistrationEndDateTime: '2035-06-30T17:00:00',
      },
    });
  });

  it('presents the registration and the earlier denials of a caller who is linked to a person', async () => {
    const store = platform.store('demo');
    const subject = 'standing-caller';
    const ownToken = await platform.tokenFor({
      tenant: 'demo',
      permissions: ['training.catalogue.read'],
      subject,
    });
    const personId = values.personId ?? '';
    const classId = records.bridges ?? '';
    await commit([
      update(subjectKey(store, subject), { set: { personId } }),
      put(store.key<object>(`CLASS-MEMBER#${classId}#${personId}`, 'CLAIM'), {
        type: 'class-claim',
        classId,
        memberId: personId,
        denials: 2,
      }),
    ]);
    const { body } = await call('GET', `/Classes/${classId}`, { token: ownToken });
    expect(body).toMatchObject({ isAlreadyRegistered: false, pastRejecttionCount: 2 });
  });
});

describe('filter values', () => {
  const get = async (path: string) => (await call('GET', path)).body;

  it('contain the instructors, courses and types of existing classes', async () => {
    const instructors = await get('/Public/Class/GetAllClassInstructors/12-31-2099');
    expect(instructors).toContainEqual({ id: values.personId, fullName: 'Ada Fairweather' });
    expect(await get('/Public/Class/GetAllClassCourses/2099-12-31')).toContainEqual({
      id: values.courseId,
      name: 'Local Government Budget Basics',
    });
    for (const path of ['/public/GetObjectTypesForFilter', '/public/GetEventClassTypesForFilter'])
      expect(await get(`${path}/2099-12-31`)).toContainEqual({
        id: values.objectTypeId,
        name: 'Designation',
        value: values.objectTypeId,
        text: 'Designation',
      });
    expect(await get('/Public/Class/GetAllClassInstructors/2001-01-01')).toEqual([]);
  });

  it('contain the first and last days and hours', async () => {
    expect(await get('/Public/Class/GetMinMaxClassDate/2099-12-31')).toMatchObject({
      maxEndDate: '2036-05-06',
    });
    for (const path of ['Class/GetMinMaxClassRegDate', 'GetMinMaxEventAndClassRegDate'])
      expect(await get(`/Public/${path}/2099-12-31`)).toMatchObject({ maxEndDate: '2035-06-30' });
    const hours = await get('/Public/Class/GetCreditHoursRange/2099-12-31');
    expect(hours.min).toBeLessThanOrEqual(hours.max);
    expect(await get('/Public/Class/GetMinMaxClassDate/2001-01-01')).toEqual({
      minStartDate: null,
      maxEndDate: null,
    });
    expect(await get('/Public/ClassColumnList')).toContainEqual({
      id: 'sectionName',
      name: 'Class',
      isSortable: true,
    });
  });
});

it('GET /Public/getClassById/{id} returns the class as GET /Classes/{id} does', async () => {
  const reply = await call('GET', `/Public/getClassById/${values.classId}`);
  expect(reply.body).toEqual((await call('GET', `/Classes/${values.classId}`)).body);
  expect(reply.body).toMatchObject({
    classLocationType: { name: 'onlocationandonline' },
    location: { classRoom: { roomNumber: '3B' }, address: { city: 'Alder Falls', state: 'OR' } },
    locationUrl: 'https://cascadia.example/live/budget-basics',
  });
  expect((await call('GET', '/Public/getClassById/00000000-0000-4000-8000-000000000000')).status).toBe(404);
});

it('POST /Public/RelatedClassesPublic/{courseId} returns the other classes of the course that are not over', async () => {
  const related = (query: string, body: object = {}) =>
    call('POST', `/Public/RelatedClassesPublic/${values.courseId}${query}`, { body });
  expect(toNames((await related('')).body)).toEqual([seeded[3], 'bridges']);
  expect(toNames((await related(`?classId=${values.classId}`)).body)).toEqual(['bridges']);
  expect(toNames((await related('', { classid: records.bridges, itemCount: '5' })).body)).toEqual([
    seeded[3],
  ]);
});

it('POST /public/EventClassPagingList presents classes under the names of events', async () => {
  const { body } = await call('POST', '/public/EventClassPagingList', {
    body: { filterBody: { isUpcoming: 'true', searchText: 'bridges' } },
  });
  expect(body.result).toMatchObject([
    {
      entity: 'Class',
      name: 'bridges',
      status: 'Upcoming',
      startDateTime: '2036-02-05T13:00:00',
      eventDates: [{ endDateTime: '2036-02-05T17:00:00' }],
      locationType: { name: 'onlocation' },
    },
  ]);
});

it('POST /classes/event/list returns the classes of an event', async () => {
  const { body } = await call('POST', '/classes/event/list', {
    body: { eventId: 'conference-36', itemCount: '5' },
  });
  expect(toNames(body)).toEqual(['bridges']);
  expect(body.result[0].event).toEqual([{ id: 'conference-36' }]);
});

it('GET /Classes/List returns an array with Link and X-Total-Count, filtered by course and state', async () => {
  const { body, headers } = await call('GET', '/Classes/List?pageSize=2&page=2');
  expect(toNames({ result: body })).toEqual(all.slice(2, 4));
  expect(headers.get('x-total-count')).toBe('7');
  expect(headers.get('link')).toContain('page=3');
  const upcoming = await call(
    'GET',
    `/Classes/List?courseId=${values.courseId}&state=upcoming&sortDirection=desc`,
  );
  expect(toNames({ result: upcoming.body })).toEqual(['bridges', seeded[3]]);
});
