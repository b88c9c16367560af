// Recording the payments and refunds of a registration (docs/interface/training.md#registration-changes).
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type RegistrationFixture, startRegistrationFixture } from './registration-fixture.ts';

let fixture: RegistrationFixture;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
});
afterEach(() => fixture.moveClock(0));
afterAll(() => fixture.platform.stop());

const createPerson = async (organization?: string | null): Promise<string> =>
  (await fixture.createPeople(1, organization))[0]?.id ?? '';

describe('Payment', () => {
  it('can be recorded as paid once and then refunded, never more than was paid', async () => {
    const of = await fixture.createClass();
    const id = await fixture.registerMember(of.id, await createPerson(), { paymentMethod: 'Invoice' });
    const noted = (body: unknown) => fixture.post(`/${id}/Payment`, body);
    expect((await noted({ state: 'refunded' })).status).toBe(409);
    const paid = await noted({ state: 'paid', date: '2026-03-02', reference: 'INV-88' });
    expect(paid.body.payment).toMatchObject({
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
