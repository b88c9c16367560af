// Registering for a class (docs/interface/training.md#class-registration).
// Rules: docs/interface/requests.md#dry-runs.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkDigit } from '../../../functions/training/record-numbers.ts';
import {
  day,
  fromNow,
  hour,
  path,
  type RegistrationFixture,
  startRegistrationFixture,
} from './registration-fixture.ts';

let fixture: RegistrationFixture;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
});
afterAll(() => fixture.platform.stop());

const unknown = '00000000-0000-4000-8000-000000000000';
const createPerson = async (organization?: string | null): Promise<string> =>
  (await fixture.createPeople(1, organization))[0]?.id ?? '';

describe('POST ClassRegistration', () => {
  it('confirms when there is room, and Location is the address of the registration', async () => {
    const { id } = await fixture.createClass({ registration: { capacity: 2 } });
    const memberId = await createPerson();
    const { status, body, headers } = await fixture.register(id, memberId, {
      justification: 'For the budget season',
      notes: 'Vegetarian',
    });
    expect([status, body.status]).toEqual([201, 'Confirmed']);
    expect(Object.keys(body).sort()).toEqual(['confirmationNumber', 'message', 'registrationId', 'status']);
    expect(body.message).toContain('has a seat in Budget Basics');
    expect(body.message).toContain('100.00 is due');
    expect(body.confirmationNumber).toMatch(/^\d{4}-\d{4}$/);
    expect(checkDigit(body.confirmationNumber.replace('-', ''))).toBe(0);
    const location = headers.get('location') ?? '';
    expect(location).toBe(`${fixture.platform.urls.training}${path}/${body.registrationId}`);
    const { body: found } = await fixture.get(`/${body.registrationId}`);
    expect(found).toMatchObject({
      id: body.registrationId,
      status: 'Confirmed',
      holdsSeat: true,
      kind: 'member',
      phase: 'standard',
      registrationType: 'Self',
      justification: 'For the budget season',
      notes: 'Vegetarian',
      payment: { amountDue: 100, state: 'unpaid' },
      history: [{ to: 'Confirmed', by: 'anonymous' }],
    });
    expect(await fixture.readSeats(id)).toMatchObject({ taken: 1, takenMember: 1, live: 1 });
    expect(await fixture.listNotificationKinds(body.registrationId)).toEqual(['registrationConfirmed']);
  });

  it('refuses a full class without a waitlist: 422 CLASS_FULL', async () => {
    const { id } = await fixture.createClass({ registration: { capacity: 1 } });
    await fixture.registerMember(id, await createPerson());
    const { status, body } = await fixture.register(id, await createPerson());
    expect([status, body.error.code, body.error.target]).toEqual([422, 'CLASS_FULL', 'classId']);
  });

  it('adds to the waitlist of a full class until that is full too', async () => {
    const { id } = await fixture.createClass({ registration: { capacity: 1, waitlistSize: 1 } });
    await fixture.registerMember(id, await createPerson());
    const waiting = await fixture.register(id, await createPerson());
    expect([waiting.status, waiting.body.status]).toEqual([201, 'Waitlisted']);
    expect(waiting.body.message).toContain('on the waitlist');
    const { body } = await fixture.get(`/${waiting.body.registrationId}`);
    expect(body).toMatchObject({ waitlistPosition: 1, holdsSeat: false });
    expect(await fixture.listNotificationKinds(waiting.body.registrationId)).toEqual([
      'registrationWaitlisted',
    ]);
    const third = await fixture.register(id, await createPerson());
    expect([third.status, third.body.error.code]).toEqual([422, 'CLASS_FULL']);
    expect(third.body.error.message).toContain('waitlist is full');
  });

  it('waits for approval when the class has an approval chain, and holds a seat when the class is set up so', async () => {
    const approvalChainId = fixture.idOf('approvalChain', 'manager-then-training');
    for (const pendingHoldsSeat of [true, false]) {
      const { id } = await fixture.createClass({
        registration: { capacity: 5, approvalChainId, pendingHoldsSeat },
      });
      const { status, body } = await fixture.register(id, await createPerson());
      expect([status, body.status]).toEqual([201, 'PendingApproval']);
      expect(body.message).toContain('once this is approved');
      const item = await fixture.readRegistration(body.registrationId);
      expect(item).toMatchObject({ holdsSeat: pendingHoldsSeat, approval: { current: 0 } });
      expect(await fixture.readSeats(id)).toMatchObject({ taken: pendingHoldsSeat ? 1 : 0, live: 1 });
    }
  });

  it('refuses a second active registration, in any state of the first: 409 ALREADY_REGISTERED', async () => {
    const { id } = await fixture.createClass({ registration: { capacity: 1, waitlistSize: 5 } });
    const [first, second] = [await createPerson(), await createPerson()];
    await fixture.registerMember(id, first);
    await fixture.registerMember(id, second);
    for (const memberId of [first, second]) {
      const { status, body } = await fixture.register(id, memberId);
      expect([status, body.error.code, body.error.target]).toEqual([409, 'ALREADY_REGISTERED', 'memberId']);
    }
  });

  it('reports an unknown class and an unknown member at once: 400 with target', async () => {
    const { status, body } = await fixture.register(unknown, unknown);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [
        { code: 'UNKNOWN_VALUE', target: 'classId' },
        { code: 'UNKNOWN_VALUE', target: 'memberId' },
      ],
    });
  });

  it.each([
    ['is not set up', { isTurnedOn: false }, {}, 'not set up'],
    ['has not begun', { opensAt: fromNow(day) }, {}, 'not open yet'],
    ['has closed', { closesAt: fromNow(-hour) }, {}, 'closed on'],
    ['belongs to a cancelled class', {}, { isCancelled: true }, 'cancelled'],
    ['belongs to a class that has taken place', {}, { startsIn: -day }, 'closed on'],
  ])(
    'is refused while registration %s: 422 REGISTRATION_CLOSED',
    async (_name, registration, more, words) => {
      const { id } = await fixture.createClass({ registration, ...more });
      const { status, body } = await fixture.register(id, await createPerson());
      expect([status, body.error.code]).toEqual([422, 'REGISTRATION_CLOSED']);
      expect(body.error.message).toContain(words);
    },
  );

  it('refuses values that are too long or unknown: 400', async () => {
    const { status, body } = await fixture.post('', {
      classId: 'x',
      registrationType: 'Boss',
      justification: 'j'.repeat(1001),
      notes: 'n'.repeat(501),
      paymentMethod: 'Cash',
    });
    expect(status).toBe(400);
    expect(body.error.details.map(({ target }: { target: string }) => target).sort()).toEqual([
      ...['classId', 'justification', 'memberId', 'notes', 'paymentMethod', 'registrationType'],
    ]);
  });
});

describe('the amount due', () => {
  const registration = {
    early: { endsAt: fromNow(day), memberFee: 80, nonMemberFee: 120 },
    standard: { memberFee: 0, nonMemberFee: 150 },
  };

  it('depends on the phase and membership at the time of registration, and is stored', async () => {
    const { id } = await fixture.createClass({ registration });
    const member = await fixture.readRegistration(await fixture.registerMember(id, await createPerson()));
    const stranger = await fixture.readRegistration(
      await fixture.registerMember(id, await createPerson(null)),
    );
    expect(member).toMatchObject({ kind: 'member', phase: 'early', payment: { amountDue: 80 } });
    expect(stranger).toMatchObject({ kind: 'nonMember', phase: 'early', payment: { amountDue: 120 } });
  });

  it('is 0 when the class is free, and only then the method Free is allowed', async () => {
    const { id } = await fixture.createClass({ registration: { standard: registration.standard } });
    const free = await fixture.readRegistration(
      await fixture.registerMember(id, await createPerson(), { paymentMethod: 'Invoice' }),
    );
    expect(free.payment).toMatchObject({ method: 'Free', amountDue: 0, state: 'free' });
    const { status, body } = await fixture.register(id, await createPerson(null), { paymentMethod: 'Free' });
    expect([status, body.error.target]).toEqual([400, 'paymentMethod']);
  });

  it('is set together with seat limits, which apply to each kind in each phase', async () => {
    const { id } = await fixture.createClass({
      registration: {
        capacity: 10,
        standard: { ...registration.standard, memberSeats: 1, nonMemberSeats: 1 },
      },
    });
    await fixture.registerMember(id, await createPerson());
    expect((await fixture.register(id, await createPerson())).body.error.code).toBe('CLASS_FULL');
    await fixture.registerMember(id, await createPerson(null));
    expect((await fixture.register(id, await createPerson(null))).body.error.code).toBe('CLASS_FULL');
  });

  it("can't be paid with card data, in any field", async () => {
    const { id } = await fixture.createClass();
    const memberId = await createPerson();
    const number = await fixture.register(id, memberId, { notes: 'card 4111 1111 1111 1111' });
    expect([number.status, number.body.error.target]).toEqual([400, 'notes']);
    const named = await fixture.register(id, memberId, { payment: { cvv: '123' } });
    expect([named.status, named.body.error.target]).toEqual([400, 'payment.cvv']);
    await fixture.registerMember(id, memberId, { notes: 'Order 4111 1111 1111 1112' });
  });
});

describe('validateOnly and Idempotency-Key', () => {
  it('prevent writing, and writing twice', async () => {
    const { id } = await fixture.createClass({ registration: { capacity: 1 } });
    const memberId = await createPerson();
    expect((await fixture.post('?validateOnly=true', { classId: id, memberId })).status).toBe(204);
    const headers = { 'Idempotency-Key': memberId };
    const first = await fixture.post('', { classId: id, memberId }, { headers });
    const again = await fixture.post('', { classId: id, memberId }, { headers });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(await fixture.readSeats(id)).toMatchObject({ taken: 1, live: 1 });
    const full = await fixture.post('?validateOnly=true', { classId: id, memberId: await createPerson() });
    expect([full.status, full.body.error.code]).toEqual([422, 'CLASS_FULL']);
  });
});
