// Cancelling a class cancels its registrations: each with the reason, with the refund that is due, with one
// notification, and without promotions (docs/interface/training.md#waitlist).
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { awardById } from '../../../functions/training/awards/record/award-record.ts';
import { seatsKey } from '../../../functions/training/classes/record/class.ts';
import { handler as runTimers } from '../../../functions/training/jobs/run-timers/handler.ts';
import { pendingApprovals } from '../../../functions/training/registrations/approval/pending-approvals.ts';
import { claimKey } from '../../../functions/training/registrations/record/claims.ts';
import { waitlist } from '../../../functions/training/registrations/seats/waitlist.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import type { TimerItem } from '../../../shared/schedule/timers.ts';
import {
  hour,
  type RegistrationFixture,
  startRegistrationFixture,
} from '../registrations/registration-fixture.ts';

let fixture: RegistrationFixture;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
});
afterEach(() => fixture.moveClock(0));
afterAll(() => fixture.platform.stop());

const call = (method: string, path: string, body?: object) =>
  fixture.platform.call(method, 'training', `/api/v1${path}`, { tenant: 'demo', ...(body && { body }) });

async function createClass(registration: object, more: object = {}): Promise<string> {
  const { status, body } = await call('POST', '/Classes', {
    sectionName: 'Road Budgets',
    courseId: fixture.platform.demo.values.courseId,
    sessions: [{ date: '2036-05-07', startTime: '09:00', endTime: '12:00' }],
    registration: { standard: { memberFee: 120 }, ...registration },
    ...more,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
}

const cancel = (classId: string) =>
  call('POST', `/Classes/${classId}/Cancel`, { reason: 'The road is shut.' });
const reason = 'The class was cancelled: The road is shut.';

/** Registers new people one after the other; returns the ids of their registrations. */
async function registerPeople(classId: string, many: number): Promise<string[]> {
  const ids: string[] = [];
  for (const { id } of await fixture.createPeople(many)) ids.push(await fixture.registerMember(classId, id));
  return ids;
}

const items = (ids: readonly string[]) => Promise.all(ids.map((id) => fixture.readRegistration(id)));
const listTimers = async (subjects: readonly string[]) => {
  const { items: timers } = await fixture.store.query(fixture.store.listing<TimerItem>('TIMERS'));
  return timers.filter(({ subject }) => subjects.some((prefix) => subject.startsWith(prefix)));
};

/** The kinds of a person's notifications in the app, the latest first. */
async function listInboxKinds(personId: string): Promise<string[]> {
  const token = await fixture.platform.tokenFor({ tenant: 'demo', personId });
  const options = { tenant: 'demo', token };
  const { body } = await fixture.platform.call('GET', 'training', '/api/v1/Notifications', options);
  return body.map(({ kind }: { kind: string }) => kind);
}

describe('cancelling a class', () => {
  it('cancels confirmed, offered and waitlisted registrations, promotes nobody, and leaves refunds due', async () => {
    const awardId = fixture.platform.demo.values.curriculumAwardId ?? '';
    const countRegistrations = async () =>
      (await awardById(fixture.store, awardId, { consistent: true }))?.activeRegistrations;
    const before = await countRegistrations();
    const classId = await createClass({ capacity: 3, waitlistSize: 5 }, { awardId });
    const ids = await registerPeople(classId, 5);
    const [paid = '', unpaid = '', cancelled = '', , waiting = ''] = ids;
    await fixture.post(`/${paid}/Payment`, { state: 'paid' });
    await fixture.post(`/${cancelled}/Cancel`, {});
    expect((await items(ids)).map(({ status }) => status)).toEqual([
      ...['Confirmed', 'Confirmed', 'Cancelled', 'Offered', 'Waitlisted'],
    ]);
    expect(await countRegistrations()).toBe((before ?? 0) + 4);

    expect((await cancel(classId)).status).toBe(200);
    expect((await call('DELETE', `/Classes/${classId}`)).body.error.message).toContain(
      '4 live registrations',
    );
    await fixture.runTimers(new Date());

    const after = await items(ids);
    expect(after.map(({ status, holdsSeat }) => [status, holdsSeat])).toEqual(
      ids.map(() => ['Cancelled', false]),
    );
    for (const { id, history } of after.filter(({ id }) => id !== cancelled)) {
      expect(history.at(-1)).toMatchObject({ to: 'Cancelled', by: 'system', reason });
      expect(await fixture.listNotificationKinds(id)).toContain('classCancelled');
      expect(await fixture.listNotificationKinds(id)).not.toContain('registrationCancelled');
    }
    expect(await fixture.listNotificationKinds(cancelled)).toEqual([
      'registrationConfirmed',
      'registrationCancelled',
    ]);
    expect(after.find(({ id }) => id === waiting)?.promotion).toBeUndefined();
    expect((await fixture.get(`/${paid}`)).body.payment).toMatchObject({ state: 'paid', refundDue: 120 });
    expect((await fixture.get(`/${unpaid}`)).body.payment).toMatchObject({ state: 'free', amountDue: 0 });
    expect((await fixture.get(`/${unpaid}`)).body.payment.refundDue).toBeUndefined();

    expect(await fixture.readSeats(classId)).toMatchObject({ taken: 0, waiting: 0, live: 0 });
    expect(await countRegistrations()).toBe(before);
    expect((await fixture.store.query(waitlist(fixture.store, classId), { consistent: true })).items).toEqual(
      [],
    );
    for (const { memberId } of after)
      expect(
        (await fixture.store.get(claimKey(fixture.store, classId, memberId), { consistent: true }))
          ?.registrationId,
      ).toBeUndefined();
    expect(await listTimers(ids)).toEqual([]);
    expect((await call('DELETE', `/Classes/${classId}`)).status).toBe(204);
  });

  it('ends pending approvals, also in the list of their assignees', async () => {
    const approvalChainId = fixture.idOf('approvalChain', 'manager-then-training');
    const classId = await createClass({ capacity: 3, approvalChainId });
    const ids = await registerPeople(classId, 2);
    expect((await items(ids)).map(({ status }) => status)).toEqual(['PendingApproval', 'PendingApproval']);
    await cancel(classId);
    await fixture.runTimers(new Date());
    expect((await items(ids)).map(({ status }) => status)).toEqual(['Cancelled', 'Cancelled']);
    const { items: waiting } = await fixture.store.query(pendingApprovals(fixture.store), {
      consistent: true,
    });
    expect(waiting.filter(({ id }) => ids.includes(id))).toEqual([]);
    expect(await listTimers(ids)).toEqual([]);
    expect(await fixture.readSeats(classId)).toMatchObject({ taken: 0, live: 0 });
  });

  it('takes precedence over the timers of its offers and its waitlist that are due at the same time', async () => {
    const classId = await createClass({ capacity: 1, waitlistSize: 5, closesAt: '2036-05-01T12:00' });
    const ids = await registerPeople(classId, 3);
    await fixture.post(`/${ids[0]}/Cancel`, {});
    await cancel(classId);
    const afterAll = Date.parse('2036-05-02T00:00:00Z') - Date.now();
    await fixture.runTimers(await fixture.moveClock(afterAll));
    const [, offered, waited] = await items(ids);
    for (const registration of [offered, waited])
      expect(registration).toMatchObject({
        status: 'Cancelled',
        history: expect.arrayContaining([expect.anything()]),
      });
    expect(await fixture.listNotificationKinds(ids[1] ?? '')).toEqual([
      ...['registrationWaitlisted', 'registrationPromoted', 'classCancelled'],
    ]);
    expect(await fixture.listNotificationKinds(ids[2] ?? '')).toEqual([
      'registrationWaitlisted',
      'classCancelled',
    ]);
  });

  it('processes hundreds of registrations in pages and notifies each member once, in repeated and parallel runs', async () => {
    const classId = await createClass({ capacity: 40, waitlistSize: 10 });
    const people = await fixture.createPeople(45);
    const registered = await fixture.post('/Bulk', { classId, memberIds: people.map(({ id }) => id) });
    expect(registered.body).toMatchObject({ confirmed: 40, waitlisted: 5, refused: 0 });
    await cancel(classId);
    await Promise.all([runTimers(), runTimers()]);
    await runTimers();
    // The notifications that these runs wrote are delivered within a minute.
    await fixture.moveClock(70_000);
    await runTimers();
    await runTimers();
    expect(await fixture.readSeats(classId)).toMatchObject({ taken: 0, waiting: 0, live: 0 });
    const { body } = await fixture.get(`?classId=${classId}&pageSize=100`);
    expect(body).toHaveLength(45);
    for (const registration of body)
      expect([registration.status, registration.history.length]).toEqual(['Cancelled', 2]);
    const inboxes = await Promise.all(people.map(({ id }) => listInboxKinds(id)));
    expect(inboxes.map((own) => own.filter((kind) => kind === 'classCancelled').length)).toEqual(
      people.map(() => 1),
    );
  });

  it('leaves no simultaneous registration live (each is refused, or cancelled with the class)', async () => {
    const classId = await createClass({ capacity: 30 });
    const people = await fixture.createPeople(16);
    const [cancelled, ...replies] = await Promise.all([
      cancel(classId),
      ...people.map(({ id }) => fixture.register(classId, id)),
    ]);
    expect(cancelled?.status).toBe(200);
    await fixture.runTimers(new Date());
    for (const { status, body } of replies) {
      if (status === 201)
        expect((await fixture.readRegistration(body.registrationId)).status).toBe('Cancelled');
      else expect([status, body.error.code]).toEqual([422, 'REGISTRATION_CLOSED']);
    }
    expect(await fixture.readSeats(classId)).toMatchObject({ taken: 0, live: 0 });
  });
});

describe('a roster read from an index that is not up to date', () => {
  it('is read again until no live registration is left', async () => {
    const classId = await createClass({ capacity: 3 });
    await registerPeople(classId, 2);
    const live = (by: number) => commit([update(seatsKey(fixture.store, classId), { add: { live: by } })]);
    await live(1);
    await cancel(classId);
    await fixture.runTimers(new Date());
    const [retry, ...others] = await listTimers([classId]);
    expect([retry?.kind, others]).toEqual(['class-cancelled', []]);
    expect(Date.parse(retry?.dueAt ?? '')).toBeGreaterThan(Date.now() + 30_000);
    await live(-1);
    await fixture.runTimers(await fixture.moveClock(hour));
    expect(await listTimers([classId])).toEqual([]);
  });
});

describe('a refund that is due', () => {
  it('is no longer due after it is recorded, and never exceeds what was paid', async () => {
    const classId = await createClass({ capacity: 3 });
    const [id = ''] = await registerPeople(classId, 1);
    await fixture.post(`/${id}/Payment`, { state: 'paid', amount: 90 });
    await cancel(classId);
    await fixture.runTimers(new Date());
    expect((await fixture.post(`/${id}/Payment`, { state: 'refunded', amount: 91 })).status).toBe(409);
    const { status, body } = await fixture.post(`/${id}/Payment`, { state: 'refunded' });
    expect(status).toBe(200);
    expect(body.payment).toMatchObject({ state: 'refunded', amountPaid: 90, amountRefunded: 90 });
    expect(body.payment.refundDue).toBeUndefined();
  });
});

describe('cancelling a class that has started', () => {
  it('does not change recorded attendance, notifies the attendee, and prevents deleting the class', async () => {
    const { id: classId } = await fixture.createClass({ startsIn: -hour });
    const permissions = ['OverrideRegistration'] as const;
    const token = await fixture.platform.tokenFor({ tenant: 'demo', permissions });
    const ids: string[] = [];
    for (const { id: memberId } of await fixture.createPeople(3)) {
      const input = { classId, memberId, registrationType: 'Admin', overrideRules: true };
      ids.push((await fixture.post('', input, { token })).body.registrationId);
    }
    const [attended = '', absent = '', neither = ''] = ids;
    await fixture.post(`/${attended}/Attendance`, { attendance: 'Attended' });
    await fixture.post(`/${absent}/Attendance`, { attendance: 'NoShow' });
    expect((await cancel(classId)).status).toBe(200);
    await fixture.runTimers(new Date());
    await fixture.runTimers(await fixture.moveClock(2 * 60_000));
    expect((await items(ids)).map(({ status }) => status)).toEqual(['Attended', 'NoShow', 'Cancelled']);
    for (const id of [attended, neither])
      expect(await fixture.listNotificationKinds(id)).toContain('classCancelled');
    expect(await listTimers([classId])).toEqual([]);
    const refused = await call('DELETE', `/Classes/${classId}`);
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringContaining('attendance'),
    ]);
  });
});
