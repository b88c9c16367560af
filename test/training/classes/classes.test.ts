// Changing, cancelling and deleting classes over HTTP (docs/interface/training.md#classes, #registration-state,
// #class-list-item, #class-detail, #class-registration).
// Rules: docs/interface/requests.md#lenient-reading, #validation.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seatsKey } from '../../../functions/training/classes/record/class.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { dueTimers } from '../../../shared/schedule/timers.ts';
import { type CallOptions, startPlatform, type TestPlatform } from '../../harness/platform.ts';

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
});
afterAll(() => platform.stop());

async function createWhole(more: object = {}) {
  // A room is booked for one class at a time.
  const location = { ...everything.location, roomNumber: crypto.randomUUID() };
  const { status, text, body } = await create({ ...everything, location, ...more });
  expect(status, text).toBe(201);
  return body;
}
const everything = {
  description: 'With a workbook.',
  timeZone: 'America/Boise',
  sessions: [
    { ...morning, title: 'First' },
    { ...morning, date: '2035-04-12' },
  ],
  locationType: 'onlocationandonline',
  location: { name: 'Annex', addressLine1: '1 Main St', city: 'Birch Falls', state: 'OR' },
  onlineUrl: 'https://meet.example.org/budget',
  locationAccessDetail: 'Ring twice.',
  registrationUrlOnLine: 'https://example.org/online',
  eventId: 'EV-1',
  tags: ['finance'],
  registration: {
    opensAt: '2035-01-01T08:00:00Z',
    capacity: 24,
    early: { endsAt: '2035-03-01T17:00:00Z', memberSeats: 12, memberFee: 95 },
    standard: { memberFee: 125, nonMemberFee: 175 },
    nonMembersAllowed: true,
    waitlistSize: 6,
  },
};

describe('the definition of a class', () => {
  const define = (id: string) => call('GET', `/api/v1/Classes/${id}/Definition`);

  it('is sent back to PUT without a change, and with a change changes that alone', async () => {
    const detail = await createWhole({ instructors: [{ personId: values.personId }] });
    const { body: definition, status } = await define(detail.id);
    expect([status, definition.timeZone, definition.eventId]).toEqual([200, 'America/Boise', 'EV-1']);
    const same = await change(detail.id, definition);
    expect(same.status, same.text).toBe(200);
    expect((await define(detail.id)).body).toEqual({ ...definition, version: 2 });
    await change(detail.id, { ...definition, tags: ['finance', 'law'] });
    expect((await define(detail.id)).body).toEqual({ ...definition, version: 3, tags: ['finance', 'law'] });
  });

  it('is sent to POST for another class like it', async () => {
    const detail = await createWhole();
    const { body: definition } = await define(detail.id);
    const copy = await call('POST', '/api/v1/Classes', { body: { ...definition, allowDoubleBooking: true } });
    expect(copy.status, copy.text).toBe(201);
    expect(copy.body.id).not.toBe(detail.id);
    const withoutIds = (body: { sessions: object[] }) => ({
      ...body,
      id: '',
      sessions: body.sessions.map((session) => ({ ...session, id: '' })),
    });
    expect(withoutIds((await define(copy.body.id)).body)).toEqual(withoutIds(definition));
  });

  it('is for those who may change the class', async () => {
    const { body } = await create({});
    const reader = await platform.tokenFor({ tenant: 'demo', permissions: ['training.catalogue.read'] });
    const path = `/api/v1/Classes/${body.id}/Definition`;
    expect((await call('GET', path, { token: reader })).status).toBe(403);
    expect((await define(unknown)).status).toBe(404);
  });
});

describe('PUT /api/v1/Classes/{id}', () => {
  it('takes what GET presents, and keeps address, room and time zone', async () => {
    const before = await createWhole();
    const { body, status, text } = await change(before.id, (await get(before.id)).body);
    expect(status, text).toBe(200);
    expect(body.location).toEqual(before.location);
    expect(body).toEqual({ ...before, version: 2, modifiedOn: body.modifiedOn });
    expect(before.ianaTimeZone).toBe('America/Boise');
  });

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
