// Sessions that a recurrence gives, moved and cancelled one by one or as a series
// (docs/interface/training.md#recurring-sessions; RFC 5545, 3.8.5).
import { randomUUID } from 'node:crypto';
import ICAL from 'ical.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { deliverMessage } from '../../../functions/training/jobs/deliver-notifications/deliver-message.ts';
import { listDueMessages } from '../../../functions/training/notifications/notification-message.ts';
import { recordsAudit } from '../../../shared/audit/audit.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { personKey } from '../../../shared/directory/people/person-store.ts';
import { recordId } from '../../../shared/directory/record/record-id.ts';
import type { CallOptions } from '../../harness/platform.ts';
import { type RegistrationFixture, startRegistrationFixture } from '../registrations/registration-fixture.ts';
import { mailsTo } from '../settings/notification-fixture.ts';

interface Session {
  readonly id: string;
  readonly date: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly startsAt: string;
}

let fixture: RegistrationFixture;
let token: string;
const call = (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
  fixture.platform.call(method, 'training', `/api/v1${path}`, { tenant: 'demo', token, body, ...options });
const evenings = { startTime: '18:00', endTime: '20:00' };
/** Tuesdays from September to June: clocks change in November and in March. */
const tuesdays = {
  rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=40',
  startDate: '2035-09-04',
  ...evenings,
  exceptDates: ['2035-12-25'],
};
const create = (recurrence: object, more: object = {}) =>
  call('POST', '/Classes', {
    ...{ sectionName: 'Evening course', courseId: fixture.platform.demo.values.courseId },
    ...{ timeZone: 'America/New_York', recurrence, ...more },
  });
async function createSeries(recurrence: object = {}, more: object = {}) {
  const { status, text, body } = await create({ ...tuesdays, ...recurrence }, more);
  expect(status, text).toBe(201);
  return { id: String(body.id), sessions: body.sessions as Session[] };
}
const move = (id: string, body: object, options?: CallOptions) =>
  call('POST', `/Classes/${id}/Sessions/Move`, body, options);
const cancel = (id: string, body: object, options?: CallOptions) =>
  call('POST', `/Classes/${id}/Sessions/Cancel`, { reason: 'Snow.', ...body }, options);
const readSessions = async (id: string): Promise<Session[]> =>
  (await call('GET', `/Classes/${id}`)).body.sessions;
const days = (sessions: readonly Session[]) => sessions.map(({ date }) => date);
const ids = (sessions: readonly Session[]) => sessions.map(({ id }) => id);
const weekly = (count: number, startDate = '2035-09-04') => ({
  ...{ rule: `FREQ=WEEKLY;COUNT=${count}`, startDate, exceptDates: [] },
});
/** How far the tenant's clock is moved for a moment. */
const until = (moment: string): number => Date.parse(moment) - Date.now();

beforeAll(async () => {
  fixture = await startRegistrationFixture();
  token = await fixture.platform.tokenFor({
    tenant: 'demo',
    permissions: [
      'training.catalogue.read',
      'training.classes.write',
      'training.registrations.read',
      'training.registrations.write',
    ],
  });
});
afterEach(() => fixture.moveClock(0));
afterAll(() => fixture.platform.stop());

describe('a recurrence', () => {
  it('gives ordinary sessions at the same local time, whatever clocks do', async () => {
    const { sessions } = await createSeries();
    expect(sessions).toHaveLength(39);
    expect(days(sessions)).not.toContain('2035-12-25');
    expect(new Set(sessions.map(({ startTime, endTime }) => `${startTime} ${endTime}`))).toEqual(
      new Set(['18:00 20:00']),
    );
    // Clocks go back on 4 November 2035 and forward on 9 March 2036 (IANA, America/New_York).
    const startOf = (day: string) => sessions.find(({ date }) => date === day)?.startsAt;
    expect(startOf('2035-10-30')).toBe('2035-10-30T22:00:00.000Z');
    expect(startOf('2035-11-06')).toBe('2035-11-06T23:00:00.000Z');
    expect(startOf('2036-03-11')).toBe('2036-03-11T22:00:00.000Z');
  });

  it('is previewed with the same sessions, and nothing is written', async () => {
    const preview = await call('POST', '/Classes/Recurrence/Preview', {
      recurrence: tuesdays,
      timeZone: 'Eastern Standard Time',
    });
    expect(preview.status, preview.text).toBe(200);
    const { sessions } = await createSeries();
    expect(preview.body.timeZone).toBe('America/New_York');
    expect(preview.body.sessions.map(({ startsAt }: Session) => startsAt)).toEqual(
      sessions.map(({ startsAt }) => startsAt),
    );
    expect(preview.body.excepted).toEqual(['2035-12-25']);
  });

  it('gives up to 100 sessions', async () => {
    const daily = (count: number) => ({ rule: `FREQ=DAILY;COUNT=${count}`, exceptDates: [] });
    expect((await createSeries(daily(100))).sessions).toHaveLength(100);
    const refused = await create({ ...tuesdays, ...daily(101) });
    expect([refused.status, refused.body.error.details[0].target]).toEqual([400, 'recurrence.rule']);
  });

  it('is refused with the field that is wrong', async () => {
    const refuse = async (recurrence: object, more: object = {}) => {
      const { status, body } = await create({ ...tuesdays, ...recurrence }, more);
      return [status, ...body.error.details.map(({ target }: { target: string }) => target)];
    };
    expect(await refuse({ rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=2' })).toEqual([
      400,
      'recurrence.rule',
    ]);
    expect(await refuse({ rule: 'FREQ=SECONDLY;COUNT=2' })).toEqual([400, 'recurrence.rule']);
    expect(await refuse({ rule: 'FREQ=WEEKLY' })).toEqual([400, 'recurrence.rule']);
    expect(await refuse({ rule: `FREQ=WEEKLY;COUNT=2;BYDAY=${'TU,'.repeat(160)}TU` })).toEqual([
      400,
      'recurrence.rule',
    ]);
    for (const part of ['BYDAY=XX', 'BYDAY=0MO', 'BYDAY=MO\nRDATE:20350101T000000Z', 'WKST=X']) {
      const { status, body } = await create({ ...tuesdays, rule: `FREQ=WEEKLY;${part};COUNT=2` });
      expect([status, body.error.details[0].target]).toEqual([400, 'recurrence.rule']);
      expect(body.error.details[0].message).toMatch(/^(BYDAY|WKST) must be (a )?weekday/);
    }
    // 2:30 is skipped on 11 March 2035.
    const night = {
      rule: 'FREQ=DAILY;COUNT=3',
      startDate: '2035-03-10',
      startTime: '02:30',
      endTime: '04:00',
    };
    expect(await refuse(night)).toEqual([400, 'recurrence.startTime']);
    const long = { rule: 'FREQ=DAILY;COUNT=3', startTime: '20:00', endTime: '12:00' };
    expect(await refuse(long)).toContain('recurrence.endTime');
    const session = { date: '2035-09-04', ...evenings };
    expect(await refuse({}, { sessions: [session] })).toEqual([400, 'sessions']);
    const { id } = await createSeries();
    const both = await call('PUT', `/Classes/${id}`, { recurrence: tuesdays, sessions: [session] });
    expect([both.status, both.body.error.target]).toEqual([400, 'recurrence']);
    expect((await create({}, { recurrence: undefined })).body.error.details[0].target).toBe('sessions');
  });

  it('books rooms and instructors for each of its sessions', async () => {
    const instructors = [{ personId: recordId('demo', 'person:demo', 'maya') }];
    await createSeries(weekly(10, '2036-09-02'), { instructors });
    const clash = { ...weekly(1, '2036-10-28'), ...evenings };
    expect((await create(clash, { instructors })).status).toBe(409);
    expect((await create({ ...clash, startTime: '20:00', endTime: '21:00' }, { instructors })).status).toBe(
      201,
    );
  });
});

describe('a new rule for a class', () => {
  it('keeps the ids of days that stay, and of sessions in their order where the weekday changes', async () => {
    const { id, sessions } = await createSeries(weekly(4));
    const change = (recurrence: object) =>
      call('PUT', `/Classes/${id}`, { recurrence: { ...tuesdays, ...recurrence } });
    const longer = await change(weekly(5));
    expect(longer.status, longer.text).toBe(200);
    expect(ids(longer.body.sessions).slice(0, 4)).toEqual(ids(sessions));
    const wednesdays = await change({ rule: 'FREQ=WEEKLY;BYDAY=WE;COUNT=5', exceptDates: [] });
    expect(ids(wednesdays.body.sessions)).toEqual(ids(longer.body.sessions));
    expect(days(wednesdays.body.sessions)[0]).toBe('2035-09-05');
  });

  it('replaces the sessions from a day on', async () => {
    const { id, sessions } = await createSeries(weekly(4));
    const recurrence = {
      ...{ rule: 'FREQ=WEEKLY;BYDAY=TH;COUNT=3', startDate: '2035-09-18' },
      ...{ startTime: '17:00', endTime: '19:00', replacesFrom: '2035-09-18' },
    };
    const { body, status, text } = await call('PUT', `/Classes/${id}`, { recurrence });
    expect(status, text).toBe(200);
    expect(days(body.sessions)).toEqual([
      '2035-09-04',
      '2035-09-11',
      '2035-09-20',
      '2035-09-27',
      '2035-10-04',
    ]);
    expect(ids(body.sessions).slice(0, 4)).toEqual(ids(sessions));
  });

  it('leaves what has begun as it is, and adds no session in the past', async () => {
    const { id, sessions } = await createSeries(weekly(4));
    await fixture.moveClock(until('2035-09-12T12:00:00Z'));
    const recurrence = { ...tuesdays, rule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=5', exceptDates: [] };
    const { body, status, text } = await call('PUT', `/Classes/${id}`, { recurrence });
    expect(status, text).toBe(200);
    expect(body.sessions.slice(0, 2)).toEqual(
      sessions.slice(0, 2).map((session) => expect.objectContaining(session)),
    );
    expect(days(body.sessions).slice(2)).toEqual(['2035-09-17', '2035-09-24', '2035-10-01', '2035-10-08']);
    const over = await call('PUT', `/Classes/${id}`, {
      recurrence: { ...recurrence, rule: 'FREQ=WEEKLY;COUNT=1' },
    });
    expect([over.status, over.body.error.details[0].target]).toEqual([400, 'recurrence.rule']);
  });

  it('gives at most 100 sessions with those that stay', async () => {
    const { id } = await createSeries({ rule: 'FREQ=DAILY;COUNT=10', exceptDates: [] });
    const daily = (count: number) => ({
      ...{ rule: `FREQ=DAILY;COUNT=${count}`, startDate: '2035-09-10', ...evenings },
      replacesFrom: '2035-09-10',
    });
    expect((await call('PUT', `/Classes/${id}`, { recurrence: daily(95) })).status).toBe(400);
    expect((await call('PUT', `/Classes/${id}`, { recurrence: daily(94) })).body.sessions).toHaveLength(100);
  });
});

describe('moving sessions', () => {
  it('moves one by its day, which keeps its id and its length', async () => {
    const { id, sessions } = await createSeries(weekly(4));
    const moved = await move(id, { date: '2035-09-11', toDate: '2035-09-13', startTime: '7:30 PM' });
    expect(moved.status, moved.text).toBe(200);
    expect(moved.body.sessions[1]).toMatchObject({
      ...{ id: sessions[1]?.id, date: '2035-09-13', startTime: '19:30', endTime: '21:30' },
      startsAt: '2035-09-13T23:30:00.000Z',
    });
    expect(days(moved.body.sessions)).toEqual(['2035-09-04', '2035-09-13', '2035-09-18', '2035-09-25']);
  });

  it('moves this and the following ones, or all, by as many days', async () => {
    const { id, sessions } = await createSeries(weekly(4));
    await move(id, { sessionId: sessions[2]?.id, scope: 'following', toDate: '2035-09-20' });
    expect(days(await readSessions(id))).toEqual(['2035-09-04', '2035-09-11', '2035-09-20', '2035-09-27']);
    const all = await move(id, {
      sessionId: sessions[0]?.id,
      scope: 'all',
      toDate: '2035-09-03',
      endTime: '21:00',
    });
    expect(all.body.sessions.map(({ date, endTime }: Session) => [date, endTime])).toEqual(
      ['2035-09-03', '2035-09-10', '2035-09-19', '2035-09-26'].map((date) => [date, '21:00']),
    );
    expect(ids(all.body.sessions)).toEqual(ids(sessions));
  });

  it('never changes a session that has begun, from the moment at which it begins', async () => {
    const { id, sessions } = await createSeries(weekly(4));
    const [first, second] = sessions;
    const beginning = until(second?.startsAt ?? '');
    await fixture.moveClock(beginning + 2000);
    const refused = await move(id, { sessionId: second?.id, toDate: '2035-09-14' });
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('has begun')]);
    const all = await move(id, { sessionId: sessions[2]?.id, scope: 'all', startTime: '17:00' });
    expect(all.body.sessions.map(({ startTime }: Session) => startTime)).toEqual([
      '18:00',
      '18:00',
      '17:00',
      '17:00',
    ]);
    await fixture.moveClock(until(second?.startsAt ?? '') - 60_000);
    expect((await move(id, { sessionId: second?.id, toDate: '2035-09-14' })).status).toBe(200);
    expect((await move(id, { sessionId: first?.id, toDate: '2035-09-14' })).status).toBe(409);
  });

  it('is refused into the past, onto another session, without a new time, and for a day with two sessions', async () => {
    const { id } = await createSeries(weekly(3), {});
    const refuse = async (body: object) => {
      const reply = await move(id, body);
      return [reply.status, reply.body.error.target ?? reply.body.error.details[0]?.target];
    };
    expect(await refuse({ date: '2035-09-11', toDate: '2020-01-07' })).toEqual([400, 'toDate']);
    expect(await refuse({ date: '2035-09-11', toDate: '2035-09-18' })).toEqual([400, 'toDate']);
    expect(await refuse({ date: '2035-09-11' })).toEqual([400, 'toDate']);
    expect(await refuse({ toDate: '2035-09-18' })).toEqual([400, 'sessionId']);
    expect(await refuse({ date: '2035-09-12', toDate: '2035-09-13' })).toEqual([404, 'date']);
    const missing = await move(id, { date: '2035-09-12', toDate: '2035-09-13' });
    expect(missing.body.error.message).toBe('Evening course has no session on 2035-09-12.');
    expect(await refuse({ sessionId: randomUUID(), toDate: '2035-09-13' })).toEqual([404, 'sessionId']);
    // 2:30 is skipped on 9 March 2036.
    expect(await refuse({ date: '2035-09-18', toDate: '2036-03-09', startTime: '02:30' })).toEqual([
      400,
      'startTime',
    ]);
    await move(id, { date: '2035-09-11', toDate: '2035-09-18', startTime: '08:00' });
    expect(await refuse({ date: '2035-09-18', toDate: '2035-09-20' })).toEqual([400, 'date']);
  });

  it('is refused where the instructor is booked, unless double bookings are allowed', async () => {
    const instructors = [{ personId: recordId('demo', 'person:demo', 'maya') }];
    const at = (startDate: string) => ({ ...weekly(1, startDate), ...evenings });
    await create(at('2037-02-03'), { instructors });
    const { id } = (await create(at('2037-02-04'), { instructors })).body;
    const clash = { date: '2037-02-04', toDate: '2037-02-03' };
    expect((await move(id, clash)).status).toBe(409);
    expect((await move(id, { ...clash, allowDoubleBooking: true })).status).toBe(200);
  });
});

describe('cancelling sessions', () => {
  it('takes one, or the following ones, from the class, but not the last', async () => {
    const { id, sessions } = await createSeries(weekly(5));
    const one = await cancel(id, { date: '2035-09-11' });
    expect(one.status, one.text).toBe(200);
    expect(ids(one.body.sessions)).toEqual(ids(sessions.filter((_, index) => index !== 1)));
    expect(one.body.changeReason).toBe('Snow.');
    await cancel(id, { date: '2035-09-25', scope: 'following' });
    expect(days(await readSessions(id))).toEqual(['2035-09-04', '2035-09-18']);
    const all = await cancel(id, { date: '2035-09-18', scope: 'all' });
    expect([all.status, all.body.error.message]).toEqual([
      409,
      expect.stringContaining('Cancel the class instead'),
    ]);
  });

  it('keeps sessions that have begun, with their attendance', async () => {
    const { id, sessions } = await createSeries(weekly(3), { registration: { standard: { memberFee: 0 } } });
    const [person] = await fixture.createPeople(1);
    const registrationId = await fixture.registerMember(id, person?.id ?? '');
    await fixture.moveClock(until('2035-09-05T12:00:00Z'));
    const first = sessions[0]?.id ?? '';
    const recorded = await call('POST', `/Classes/${id}/Sessions/${first}/Attendance`, {
      attendances: [{ registrationId, minutes: 90 }],
    });
    expect(recorded.body.recorded, recorded.text).toBe(1);
    await move(id, { date: '2035-09-11', scope: 'all', toDate: '2035-09-13', reason: 'The room is taken.' });
    await cancel(id, { date: '2035-09-20', scope: 'all' });
    const gone = await call('PUT', `/Classes/${id}`, {
      recurrence: { ...tuesdays, ...weekly(6), exceptDates: [] },
    });
    expect(days(gone.body.sessions).slice(0, 2)).toEqual(['2035-09-04', '2035-09-11']);
    const roster = await call('GET', `/Classes/${id}/Sessions/${first}/Attendance`);
    expect(roster.body).toMatchObject([{ registrationId, minutes: 90 }]);
  });

  it('needs a reason, and a class that is not cancelled', async () => {
    const { id } = await createSeries(weekly(3));
    expect((await cancel(id, { date: '2035-09-11', reason: ' ' })).status).toBe(400);
    expect((await cancel(id, { date: '2035-09-11', reason: 'x'.repeat(1001) })).status).toBe(400);
    expect((await cancel(id, { date: '2035-09-11', reason: 'x'.repeat(1000) })).status).toBe(200);
    await call('POST', `/Classes/${id}/Cancel`, { reason: 'Storm.' });
    expect((await cancel(id, { date: '2035-09-18' })).status).toBe(409);
  });

  it('is audited with the sessions and the reason', async () => {
    const { id } = await createSeries(weekly(3));
    await cancel(id, { date: '2035-09-11' });
    const found = (await fixture.store.queryAll(recordsAudit(fixture.store))).filter(
      ({ recordId }) => recordId === id,
    );
    expect(found).toMatchObject([
      {
        recordType: 'ClassSessions',
        before: { sessions: ['2035-09-11 18:00-20:00'] },
        after: { sessions: [], reason: 'Snow.' },
      },
    ]);
  });
});

describe('changes of sessions', () => {
  it('are made once per Idempotency-Key, and only on the version that was read', async () => {
    const { id } = await createSeries(weekly(4));
    const headers = { 'idempotency-key': randomUUID() };
    const body = { date: '2035-09-11', scope: 'following', toDate: '2035-09-12' };
    const first = await move(id, body, { headers });
    expect((await move(id, body, { headers })).body).toEqual(first.body);
    expect(days(await readSessions(id))).toEqual(['2035-09-04', '2035-09-12', '2035-09-19', '2035-09-26']);
    const onRead = { headers: { 'if-match': `"${first.body.version}"` } };
    const pair = await Promise.all([
      move(id, { date: '2035-09-12', toDate: '2035-09-13' }, onRead),
      cancel(id, { date: '2035-09-19' }, onRead),
    ]);
    expect(pair.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it('both take effect when they are made at the same moment without a version', async () => {
    const { id } = await createSeries(weekly(4));
    const pair = await Promise.all([
      move(id, { date: '2035-09-11', toDate: '2035-09-13' }),
      cancel(id, { date: '2035-09-18' }),
    ]);
    expect(pair.map(({ status }) => status)).toEqual([200, 200]);
    expect(days(await readSessions(id))).toEqual(['2035-09-04', '2035-09-13', '2035-09-25']);
  });

  it('reach those who registered: a mail with the reason and calendar entries, and the feed', async () => {
    const { id, sessions } = await createSeries(weekly(3), { registration: { standard: { memberFee: 0 } } });
    const [person] = await fixture.createPeople(1);
    const personId = person?.id ?? '';
    const email = `member-${personId}@example.org`;
    await commit([update(personKey(fixture.store, personId), { set: { email } })]);
    await fixture.registerMember(id, personId);
    await move(id, { date: '2035-09-18', toDate: '2035-09-19' });
    await cancel(id, { date: '2035-09-11', reason: 'The hall is flooded.' });
    await fixture.runTimers(await fixture.moveClock(2000));
    const later = new Date(Date.now() + 86_400_000);
    for (const message of await listDueMessages(fixture.store, later, 500))
      await deliverMessage(fixture.store, message, new Date(), new Date());
    const mail = (await mailsTo(fixture.store, email)).find(({ subject }) => /Changed/.test(subject));
    expect(mail?.text).toContain('Reason: The hall is flooded.');
    expect(mail?.text).toContain('2 sessions take place, 1 no longer does');
    const own = await fixture.platform.tokenFor({ tenant: 'demo', personId });
    const feed = await call(
      'POST',
      `/People/${personId}/CalendarFeeds`,
      { kind: 'Registrations' },
      { token: own },
    );
    // The calendar has classes of the next 400 days.
    await fixture.moveClock(until('2035-08-01T12:00:00Z'));
    const text = await (await fetch(feed.body.url)).text();
    const events = new ICAL.Component(ICAL.parse(text))
      .getAllSubcomponents('vevent')
      .map((each) => new ICAL.Event(each));
    expect(events.map(({ uid }) => uid)).toEqual(
      [sessions[0], sessions[2]].map((session) => `session-${session?.id}@demo.rostrum`),
    );
    expect(events[1]?.startDate.toString()).toBe('2035-09-19T18:00:00');
    // Each change of the class raises it: the class has its third version, and the registration its first.
    expect(events.map(({ sequence }) => sequence)).toEqual([4, 4]);
  });
});
