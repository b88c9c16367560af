// Seats on site and seats online of one class (docs/interface/training.md#separate-seats).
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ClassItem, RegistrationSettings } from '../../../functions/training/classes/record/class.ts';
import type { Reply } from '../../harness/platform.ts';
import { day, fromNow, type RegistrationFixture, startRegistrationFixture } from './registration-fixture.ts';

let fixture: RegistrationFixture;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
});
afterEach(() => fixture.moveClock(0));
afterAll(() => fixture.platform.stop());

const createPerson = async (): Promise<string> => (await fixture.createPeople(1))[0]?.id ?? '';
const onSite = { attendanceMode: 'onSite' } as const;
const online = { attendanceMode: 'online' } as const;
type Mode = typeof onSite | typeof online;

const createBoth = (
  separateSeats: { onSite?: number; online?: number },
  registration: Partial<RegistrationSettings> = {},
): Promise<ClassItem> =>
  fixture.createClass({
    locationType: 'onlocationandonline',
    registration: {
      waitlistSize: 9,
      separateSeats: { ...separateSeats, earlier: 'onSite' },
      ...registration,
    },
  });
const register = async (of: ClassItem, mode?: Mode): Promise<string> =>
  fixture.registerMember(of.id, await createPerson(), mode);
const statusOf = async (id: string): Promise<string> => (await fixture.readRegistration(id)).status;
const cancel = (id: string): Promise<Reply> => fixture.post(`/${id}/Cancel`, {});

describe('a class with separate seats', () => {
  it('gives each way to attend its own seats, and those who wait for one do not keep others from the other', async () => {
    const of = await createBoth({ onSite: 1, online: 2 });
    const ids = [await register(of, onSite), await register(of, onSite), await register(of, online)];
    expect(await Promise.all(ids.map(statusOf))).toEqual(['Confirmed', 'Waitlisted', 'Confirmed']);
    expect(await fixture.readSeats(of.id)).toMatchObject({
      ...{
        taken: 2,
        takenOnSite: 1,
        takenOnline: 1,
        waiting: 1,
        waitingMemberOnSite: 1,
        waitingMemberOnline: 0,
      },
    });
    expect((await fixture.get(`/${ids[2]}`)).body.attendanceMode).toBe('online');
  });

  it('has an order of its own for each waitlist: a freed seat goes to the first who waits for that one', async () => {
    const of = await createBoth({ onSite: 1, online: 1 });
    const first = { onSite: await register(of, onSite), online: await register(of, online) };
    const waiting = [
      await register(of, onSite),
      await register(of, onSite),
      await register(of, online),
      await register(of, online),
    ];
    const positions = await Promise.all(
      waiting.map(async (id) => (await fixture.get(`/${id}`)).body.waitlistPosition),
    );
    expect(positions).toEqual([1, 2, 1, 2]);
    await cancel(first.online);
    expect(await Promise.all(waiting.map(statusOf))).toEqual([
      ...['Waitlisted', 'Waitlisted', 'Offered', 'Waitlisted'],
    ]);
    const { body } = await fixture.get(`?classId=${of.id}&pageSize=20`);
    const rows: { id: string; waitlistPosition?: number }[] = body;
    expect(waiting.map((id) => rows.find((row) => row.id === id)?.waitlistPosition)).toEqual([
      ...[1, 2, undefined, 1],
    ]);
  });

  it('is never oversold in either way, however many register at once, nor beyond its capacity', async () => {
    const of = await createBoth({ onSite: 4, online: 5 }, { capacity: 7, waitlistSize: 0 });
    const people = await fixture.createPeople(24);
    const replies = await Promise.all(
      people.map(({ id }, index) => fixture.register(of.id, id, index % 2 === 0 ? onSite : online)),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(7);
    const seats = await fixture.readSeats(of.id);
    expect(seats).toMatchObject({ taken: 7, live: 7 });
    expect(seats.takenOnSite).toBeLessThanOrEqual(4);
    expect(seats.takenOnline).toBeLessThanOrEqual(5);
    expect((seats.takenOnSite ?? 0) + (seats.takenOnline ?? 0)).toBe(7);
    expect(replies.filter(({ body }) => body.error?.code === 'CLASS_FULL')).toHaveLength(17);
  });

  it('seats callers on site who say nothing, and the message says so', async () => {
    const of = await createBoth({ onSite: 1 });
    const { body } = await fixture.register(of.id, await createPerson());
    expect(body.message).toContain('has a seat on site in');
    expect((await fixture.readRegistration(body.registrationId)).attendanceMode).toBe('onSite');
  });

  it('tells in its eligibility and its detail how many seats of each are left', async () => {
    const of = await createBoth({ onSite: 3 }, { waitlistSize: 0 });
    await register(of, onSite);
    const memberId = await createPerson();
    const asked = await fixture.get(
      `/eligibility?classId=${of.id}&memberId=${memberId}&attendanceMode=online`,
    );
    expect(asked.body).toMatchObject({
      ...{ isEligible: true, attendanceMode: 'online', separateSeats: { onSite: 2, online: null } },
    });
    expect(asked.body.seatsLeft).toBeUndefined();
    const { body } = await fixture.platform.call('GET', 'training', `/api/v1/Classes/${of.id}`, {
      tenant: 'demo',
    });
    expect([body.inPersonSeatAvailable, body.onlineSeatAvailable]).toEqual([2, null]);
  });

  it('refuses with the way to attend that has seats left', async () => {
    const of = await createBoth({ onSite: 1, online: 5 }, { waitlistSize: 0 });
    await register(of, onSite);
    const { status, body } = await fixture.register(of.id, await createPerson(), onSite);
    expect([status, body.error.code]).toEqual([422, 'CLASS_FULL']);
    expect(body.error.message).toContain('has no seat on site left. Register online, where seats are left,');
  });

  it('keeps the way to attend when the seat goes to another person', async () => {
    const of = await createBoth({ onSite: 1, online: 1 });
    const id = await register(of, online);
    const { status, body } = await fixture.post(`/${id}/Transfer`, { memberId: await createPerson() });
    expect([status, body.attendanceMode]).toEqual([201, 'online']);
    expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 1, takenOnSite: 0, takenOnline: 1 });
  });

  it('promotes in each order when a phase with more seats begins', async () => {
    const of = await createBoth(
      { onSite: 2, online: 2 },
      {
        capacity: 4,
        early: { endsAt: fromNow(2 * day), memberFee: 0, nonMemberFee: 0, memberSeats: 2 },
      },
    );
    const ids = [
      await register(of, onSite),
      await register(of, onSite),
      await register(of, onSite),
      await register(of, online),
    ];
    await fixture.runTimers(await fixture.moveClock(2 * day + 60_000));
    expect(await Promise.all(ids.map(statusOf))).toEqual(['Confirmed', 'Confirmed', 'Waitlisted', 'Offered']);
  });
});

describe('a class whose seats are counted together', () => {
  it('takes no way to attend', async () => {
    const of = await fixture.createClass({ locationType: 'onlocationandonline' });
    const { status, body } = await fixture.register(of.id, await createPerson(), online);
    expect([status, body.error.details[0].target]).toEqual([400, 'attendanceMode']);
  });
});

describe('separate seats of a class', () => {
  const call = (method: 'GET' | 'PUT' | 'POST', address: string, body?: unknown): Promise<Reply> =>
    fixture.platform.call(method, 'training', `/api/v1/Classes${address}`, { tenant: 'demo', token, body });
  let token: string;
  beforeAll(async () => {
    token = await fixture.platform.tokenFor({ tenant: 'demo', permissions: ['training.classes.write'] });
  });
  const createWithEndpoint = async (more: Record<string, unknown> = {}): Promise<string> => {
    const { status, body } = await call('POST', '', {
      sectionName: 'Both ways',
      courseId: fixture.idOf('course', 'budget-basics'),
      sessions: [{ date: fromNow(40 * day).slice(0, 10), startTime: '09:00', endTime: '12:00' }],
      ...{ locationType: 'onlocationandonline', registration: { waitlistSize: 5, capacity: 9 }, ...more },
    });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body.id;
  };

  it('can be read in the definition and sent back', async () => {
    const id = await createWithEndpoint({ registration: { separateSeats: { onSite: 4 } } });
    const { body } = await call('GET', `/${id}/Definition`);
    expect(body.registration.separateSeats).toEqual({ onSite: 4, online: null });
    expect((await call('PUT', `/${id}`, body)).status).toBe(200);
    expect((await call('GET', `/${id}/Definition`)).body.registration.separateSeats).toEqual({
      ...{ onSite: 4, online: null },
    });
  });

  it.each([
    [{ locationType: 'online', registration: { separateSeats: {} } }, 'registration.separateSeats'],
    [{ registration: { capacity: 5, separateSeats: { online: 6 } } }, 'registration.separateSeats.online'],
  ])('are refused where they make no sense: %j', async (more, target) => {
    const { body } = await call('POST', '', {
      sectionName: 'Refused',
      courseId: fixture.idOf('course', 'budget-basics'),
      sessions: [{ date: fromNow(40 * day).slice(0, 10), startTime: '09:00', endTime: '12:00' }],
      ...{ locationType: 'onlocationandonline', ...more },
    });
    expect(body.error.details.map((detail: { target: string }) => detail.target)).toEqual([target]);
  });

  it('count those who registered before as on site, and can be increased, but not ended, while there are registrations', async () => {
    const id = await createWithEndpoint();
    await fixture.registerMember(id, await createPerson());
    const tooFew = await call('PUT', `/${id}`, { registration: { separateSeats: { onSite: 0 } } });
    expect([tooFew.status, tooFew.body.error.message]).toEqual([
      409,
      expect.stringContaining('1 seat is taken on site, which is more than 0.'),
    ]);
    const begun = await call('PUT', `/${id}`, { registration: { separateSeats: { onSite: 1, online: 1 } } });
    expect(begun.status).toBe(200);
    expect(await fixture.readSeats(id)).toMatchObject({ takenOnSite: 1, takenOnline: 0 });
    const [waits, confirmed] = [
      await fixture.registerMember(id, await createPerson(), onSite),
      await fixture.registerMember(id, await createPerson(), online),
    ];
    expect([await statusOf(waits), await statusOf(confirmed)]).toEqual(['Waitlisted', 'Confirmed']);
    const ended = await call('PUT', `/${id}`, { registration: { separateSeats: null } });
    expect([ended.status, ended.body.error.target]).toEqual([409, 'registration.separateSeats']);
    expect((await call('PUT', `/${id}`, { registration: { separateSeats: { onSite: 2 } } })).status).toBe(
      200,
    );
    await fixture.runTimers(new Date());
    expect(await statusOf(waits)).toBe('Offered');
  });
});
