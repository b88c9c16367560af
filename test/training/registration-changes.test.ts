// Changes of a registration: cancellation, transfer, attendance, payment
// (docs/interface/training.md#registration-changes).
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { awardById } from '../../functions/training/awards/record/award-record.ts';
import { loadPersonRecord } from '../../functions/training/records/training-record/person-record.ts';
import { toLocalDate } from '../../shared/directory/local-date.ts';
import {
  day,
  fromNow,
  hour,
  type RegistrationFixture,
  startRegistrationFixture,
} from './registration-fixture.ts';

let fixture: RegistrationFixture;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
}, 60_000);
afterEach(() => fixture.moveClock(0));
afterAll(() => fixture.platform.stop());

const createPerson = async (organization?: string | null): Promise<string> =>
  (await fixture.createPeople(1, organization))[0]?.id ?? '';

describe('Cancel', () => {
  it('frees the seat, stores the reason, and lets the member register again', async () => {
    const of = await fixture.createClass({ registration: { capacity: 1 } });
    const member = await createPerson();
    const id = await fixture.registerMember(of.id, member);
    const { body, headers } = await fixture.post(`/${id}/Cancel`, { reason: 'On duty' });
    expect(body).toMatchObject({ status: 'Cancelled', holdsSeat: false });
    expect(body.history).toMatchObject([
      { to: 'Confirmed' },
      { from: 'Confirmed', to: 'Cancelled', reason: 'On duty' },
    ]);
    expect(headers.get('etag')).toBe('"2"');
    expect(await fixture.listNotificationKinds(id)).toEqual([
      'registrationConfirmed',
      'registrationCancelled',
    ]);
    expect(body.payment).toEqual({ method: 'Free', amountDue: 0, state: 'free' });
    const again = await fixture.post(`/${id}/Cancel`, {});
    expect(again.body.error.message).toContain('is already cancelled');
    expect([again.status, again.body.error.code]).toEqual([409, 'CONFLICT']);
    await fixture.registerMember(of.id, member);
    expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 1, live: 1 });
  });

  it('is refused when If-Match names an earlier version', async () => {
    const of = await fixture.createClass();
    const id = await fixture.registerMember(of.id, await createPerson());
    const stale = await fixture.post(`/${id}/Cancel`, {}, { headers: { 'If-Match': '"7"' } });
    expect(stale.status).toBe(412);
    expect((await fixture.post(`/${id}/Cancel`, {}, { headers: { 'If-Match': '"1"' } })).status).toBe(200);
  });

  it('removes the registration from the waitlist', async () => {
    const of = await fixture.createClass({ registration: { capacity: 1, waitlistSize: 2 } });
    await fixture.registerMember(of.id, await createPerson());
    const ids = [
      await fixture.registerMember(of.id, await createPerson()),
      await fixture.registerMember(of.id, await createPerson()),
    ];
    await fixture.post(`/${ids[0]}/Cancel`, {});
    expect((await fixture.get(`/${ids[1]}`)).body.waitlistPosition).toBe(1);
    expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 1, waiting: 1, live: 2 });
  });
});

describe('Transfer', () => {
  it('to another person keeps the seat and the payment, and links both registrations', async () => {
    const of = await fixture.createClass({ registration: { capacity: 1, waitlistSize: 2 } });
    const [first, second] = [await createPerson(), await createPerson()];
    const id = await fixture.registerMember(of.id, first);
    const waiting = await fixture.registerMember(of.id, await createPerson());
    await fixture.post(`/${id}/Payment`, { state: 'paid', reference: 'PO 17' });
    const { status, body, headers } = await fixture.post(`/${id}/Transfer`, {
      memberId: second,
      reason: 'Swap',
    });
    expect([status, body.status, body.memberId]).toEqual([201, 'Confirmed', second]);
    expect(headers.get('location')).toContain(body.id);
    expect(body).toMatchObject({ transferredFrom: id, payment: { state: 'paid', reference: 'PO 17' } });
    expect(await fixture.readRegistration(id)).toMatchObject({
      status: 'Transferred',
      transferredTo: body.id,
      holdsSeat: false,
      payment: { amountDue: 0, state: 'free' },
    });
    const refund = await fixture.post(`/${id}/Payment`, { state: 'refunded' });
    expect([refund.status, refund.body.error.message]).toEqual([409, expect.stringContaining(body.id)]);
    expect((await fixture.post(`/${body.id}/Payment`, { state: 'refunded' })).status).toBe(200);
    expect(await fixture.readRegistration(waiting)).toMatchObject({ status: 'Waitlisted' });
    expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 1, waiting: 1, live: 2 });
    expect((await fixture.register(of.id, second)).body.error.code).toBe('ALREADY_REGISTERED');
    expect(await fixture.listNotificationKinds(id)).toContain('registrationTransferred');
    expect(await fixture.listNotificationKinds(body.id)).toEqual(['registrationConfirmed']);
  });

  it('to another person counts the seat for the kind of the new person, and requires approval for that person', async () => {
    const approvalChainId = fixture.idOf('approvalChain', 'manager-then-training');
    const of = await fixture.createClass({ registration: { capacity: 3 } });
    const id = await fixture.registerMember(of.id, await createPerson());
    await fixture.changeClass(of, { approvalChainId, pendingHoldsSeat: false });
    await fixture.post(`/${id}/Payment`, { state: 'paid' });
    const { body } = await fixture.post(`/${id}/Transfer`, { memberId: await createPerson(null) });
    expect(body).toMatchObject({ status: 'PendingApproval', kind: 'nonMember', holdsSeat: true });
    // The price is that of the new person, and the payment for the member's seat is a part of it
    // (docs/interface/training.md#payments).
    expect(body.payment).toMatchObject({ amountDue: 150, amountPaid: 100, state: 'unpaid' });
    expect(await fixture.readSeats(of.id)).toMatchObject({
      taken: 1,
      takenMember: 0,
      takenNonMember: 1,
      live: 1,
    });
  });

  it('to another class takes a seat there and frees the one here', async () => {
    const awardId = fixture.idOf('award', 'clerk');
    const before = (await awardById(fixture.store, awardId, { consistent: true }))?.activeRegistrations ?? 0;
    const here = await fixture.createClass({ awardId, registration: { capacity: 1, waitlistSize: 2 } });
    const otherClass = await fixture.createClass({
      awardId,
      registration: { capacity: 1, standard: { memberFee: 60, nonMemberFee: 60 } },
    });
    const id = await fixture.registerMember(here.id, await createPerson());
    const waiting = await fixture.registerMember(here.id, await createPerson());
    await fixture.post(`/${id}/Payment`, { state: 'paid', amount: 100 });
    const { status, body } = await fixture.post(`/${id}/Transfer`, { classId: otherClass.id });
    expect([status, body.status, body.classId]).toEqual([201, 'Confirmed', otherClass.id]);
    expect(body.payment).toMatchObject({ amountDue: 60, state: 'paid', amountPaid: 100, refundDue: 40 });
    expect((await fixture.readRegistration(id)).payment).toEqual({
      method: 'Free',
      amountDue: 0,
      state: 'free',
    });
    expect(await fixture.readRegistration(waiting)).toMatchObject({
      status: 'Offered',
      promotion: { cause: 'Transferred', freedBy: id },
    });
    expect(await fixture.readSeats(here.id)).toMatchObject({ taken: 1, waiting: 0, live: 1 });
    expect(await fixture.readSeats(otherClass.id)).toMatchObject({ taken: 1, live: 1 });
    const after = await awardById(fixture.store, awardId, { consistent: true });
    expect(after?.activeRegistrations).toBe(before + 2);
    const full = await fixture
      .post(`/${waiting}/Offer/Accept`)
      .then(() => fixture.post(`/${waiting}/Transfer`, { classId: otherClass.id }));
    expect([full.status, full.body.error.code]).toEqual([422, 'CLASS_FULL']);
    expect(await fixture.readRegistration(waiting)).toMatchObject({ status: 'Confirmed' });
  });

  it('to a more expensive class transfers what was paid: the rest is due, and all of it can be refunded once', async () => {
    const [here, otherClass] = [
      await fixture.createClass(),
      await fixture.createClass({ registration: { standard: { memberFee: 150.5, nonMemberFee: 150.5 } } }),
    ];
    const id = await fixture.registerMember(here.id, await createPerson());
    await fixture.post(`/${id}/Payment`, { state: 'paid' });
    const { body } = await fixture.post(`/${id}/Transfer`, { classId: otherClass.id });
    expect(body.payment).toMatchObject({ amountDue: 150.5, state: 'unpaid', amountPaid: 100 });
    const paid = await fixture.post(`/${body.id}/Payment`, { state: 'paid', amount: 50.5 });
    expect(paid.body.payment).toMatchObject({ state: 'paid', amountPaid: 150.5 });
    const refund = await fixture.post(`/${body.id}/Payment`, { state: 'refunded' });
    expect(refund.body.payment).toMatchObject({ state: 'refunded', amountRefunded: 150.5 });
    expect((await fixture.post(`/${body.id}/Payment`, { state: 'refunded' })).status).toBe(409);
  });

  it('needs exactly one of memberId and classId, and a confirmed registration', async () => {
    const of = await fixture.createClass({ registration: { capacity: 1, waitlistSize: 1 } });
    const [first, second] = [await createPerson(), await createPerson()];
    const id = await fixture.registerMember(of.id, first);
    const waiting = await fixture.registerMember(of.id, second);
    for (const [body, code] of [
      [{}, 'REQUIRED_FIELD'],
      [{ memberId: second, classId: of.id }, 'NOT_ALLOWED'],
    ] as const) {
      const refused = await fixture.post(`/${id}/Transfer`, body);
      expect([refused.status, refused.body.error.details[0].code]).toEqual([400, code]);
    }
    expect((await fixture.post(`/${waiting}/Transfer`, { memberId: await createPerson() })).status).toBe(409);
    expect((await fixture.post(`/${id}/Transfer`, { memberId: second })).body.error.code).toBe(
      'ALREADY_REGISTERED',
    );
  });
});

describe('Attendance', () => {
  it('grants the credits of the course, and voids them when the attendance is withdrawn', async () => {
    const of = await fixture.createClass({ startsIn: day });
    const member = await createPerson();
    const id = await fixture.registerMember(of.id, member);
    const early = await fixture.post(`/${id}/Attendance`, { attendance: 'Attended' });
    expect([early.status, early.body.error.code]).toEqual([409, 'CONFLICT']);
    await fixture.moveClock(2 * day);
    expect((await fixture.post(`/${id}/Attendance`, { attendance: 'Attended' })).body.status).toBe(
      'Attended',
    );
    const granted = await loadPersonRecord(fixture.store, member, { consistent: true });
    expect(granted.completions).toMatchObject([{ courseId: of.courseId, registrationId: id }]);
    expect(granted.credits.length).toBeGreaterThan(0);
    const again = await fixture.post(`/${id}/Attendance`, { attendance: 'Attended' });
    expect([again.status, again.headers.get('etag')]).toEqual([200, '"2"']);
    await fixture.post(`/${id}/Attendance`, { attendance: 'NoShow', reason: 'Mixed up' });
    const voided = await loadPersonRecord(fixture.store, member, { consistent: true });
    for (const { voidedDate } of [...voided.credits, ...voided.completions]) expect(voidedDate).toBeDefined();
    expect(await fixture.readRegistration(id)).toMatchObject({ status: 'NoShow', holdsSeat: true });
  });

  it('at several sessions can be recorded from the last session on, and the credits are earned on that day', async () => {
    const of = await fixture.createClass({ startsIn: day });
    const [session] = of.sessions;
    const [startsAt, endsAt] = [fromNow(9 * day), fromNow(9 * day + 3 * hour)];
    if (!session) throw new Error('The class has no session');
    const timeZone = 'Pacific/Auckland';
    await fixture.changeClass(
      of,
      {},
      { sessions: [session, { ...session, startsAt, endsAt }], endsAt, timeZone },
    );
    const member = await createPerson();
    const id = await fixture.registerMember(of.id, member);
    await fixture.moveClock(2 * day);
    const early = await fixture.post(`/${id}/Attendance`, { attendance: 'Attended' });
    expect([early.status, early.body.error.message]).toEqual([409, expect.stringContaining('last session')]);
    await fixture.moveClock(10 * day);
    expect((await fixture.post(`/${id}/Attendance`, { attendance: 'Attended' })).status).toBe(200);
    const { credits } = await loadPersonRecord(fixture.store, member, { consistent: true });
    expect(credits[0]?.earnedDate).toBe(toLocalDate(timeZone, new Date(endsAt)));
  });

  it('can be recorded for many registrations, each separately', async () => {
    const of = await fixture.createClass({ startsIn: day, registration: { capacity: 2, waitlistSize: 1 } });
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1)
      ids.push(await fixture.registerMember(of.id, await createPerson()));
    await fixture.moveClock(2 * day);
    const { status, body } = await fixture.post('/Attendance', {
      attendances: ids.map((registrationId, index) => ({
        registrationId,
        attendance: index === 0 ? 'NoShow' : 'Attended',
      })),
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      noted: 2,
      refused: 1,
      results: [{ status: 'NoShow' }, { status: 'Attended' }, { error: { code: 'CONFLICT' } }],
    });
  });
});

describe('Payment', () => {
  it('can be recorded as paid once and then refunded, never more than was paid', async () => {
    const of = await fixture.createClass();
    const id = await fixture.registerMember(of.id, await createPerson(), { paymentMethod: 'Invoice' });
    const noted = (body: unknown) => fixture.post(`/${id}/Payment`, body);
    expect((await noted({ state: 'refunded' })).status).toBe(409);
    const paid = await noted({ state: 'paid', date: '2026-03-02', reference: 'INV-88' });
    expect(paid.body.payment).toEqual({
      method: 'Invoice',
      amountDue: 100,
      state: 'paid',
      amountPaid: 100,
      paidDate: '2026-03-02',
      reference: 'INV-88',
    });
    expect((await noted({ state: 'paid' })).status).toBe(409);
    const tooMuch = await noted({ state: 'refunded', amount: 100.5 });
    expect([tooMuch.status, tooMuch.body.error.target]).toEqual([409, 'amount']);
    await fixture.post(`/${id}/Cancel`, {});
    const refunded = await noted({ state: 'refunded', amount: 75 });
    expect(refunded.body.payment).toMatchObject({ state: 'paid', amountRefunded: 75, amountPaid: 100 });
    expect((await noted({ state: 'refunded', amount: 25.01 })).status).toBe(409);
    const whole = await noted({ state: 'refunded' });
    expect(whole.body.payment).toMatchObject({ state: 'refunded', amountRefunded: 100, amountPaid: 100 });
    expect((await noted({ state: 'refunded' })).status).toBe(409);
  });

  it('may be partial: the rest stays due, and any excess is due as a refund', async () => {
    const of = await fixture.createClass();
    const id = await fixture.registerMember(of.id, await createPerson(), { paymentMethod: 'Invoice' });
    const noted = async (body: unknown) => (await fixture.post(`/${id}/Payment`, body)).body.payment;
    expect(await noted({ state: 'paid', amount: 40 })).toMatchObject({ state: 'unpaid', amountPaid: 40 });
    expect(await noted({ state: 'paid', amount: 70.1 })).toMatchObject({
      state: 'paid',
      amountPaid: 110.1,
      refundDue: 10.1,
    });
    const back = await noted({ state: 'refunded', amount: 10.1 });
    expect(back).toMatchObject({ state: 'paid', amountPaid: 110.1, amountRefunded: 10.1 });
    expect(back).not.toHaveProperty('refundDue');
  });

  it('is recorded on the day it arrived, never on a future day', async () => {
    const of = await fixture.createClass();
    const id = await fixture.registerMember(of.id, await createPerson());
    const reply = await fixture.post(`/${id}/Payment`, { state: 'paid', date: '2099-01-01' });
    expect([reply.status, reply.body.error.target]).toEqual([400, 'date']);
  });

  it('refuses card data', async () => {
    const of = await fixture.createClass();
    const id = await fixture.registerMember(of.id, await createPerson());
    for (const body of [
      { state: 'paid', reference: '4111-1111-1111-1111' },
      { state: 'paid', cardNumber: 'x' },
      { state: 'paid', more: { PAN: '1' } },
    ])
      expect((await fixture.post(`/${id}/Payment`, body)).status).toBe(400);
    expect((await fixture.readRegistration(id)).payment.state).toBe('unpaid');
  });
});

describe('Bulk', () => {
  const bulk = (body: unknown, headers: Record<string, string> = {}) =>
    fixture.post('/Bulk', body, { headers });

  it('registers each member separately, in the order of the request', async () => {
    const of = await fixture.createClass({ registration: { capacity: 2, waitlistSize: 1 } });
    const people = (await fixture.createPeople(4)).map(({ id }) => id);
    const memberIds = [...people, '00000000-0000-4000-8000-000000000000'];
    const { status, body } = await bulk({ classId: of.id, memberIds });
    expect(status).toBe(200);
    expect(body).toMatchObject({ confirmed: 2, pendingApproval: 0, waitlisted: 1, refused: 2 });
    expect(body.results.map((result: { memberId: string }) => result.memberId)).toEqual(memberIds);
    expect(body.results).toMatchObject([
      { registration: { status: 'Confirmed' } },
      { registration: { status: 'Confirmed' } },
      { registration: { status: 'Waitlisted' } },
      { error: { code: 'CLASS_FULL' } },
      { error: { code: 'VALIDATION_ERROR' } },
    ]);
    expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 2, waiting: 1 });
  });

  it('continues where it stopped when the request is repeated with its Idempotency-Key', async () => {
    const of = await fixture.createClass({ registration: { capacity: 9 } });
    const people = (await fixture.createPeople(3)).map(({ id }) => id);
    const headers = { 'Idempotency-Key': of.id };
    const [first, second] = await Promise.all([
      bulk({ classId: of.id, memberIds: people }, headers),
      bulk({ classId: of.id, memberIds: people }, headers),
    ]);
    const replies = [first, second, await bulk({ classId: of.id, memberIds: people }, headers)];
    for (const { status, body } of replies.filter((reply) => reply.status !== 409)) {
      expect(status).toBe(200);
      expect(body.confirmed).toBe(3);
    }
    expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 3, live: 3 });
  });

  it('accepts 200 members, and writes nothing with validateOnly', async () => {
    const of = await fixture.createClass({ registration: { closesAt: fromNow(hour) } });
    const memberIds = (await fixture.createPeople(201)).map(({ id }) => id);
    expect((await bulk({ classId: of.id, memberIds })).status).toBe(400);
    const dry = await fixture.post('/Bulk?validateOnly=true', {
      classId: of.id,
      memberIds: memberIds.slice(0, 3),
    });
    expect([dry.status, (await fixture.readSeats(of.id)).taken]).toEqual([204, 0]);
    const { body } = await bulk({ classId: of.id, memberIds: memberIds.slice(0, 200) });
    expect(body).toMatchObject({ confirmed: 200, refused: 0 });
    expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 200, live: 200 });
    const roster = await fixture.get(`?classId=${of.id}&page=4&pageSize=50`);
    expect([roster.headers.get('x-total-count'), roster.body.length]).toEqual(['200', 50]);
    expect(roster.readUnits).toBeLessThan(60);
  }, 120_000);
});
