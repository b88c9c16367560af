// Cancelling and transferring a registration (docs/interface/training.md#registration-changes).
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { awardById } from '../../../functions/training/awards/record/award-record.ts';
import { path, type RegistrationFixture, startRegistrationFixture } from './registration-fixture.ts';

let fixture: RegistrationFixture;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
});
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
    expect(body.payment).toMatchObject({ method: 'Free', amountDue: 0, state: 'free' });
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

describe('A class that was moved', () => {
  it('has its new time, and the deadline that follows from it, in every view of a registration', async () => {
    const cancellation = { deadlineHours: 48, feeAfter: { amount: 20 } };
    const of = await fixture.createClass({ registration: { cancellation } });
    const member = await createPerson();
    const id = await fixture.registerMember(of.id, member);
    await fixture.changeClass(of, {}, { startsAt: '2035-05-03T16:00:00.000Z', sectionName: 'Moved' });
    const { platform } = fixture;
    const token = await platform.tokenFor({ tenant: 'demo', permissions: [], personId: member });
    const read = (address: string) => platform.call('GET', 'training', address, { tenant: 'demo', token });
    const [one, own, ofPerson] = await Promise.all([
      read(`${path}/${id}`),
      read(path),
      read(`/api/v1/People/${member}/Registrations`),
    ]);
    const paid = await fixture.post(`/${id}/Payment`, { state: 'paid' });
    for (const view of [one.body, own.body[0], ofPerson.body[0], paid.body])
      expect(view).toMatchObject({
        id,
        sectionName: 'Moved',
        classStartsAt: '2035-05-03T16:00:00.000Z',
        cancellationDeadline: '2035-05-01T16:00:00.000Z',
      });
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
    expect((await fixture.readRegistration(id)).payment).toMatchObject({
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
    expect(refund.body.payment).toMatchObject({ state: 'unpaid', amountRefunded: 150.5 });
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
