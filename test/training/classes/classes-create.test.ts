// Creating classes: local times, references, defaults, and every error at once (docs/interface/training.md#classes).
// Rules: docs/interface/requests.md#lenient-reading, #validation.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallOptions, startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;
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
const countUses = async (partition: string, sort: string, field: string) => {
  const store = platform.store('demo');
  return (await store.get(store.key<Record<string, number>>(partition, sort), { consistent: true }))?.[field];
};

beforeAll(async () => {
  platform = await startPlatform();
  values = platform.demo.values;
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['training.catalogue.read', 'training.classes.write', 'training.courses.write'],
  });
});
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

  it('takes a session that ends past midnight, and reads it on both of its days', async () => {
    const { status, body, text } = await create({
      timeZone: 'America/New_York',
      sessions: [{ date: '2035-04-11', startTime: '10:00 PM', endTime: '1:30 AM' }],
    });
    expect(status, text).toBe(201);
    expect(body).toMatchObject({
      startDate: '2035-04-11T22:00:00',
      endDate: '2035-04-12T01:30:00',
      sessions: [{ startsAt: '2035-04-12T02:00:00.000Z', endsAt: '2035-04-12T05:30:00.000Z' }],
      classSessions: [{ sessionDate: '2035-04-11T00:00:00', startTime: '10:00 PM', endTime: '1:30 AM' }],
    });
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
