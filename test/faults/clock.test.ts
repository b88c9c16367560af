// The tenant's clock is moved over the end of daylight saving time, forward past everything that is due, and back
// again: days end by the tenant's time zone, and nothing is done twice
// (docs/interface/training.md#certification-dates).
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { buildReminderChanges } from '../../functions/training/classes/record/class-timers.ts';
import { handler as runTimers } from '../../functions/training/jobs/run-timers/handler.ts';
import { tenantKey } from '../../shared/auth/accounts/records.ts';
import { commit, update } from '../../shared/data/changes.ts';
import {
  day,
  hour,
  type RegistrationFixture,
  startRegistrationFixture,
} from '../training/registrations/registration-fixture.ts';

let fixture: RegistrationFixture;
let token: string;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
  // In Berlin daylight saving time ends on 2027-10-31: the last day of the month has 25 hours.
  await commit([update(tenantKey(fixture.store), { set: { timeZone: 'Europe/Berlin' } })]);
  token = await fixture.platform.tokenFor({
    tenant: 'demo',
    permissions: ['training.certifications.write', 'training.credits.read', 'OverrideRegistration'],
  });
});
afterEach(() => fixture.moveClock(0));
afterAll(() => fixture.platform.stop());

/** The offset by which the clock must be moved now to show a moment. */
const offsetTo = (moment: string): number => Date.parse(moment) - Date.now();
const moveClockTo = (moment: string) => fixture.moveClock(offsetTo(moment));

const call = (method: string, path: string, body?: object) =>
  fixture.platform.call(method, 'training', `/api/v1${path}`, { tenant: 'demo', token, body });

async function createPerson(): Promise<string> {
  const [person] = await fixture.createPeople(1);
  if (!person) throw new Error('There is nobody');
  return person.id;
}

/** The kinds of a person's notifications in the app, the latest first. */
async function listNotificationKinds(personId: string): Promise<string[]> {
  const ownToken = await fixture.platform.tokenFor({ tenant: 'demo', personId });
  const { body } = await fixture.platform.call('GET', 'training', '/api/v1/Notifications?pageSize=200', {
    tenant: 'demo',
    token: ownToken,
  });
  return body.map(({ kind }: { readonly kind: string }) => kind);
}

/** Moves the clock and runs the timers concurrently, and again a minute later to send what the first runs wrote. */
async function runTimersAt(offset: number): Promise<void> {
  for (const minutes of [0, 1.2]) {
    await fixture.moveClock(offset + minutes * 60_000);
    await Promise.all([runTimers(), runTimers(), runTimers()]);
  }
}

it('a certification is valid until the midnight that ends a day of 25 hours, and ends once', async () => {
  await moveClockTo('2027-10-01T12:00:00Z');
  const personId = await createPerson();
  // Two and a half years from the first of May 2025, the last day counted.
  const { status, body } = await call('POST', '/Certifications', {
    awardId: fixture.idOf('award', 'roads'),
    personId,
    completedDate: '2025-05-01',
    override: true,
    reason: 'Brought over from the register.',
  });
  expect([status, body.validThrough]).toEqual([201, '2027-10-31']);
  const readStanding = async () => (await call('GET', `/Certifications/${body.id}`)).body.standing;
  const before = await readStanding();

  // Midnight in Berlin is 22:00Z during daylight saving time and 23:00Z after it.
  await runTimersAt(offsetTo('2027-10-31T22:30:00Z'));
  expect(await readStanding()).toBe(before);
  const reminded = await listNotificationKinds(personId);
  expect(reminded).not.toContain('certificationExpired');
  await runTimersAt(offsetTo('2027-10-31T23:05:00Z'));
  expect(await readStanding()).not.toBe(before);
  const ended = await listNotificationKinds(personId);
  expect(ended).toEqual(['certificationExpired', ...reminded]);

  // Back to the day before, and forward by a year: it has ended once.
  for (const moment of ['2027-10-30T12:00:00Z', '2027-11-01T00:00:00Z', '2028-10-31T23:30:00Z']) {
    await runTimersAt(offsetTo(moment));
    expect(await listNotificationKinds(personId)).toEqual(ended);
  }
});

it('overdue timers run once, and not again when the clock moves back and forth', async () => {
  const of = await fixture.changeClass(
    await fixture.createClass({
      startsIn: 90 * day,
      registration: { capacity: 1, waitlistSize: 3, offerHours: 24 },
    }),
    {},
    { reminderDays: [30, 7, 1] },
  );
  await commit(buildReminderChanges(fixture.store, undefined, of, new Date()));
  const [seated, next, last] = [await createPerson(), await createPerson(), await createPerson()];
  const seat = await fixture.registerMember(of.id, seated);
  const [nextId, lastId] = [
    await fixture.registerMember(of.id, next),
    await fixture.registerMember(of.id, last),
  ];
  await fixture.post(`/${seat}/Cancel`, {});
  const statuses = async () => [
    (await fixture.readRegistration(nextId)).status,
    (await fixture.readRegistration(lastId)).status,
  ];
  expect(await statuses()).toEqual(['Offered', 'Waitlisted']);

  // The clock moves by a month in one step: the first offer has expired, and the next one is made.
  await runTimersAt(30 * day);
  const after = await statuses();
  expect(after[0]).not.toBe('Offered');
  expect(after[1]).toBe('Offered');
  const counts = await fixture.readSeats(of.id);
  expect(counts).toMatchObject({ taken: 1, waiting: 0 });
  const notices = await Promise.all([seated, next, last].map(listNotificationKinds));

  for (const offset of [0, 20 * day, -15 * day, 30 * day + 2 * hour]) {
    await runTimersAt(offset);
    expect(await statuses()).toEqual(after);
    expect(await fixture.readSeats(of.id)).toEqual(counts);
    expect(await Promise.all([seated, next, last].map(listNotificationKinds))).toEqual(notices);
  }
});

it('a moved clock does not affect token expiry, stored replies or rate limit windows', async () => {
  const { id } = await fixture.createClass({ startsIn: 400 * day });
  const memberId = await createPerson();
  const headers = { 'Idempotency-Key': randomUUID() };
  const register = () => fixture.post('', { classId: id, memberId }, { headers });
  const first = await register();
  expect(first.status).toBe(201);
  for (const offset of [33 * day, -33 * day]) {
    await fixture.moveClock(offset);
    const again = await register();
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(again.body).toEqual(first.body);
    expect((await call('GET', '/Certifications?pageSize=1')).status).toBe(200);
    const bills = await fixture.platform.call('GET', 'billtracking', '/api/1.0/dropdown/states', {
      tenant: 'demo',
    });
    const resets = Number(bills.headers.get('x-ratelimit-reset')) * 1000;
    expect(Math.abs(resets - Date.now())).toBeLessThan(2 * hour);
  }
});
