// A refund of a seat that is held leaves its fee due; one of a registration that ended does not
// (docs/interface/training.md#payments).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addRegistration } from '../../../functions/training/reports/kinds/revenue-by-class.ts';
import type { Reply } from '../../harness/platform.ts';
import { path, type RegistrationFixture, startRegistrationFixture } from './registration-fixture.ts';

let fixture: RegistrationFixture;
let token: string;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
  const permissions = [
    ...['training.registrations.read', 'training.registrations.write', 'training.credits.read'],
    ...['training.awards.write', 'training.certifications.write', 'OverrideRegistration'],
  ] as const;
  token = await fixture.platform.tokenFor({ tenant: 'demo', permissions: permissions as never });
});
afterAll(() => fixture.platform.stop());

const call = (method: 'GET' | 'POST', address: string, body?: unknown): Promise<Reply> =>
  fixture.platform.call(method, 'training', address, { tenant: 'demo', token, body });
const createPerson = async (): Promise<string> => (await fixture.createPeople(1))[0]?.id ?? '';
const register = async (registration = {}): Promise<string> => {
  const id = await fixture.registerMember(
    (await fixture.createClass({ registration })).id,
    await createPerson(),
  );
  return `${path}/${id}`;
};
const add = (address: string, kind: string, amount?: number) =>
  call('POST', `${address}/Payments`, { kind, amount, reason: 'Decided by the office.' });

describe('a seat that is held', () => {
  it('owes its fee when what was paid so far is refunded: it is invoiced, and can be paid', async () => {
    const of = await register();
    await add(of, 'payment', 40);
    const { body } = await add(of, 'refund', 40);
    expect(body.balance).toMatchObject({ state: 'unpaid', charged: 100, paid: 40, refunded: 40, owed: 100 });
    expect((await call('GET', of)).body).toMatchObject({
      ...{ status: 'Confirmed', payment: { state: 'unpaid', amountDue: 100 } },
    });
    const invoice = await call('POST', `${of}/Invoices`);
    expect(invoice.body).toMatchObject({
      ...{ kind: 'invoice', total: 100, balance: { charged: 100, paid: 0, due: 100, refundDue: 0 } },
    });
    expect((await call('POST', `${of}/Payment`, { state: 'paid' })).body.payment).toMatchObject({
      ...{ state: 'paid', amountPaid: 140, amountRefunded: 40 },
    });
    expect((await call('POST', `${of}/Invoices`)).body.id).toBe(invoice.body.id);
  });

  it('owes its fee when it is given to another person after a refund', async () => {
    const of = await register();
    await add(of, 'payment');
    await add(of, 'refund');
    const given = await call('POST', `${of}/Transfer`, { memberId: await createPerson() });
    expect(given.status, given.text).toBe(201);
    expect((await call('GET', `${path}/${given.body.id}/Payments`)).body.balance).toMatchObject({
      ...{ state: 'unpaid', owed: 100 },
    });
  });

  it('owes the fee of a cancellation after a refund', async () => {
    const of = await register({ cancellation: { deadlineHours: 72, feeBefore: { amount: 25 } } });
    await add(of, 'payment');
    await add(of, 'refund');
    const { body } = await call('POST', `${of}/Cancel`, {});
    expect(body.payment).toMatchObject({ amountDue: 25, state: 'unpaid', balance: { owed: 25 } });
    // The report of revenue has the fee too, and no seat sold.
    const sums = { registrations: 0, due: 0, paid: 0, refunded: 0, owed: 0 };
    const cancelled = await fixture.readRegistration(of.split('/').at(-1) ?? '');
    expect(addRegistration(sums, cancelled)).toEqual({
      ...sums,
      due: 25,
      paid: 100,
      refunded: 100,
      owed: 25,
    });
  });

  it('is given for less by a waiver of what was paid, which is then to be refunded', async () => {
    const of = await register();
    await add(of, 'payment');
    const waived = await add(of, 'waiver', 30);
    expect(waived.body.balance).toMatchObject({ state: 'paid', owed: 0, refundDue: 30 });
    const refunded = await add(of, 'refund', 30);
    expect(refunded.body.balance).toMatchObject({ state: 'paid', owed: 0, refundDue: 0 });
    expect((await add(of, 'waiver', 70.01)).status).toBe(409);
  });
});

describe('a registration for an award', () => {
  const registerForAward = async (awardId: string, memberId: string): Promise<string> => {
    const sent = { awardId, memberId, registrationType: 'Admin' };
    const { status, body, text } = await call('POST', '/api/v1/AwardsRegistration', sent);
    expect(status, text).toBe(201);
    return `/api/v1/AwardsRegistration/${body.id}`;
  };
  async function registerAgain(before: readonly string[], after: readonly string[]) {
    const name = `Refunded ${randomUUID()}`;
    const award = { name, price: 100, requiresApproval: false };
    const { body: created } = await call('POST', '/api/v1/Awards', award);
    const memberId = await createPerson();
    const first = await registerForAward(created.id, memberId);
    for (const kind of before) await add(first, kind);
    await call('POST', `${first}/Withdraw`, { reason: 'Later.' });
    for (const kind of after) await add(first, kind);
    return { first, again: () => registerForAward(created.id, memberId) };
  }

  it.each([
    ['withdrawn and refunded', ['payment'], ['refund']],
    ['refunded and withdrawn', ['payment', 'refund'], []],
  ])(
    'that was paid, %s owes nothing, and its price again when the person registers again',
    async (_, before, after) => {
      const { first, again } = await registerAgain(before, after);
      expect((await call('GET', first)).body.payment).toMatchObject({
        state: 'refunded',
        charged: 0,
        owed: 0,
      });
      const of = await again();
      expect((await call('GET', of)).body.payment).toMatchObject({
        ...{ state: 'unpaid', charged: 100, owed: 100 },
      });
      expect((await call('POST', `${of}/Invoices`)).body).toMatchObject({ kind: 'invoice', total: 100 });
      expect((await add(of, 'payment')).body.balance).toMatchObject({ state: 'paid', owed: 0, paid: 200 });
    },
  );

  it('is not due again where what was kept of an earlier one is refunded', async () => {
    const { again } = await registerAgain(['payment'], []);
    const of = await again();
    expect((await call('GET', of)).body.payment).toMatchObject({ charged: 200, owed: 100 });
    expect((await add(of, 'refund')).body.balance).toMatchObject({ charged: 100, owed: 100 });
  });
});
