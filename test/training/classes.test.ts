// Creating, changing and reading classes over HTTP (docs/interface/training.md#classes, #registration-state,
// #class-list-item, #class-detail, #class-registration).
// Rules: docs/interface/requests.md#lenient-reading, #validation.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seatsKey } from '../../functions/training/classes/class.ts';
import { commit, update } from '../../shared/data/changes.ts';
import { dueTimers } from '../../shared/schedule/timers.ts';
import { type CallOptions, startPlatform, type TestPlatform } from '../harness/platform.ts';

let platform: TestPlatform;
let token: string;
let awards: string;
let values: Readonly<Record<string, string>>;

const call = (method: string, path: string, options: CallOptions = {}) =>
  platform.call(method, 'training', path, { tenant: 'demo', token, ...options });
const create = (body: object, headers: Record<string, string> = {}) =>
  call('POST', '/api/v1/Classes', {
    body: { sectionName: 'A class', courseId: values.courseId, sessions: [morning], ...body },
    headers,
  });
const change = (id: string, body: object, headers: Record<string, string> = {}) =>
  call('PUT', `/api/v1/Classes/${id}`, { body, headers });
const get = (id: string) => call('GET', `/api/v1/Classes/${id}`);
const unknown = '00000000-0000-4000-8000-000000000000';
const morning = { date: '2035-04-11', startTime: '09:00', endTime: '12:00' };
const farFuture = new Date('2100-01-01T00:00:00Z');

/** Changes the seat counters of a class as registrations do. */
const changeSeats = (id: string, by: Readonly<Record<string, number>>) =>
  commit([update(seatsKey(platform.store('demo'), id), { add: by })]);
const listTimers = async (id: string) =>
  (await dueTimers(platform.store('demo'), farFuture, 500))
    .filter(({ subject }) => subject.startsWith(id))
    .map(({ kind, subject, dueAt }) => [kind, subject.slice(id.length), dueAt]);
const countUses = async (partition: string, sort: string, field: string) => {
  const store = platform.store('demo');
  return (await store.get(store.key<Record<string, number>>(partition, sort), { consistent: true }))?.[field];
};

beforeAll(async () => {
  platform = await startPlatform();
  values = platform.demo.values;
  awards = await platform.tokenFor({ tenant: 'demo', permissions: ['training.awards.write'] });
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['training.catalogue.read', 'training.classes.write', 'training.courses.write'],
  });
}, 60_000);
afterAll(() => platform.stop());

describe('POST /api/v1/Classes', () => {
  it('stores local times and their UTC times, in a time zone given by its Windows name', async () => {
    const { status, body, headers } = await create({
      timeZone: 'Eastern Standard Time',
      sessions: [
        { date: '11-05-2034', startTime: '1:00 PM', endTime: '2:30 PM' },
        { date: '2034-11-04', startTime: '13:00', endTime: '14:30' },
      ],
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`${platform.urls.training}/api/v1/Classes/${body.id}`);
    expect(body).toMatchObject({
      timeZone: 'Eastern Standard Time',
      ianaTimeZone: 'America/New_York',
      startDate: '2034-11-04T13:00:00',
      endDate: '2034-11-05T14:30:00',
      classDuration: 2,
      classState: 'Upcoming',
      registrationState: 'Registration Not Setup',
      // Clocks are set back in the night between the two sessions.
      sessions: [{ startsAt: '2034-11-04T17:00:00.000Z' }, { startsAt: '2034-11-05T18:00:00.000Z' }],
      classSessions: [{ sessionDate: '2034-11-04T00:00:00', startTime: '1:00 PM' }, { endTime: '2:30 PM' }],
    });
    expect((await get(body.id)).body).toEqual(body);
  });

  it('copies the edition of the course, and presents instructors, award and approval chain by name', async () => {
    const { body } = await create({
      awardId: values.awardId,
      objectTypeId: values.objectTypeId,
      instructors: [{ personId: values.personId, isGuest: true }],
      registration: { approvalChainId: values.approvalChainId, capacity: 3 },
    });
    expect(body).toMatchObject({
      courseEdition: 1,
      parentCourse: { name: 'Local Government Budget Basics', creditHours: 6, courseAwardCount: 1 },
      courseCreditMapping: [{ creditName: 'General', credits: '6', isSingleCredittype: true }],
      classInstructors: [{ fullName: 'Ada Fairweather', isLead: true, isGuest: true, isDeleted: false }],
      approvalChain: { id: values.approvalChainId, name: 'Manager, then training office' },
      approvalWorkFlowId: 1,
      registrationState: 'Standard Registration On',
      onlineSeatAvailable: 0,
      inPersonSeatAvailable: 3,
    });
  });

  it('presents its object type as a number, and accepts the number', async () => {
    const { body } = await create({ objectTypeId: values.objectTypeId });
    expect(body).toMatchObject({ objectTypeId: expect.any(Number), objectTypeGuid: values.objectTypeId });
    const again = await create({ objectTypeId: body.objectTypeId });
    expect(again.body.objectTypeGuid).toBe(values.objectTypeId);
    const unchanged = await change(body.id, { objectTypeId: body.objectTypeId, tags: ['kept'] });
    expect(unchanged.body.objectTypeGuid).toBe(values.objectTypeId);
    const cleared = await change(body.id, { objectTypeId: 0 });
    expect(cleared.body).toMatchObject({ objectTypeId: 0, objectTypeGuid: null, objectType: null });
    const none = await create({ objectTypeId: 12 });
    expect(none.body.error.details).toMatchObject([{ target: 'objectTypeId', code: 'UNKNOWN_VALUE' }]);
  });

  it('accepts empty strings for absent values', async () => {
    const { status, body } = await create({
      ...{ description: '', awardId: '', objectTypeId: '', timeZone: '', instructors: '', locationType: '' },
      ...{ location: '', onlineUrl: '', registrationUrlOnLine: '', eventId: '', tags: '' },
      registration: {
        capacity: '',
        opensAt: '',
        early: '',
        standard: { memberFee: '' },
        approvalChainId: '',
      },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ objectTypeId: 0, locationType: { name: 'onlocation' }, isFreeClass: true });
  });

  it('refuses overlapping sessions and names both', async () => {
    const { status, body } = await create({
      sessions: [morning, { ...morning, startTime: '11:00', endTime: '1:00 PM' }],
    });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ target: 'sessions[1]', details: [{ code: 'OUT_OF_RANGE' }] });
    expect(body.error.message).toContain('Sessions 1 and 2 overlap on 2035-04-11');
  });

  it('updates the counters of its course, type and chain when it is created and deleted', async () => {
    const counts = () =>
      Promise.all([
        countUses(`COURSE#${values.courseId}`, 'COURSE', 'uses'),
        countUses('OBJECT-TYPES', `TYPE#${values.objectTypeId}`, 'uses'),
        countUses('APPROVAL-CHAINS', `CHAIN#${values.approvalChainId}`, 'classes'),
      ]);
    const before = await counts();
    const { body } = await create({
      objectTypeId: values.objectTypeId,
      registration: { approvalChainId: values.approvalChainId },
    });
    expect(await counts()).toEqual(before.map((count) => (count ?? 0) + 1));
    await change(body.id, { registration: { approvalChainId: null }, objectTypeId: null });
    expect(await counts()).toEqual([(before[0] ?? 0) + 1, before[1], before[2]]);
    expect((await call('DELETE', `/api/v1/Classes/${body.id}`)).status).toBe(204);
    expect(await counts()).toEqual(before);
    expect((await get(body.id)).status).toBe(404);
  });

  it('reports every error at once', async () => {
    const { status, body } = await create({
      courseId: unknown,
      awardId: unknown,
      timeZone: 'Mars Standard Time',
      sessions: [{ ...morning, endTime: '08:00' }],
      instructors: [{ personId: unknown }, { personId: unknown }],
      registration: {
        capacity: 10,
        approvalChainId: unknown,
        opensAt: '2034-06-01T00:00:00Z',
        closesAt: '2034-05-01T00:00:00Z',
        early: { memberSeats: 12 },
        standard: { memberSeats: 4 },
      },
    });
    expect(status).toBe(400);
    const faults = body.error.details.map(({ code, target }: { code: string; target: string }) => [
      target,
      code,
    ]);
    expect(faults.sort()).toEqual([
      ['awardId', 'UNKNOWN_VALUE'],
      ['courseId', 'UNKNOWN_VALUE'],
      ['instructors[0].personId', 'UNKNOWN_VALUE'],
      ['instructors[1].personId', 'DUPLICATE_VALUE'],
      ['instructors[1].personId', 'UNKNOWN_VALUE'],
      ['registration.approvalChainId', 'UNKNOWN_VALUE'],
      ['registration.closesAt', 'OUT_OF_RANGE'],
      ['registration.early.endsAt', 'REQUIRED_FIELD'],
      ['registration.early.memberSeats', 'OUT_OF_RANGE'],
      ['registration.standard.memberSeats', 'OUT_OF_RANGE'],
      ['sessions[0].endTime', 'OUT_OF_RANGE'],
      ['timeZone', 'UNKNOWN_VALUE'],
    ]);
  });

  it('refuses a session at a local time that does not exist, and adds a note to a local time that occurs twice', async () => {
    const inGap = { date: '2035-03-11', startTime: '02:30', endTime: '04:00' };
    const { body } = await create({ timeZone: 'America/New_York', sessions: [inGap] });
    expect(body.error.details).toMatchObject([{ target: 'sessions[0].startTime', code: 'OUT_OF_RANGE' }]);
    expect(body.error.message).toContain('There is no 02:30 on 2035-03-11 in America/New_York');
    const twice = { date: '2035-11-04', startTime: '01:30', endTime: '03:00' };
    const created = await create({ timeZone: 'America/New_York', sessions: [twice] });
    expect(created.body.sessions[0]).toMatchObject({
      startsAt: '2035-11-04T05:30:00.000Z',
      notes: ['1:30 AM occurs twice on 2035-11-04, because clocks go back; the first is meant.'],
    });
  });

  it('takes defaults from the settings of the tenant, and creates one class per Idempotency-Key', async () => {
    const key = { 'Idempotency-Key': 'one-class' };
    const first = await create({ registration: { capacity: 5 } }, key);
    expect(first.body.classRegistrationSetting).toMatchObject({ offerHours: 48, waitlistSize: 0 });
    const again = await create({ registration: { capacity: 5 } }, key);
    expect(again.body.id).toBe(first.body.id);
    const dry = await call('POST', '/api/v1/Classes?validateOnly=true', {
      body: { sectionName: 'Dry', courseId: values.courseId, sessions: [morning] },
    });
    expect(dry.status).toBe(204);
  });
});

describe('PUT /api/v1/Classes/{id}', () => {
  it('changes only the fields that are sent, and not the ids of sessions', async () => {
    const { body: before } = await create({ tags: ['one'], registration: { capacity: 5, waitlistSize: 2 } });
    const sessions = [
      { ...morning, id: before.sessions[0].id, startTime: '10:00' },
      { ...morning, date: '2035-04-12' },
    ];
    const { body, status } = await change(before.id, { sessions, registration: { offerHours: 0 } });
    expect(status).toBe(200);
    expect(body.sessions[0].id).toBe(before.sessions[0].id);
    expect(body).toMatchObject({
      version: 2,
      startDate: '2035-04-11T10:00:00',
      endDate: '2035-04-12T12:00:00',
      classTag: [{ tagName: 'one' }],
      classRegistrationSetting: {
        offerHours: 0,
        waitlistSize: 2,
        regularRegistrationMaxMemberRegistrants: 5,
      },
    });
  });

  it('refuses a capacity below the taken seats, with both numbers, and stores the new version with the seat counters', async () => {
    const { body } = await create({ registration: { capacity: 10, waitlistSize: 3 } });
    await changeSeats(body.id, { taken: 6, takenMember: 6, live: 6 });
    const refused = await change(body.id, { registration: { capacity: 5 } });
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({ code: 'CONFLICT' });
    expect(refused.body.error.message).toContain('6 seats are taken, which is more than 5.');
    const exact = await change(body.id, { registration: { capacity: 6 } });
    expect(exact.body).toMatchObject({ registrationState: 'Sold Out', inPersonSeatAvailable: 0 });
    expect(await countUses(`CLASS#${body.id}`, 'SEATS', 'classVersion')).toBe(2);
  });

  it('refuses another award while the class has live registrations, and presents no award that no longer exists', async () => {
    const award = (name: string) => call('POST', '/api/v1/Awards', { token: awards, body: { name } });
    const [first, other] = [(await award('Led to')).body.id, (await award('Led to instead')).body.id];
    const { body } = await create({ awardId: first });
    await changeSeats(body.id, { live: 1 });
    const refused = await change(body.id, { awardId: other });
    expect([refused.status, refused.body.error.target]).toEqual([409, 'awardId']);
    expect((await change(body.id, { awardId: first, sectionName: 'Renamed' })).status).toBe(200);
    await changeSeats(body.id, { live: -1 });
    expect((await change(body.id, { awardId: other })).body.awardId).toBe(other);
    expect((await call('DELETE', `/api/v1/Awards/${other}`, { token: awards })).status).toBe(204);
    expect((await get(body.id)).body.awardId).toBeNull();
  });

  it('schedules promotions from the waitlist when the capacity is raised', async () => {
    const { body } = await create({ registration: { capacity: 1, waitlistSize: 3 } });
    await changeSeats(body.id, { taken: 1, takenMember: 1, waiting: 1, waitingMember: 1, live: 2 });
    await change(body.id, { registration: { capacity: 4 } });
    expect(await listTimers(body.id)).toContainEqual(['promote-waitlist', '', expect.any(String)]);
    const other = await create({ registration: { capacity: 1 } });
    await change(other.body.id, { registration: { capacity: 4 } });
    expect((await listTimers(other.body.id)).map(([kind]) => kind)).not.toContain('promote-waitlist');
  });

  it('moves the reminders with the class, and notifies its registrants', async () => {
    const { body } = await create({ timeZone: 'America/New_York' });
    const reminders = (first: string, second: string) => [
      ['class-reminder', '#1', second],
      ['class-reminder', '#7', first],
    ];
    const sorted = async () => (await listTimers(body.id)).sort();
    expect(await sorted()).toEqual(reminders('2035-04-04T13:00:00.000Z', '2035-04-10T13:00:00.000Z'));
    await change(body.id, { tags: ['only a word'] });
    expect((await sorted()).map(([kind]) => kind)).not.toContain('class-changed');
    await change(body.id, { sessions: [{ ...morning, date: '2035-05-09' }] });
    expect(await sorted()).toEqual([
      ['class-changed', '', expect.any(String)],
      ...reminders('2035-05-02T13:00:00.000Z', '2035-05-08T13:00:00.000Z'),
    ]);
  });

  it('accepts the ETag of the GET after its seats have changed, and refuses it after the class has', async () => {
    const { body } = await create({ registration: { capacity: 5 } });
    const tag = (await get(body.id)).headers.get('etag') ?? '';
    await changeSeats(body.id, { taken: 1, takenMember: 1, live: 1 });
    const taken = await call('GET', `/api/v1/Classes/${body.id}`, { headers: { 'If-None-Match': tag } });
    expect(taken.status, 'what the reply shows has changed').toBe(200);
    expect(taken.headers.get('etag')).not.toBe(tag);
    expect((await change(body.id, { tags: ['a'] }, { 'If-Match': tag })).status).toBe(200);
    expect((await change(body.id, { tags: [] }, { 'If-Match': tag })).status).toBe(412);
  });

  it('returns 412 when If-Match names another version, and 404 for an unknown class', async () => {
    const { body } = await create({});
    expect((await change(body.id, { tags: [] }, { 'If-Match': '"7"' })).status).toBe(412);
    expect((await change(body.id, { tags: [] }, { 'If-Match': '"1"' })).status).toBe(200);
    expect((await change(unknown, { tags: [] })).status).toBe(404);
  });
});

describe('POST /api/v1/Classes/{id}/Cancel', () => {
  it('closes registration, notifies registrants, and clears the reminders', async () => {
    const { body } = await create({ registration: { capacity: 5 } });
    const path = `/api/v1/Classes/${body.id}/Cancel`;
    expect((await call('POST', path, { body: {} })).status).toBe(400);
    const cancelled = await call('POST', path, { body: { reason: 'Too few came forward.' } });
    expect(cancelled.body).toMatchObject({
      classState: 'Cancelled',
      registrationState: 'Registration Closed',
      cancelReason: 'Too few came forward.',
      isClassRegistrationAllow: false,
      classSessions: [{ sessionStatus: 'Cancelled Session' }],
    });
    expect(await listTimers(body.id)).toEqual([['class-cancelled', '', expect.any(String)]]);
    expect((await call('POST', path, { body: { reason: 'Again.' } })).status).toBe(409);
    expect(
      (await call('POST', `/api/v1/Classes/${values.pastClassId}/Cancel`, { body: { reason: 'x' } })).status,
    ).toBe(409);
  });
});

describe('DELETE /api/v1/Classes/{id}', () => {
  it('refuses while there are live registrations', async () => {
    const { body } = await create({});
    await changeSeats(body.id, { live: 2 });
    const refused = await call('DELETE', `/api/v1/Classes/${body.id}`);
    expect(refused.status).toBe(409);
    expect(refused.body.error.message).toContain('2 live registrations');
    expect((await get(body.id)).status).toBe(200);
  });
});

it('changing classes needs training.classes.write when a token is sent', async () => {
  const reader = await platform.tokenFor({ tenant: 'demo', permissions: ['training.catalogue.read'] });
  const { status } = await call('DELETE', `/api/v1/Classes/${values.classId}`, { token: reader });
  expect(status).toBe(403);
});
