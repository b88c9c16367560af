// Payments of registrations for classes and awards are a ledger (docs/interface/training.md#payments).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registrationKey } from '../../../functions/training/registrations/record/registration.ts';
import {
  defaultTrainingSettings,
  trainingSettingsKey,
} from '../../../functions/training/training-settings.ts';
import { commit, put } from '../../../shared/data/changes.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import type { CallOptions } from '../../harness/platform.ts';
import { type RegistrationFixture, startRegistrationFixture } from './registration-fixture.ts';

let fixture: RegistrationFixture;
let token: string;
const subject = randomUUID();

beforeAll(async () => {
  fixture = await startRegistrationFixture();
  token = await fixture.platform.tokenFor({
    tenant: 'demo',
    subject,
    permissions: [
      'training.awards.write',
      'training.classes.write',
      'training.registrations.read',
      'training.registrations.write',
      'training.credits.read',
      'training.certifications.write',
      'OverrideRegistration',
    ],
  });
});
afterAll(() => fixture.platform.stop());

const call = (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
  fixture.platform.call(method, 'training', `/api/v1${path}`, {
    tenant: 'demo',
    token,
    ...(body !== undefined && { body }),
    ...options,
  });
async function createPerson(): Promise<string> {
  const [person] = await fixture.createPeople(1);
  if (!person) throw new Error('nobody');
  return person.id;
}
const today = () => toLocalDate('America/Los_Angeles', new Date());
const classPath = (id: string) => `/registration/ClassRegistration/${id}`;
/** A registration for a class with a fee of 100. */
async function registerForClass() {
  const { id: classId } = await fixture.createClass();
  const id = await fixture.registerMember(classId, await createPerson(), { paymentMethod: 'Invoice' });
  return { id, classId, payments: `${classPath(id)}/Payments` };
}

describe('the ledger of a class registration', () => {
  it('keeps every payment, refund, correction and waiver with its reference, who and when', async () => {
    const { id, payments } = await registerForClass();
    const add = (body: object) => call('POST', payments, body);
    const first = await call('GET', payments);
    expect(first.body).toMatchObject({
      registrationId: id,
      balance: { currency: 'USD', state: 'unpaid', owed: 100, inWords: '$100.00 is due.' },
      entries: [{ number: 1, kind: 'charge', amount: 100, currency: 'USD', reason: 'Fee' }],
    });
    const made = await add({ kind: 'payment', amount: 40, method: 'PurchaseOrder', reference: 'PO 2291' });
    expect(made.status).toBe(200);
    expect(made.body.balance).toMatchObject({ state: 'partial', paid: 40, owed: 60 });
    await add({ kind: 'payment', amount: 600, date: '2026-03-02' });
    await add({ kind: 'correction', amount: -540, corrects: 3, reason: 'A zero too many.' });
    await add({ kind: 'refund', amount: 25, reference: 'CHQ 1' });
    const { body } = await call('GET', payments);
    expect(body.balance).toEqual({
      ...{ currency: 'USD', state: 'partial', charged: 100, waived: 0, paid: 100, refunded: 25 },
      ...{ owed: 25, refundDue: 0, inWords: '$75.00 of $100.00 is paid; $25.00 is due.' },
    });
    expect(body.entries).toMatchObject([
      { kind: 'charge', amount: 100 },
      {
        kind: 'payment',
        amount: 40,
        method: 'PurchaseOrder',
        reference: 'PO 2291',
        date: today(),
        by: subject,
      },
      { kind: 'payment', amount: 600, date: '2026-03-02', by: subject },
      { kind: 'correction', amount: -540, corrects: 3, reason: 'A zero too many.', by: subject },
      { number: 5, kind: 'refund', amount: 25, reference: 'CHQ 1', at: expect.any(String) },
    ]);
    // What existing callers read follows from the ledger.
    expect((await call('GET', classPath(id))).body.payment).toMatchObject({
      ...{ amountDue: 100, state: 'unpaid', amountPaid: 100, amountRefunded: 25, currency: 'USD' },
      balance: body.balance,
    });
  });

  it('takes the same reference once, also from concurrent requests', async () => {
    const { payments } = await registerForClass();
    const sent = { kind: 'payment', amount: 40, reference: 'CHQ 77' };
    const all = await Promise.all(Array.from({ length: 4 }, () => call('POST', payments, sent)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200]);
    const other = await call('POST', payments, { ...sent, amount: 41 });
    expect([other.status, other.body.error.target]).toEqual([409, 'reference']);
    expect((await call('GET', payments)).body).toMatchObject({
      balance: { paid: 40 },
      entries: { length: 2 },
    });
  });

  it('has the entries of the endpoint that existing callers use, and both agree', async () => {
    const { id, payments } = await registerForClass();
    const { body } = await call('POST', `${classPath(id)}/Payment`, { state: 'paid', reference: 'INV-88' });
    expect(body.payment).toMatchObject({ state: 'paid', amountPaid: 100, reference: 'INV-88' });
    expect((await call('GET', payments)).body.entries).toMatchObject([
      { kind: 'charge' },
      { kind: 'payment', amount: 100, reference: 'INV-88', by: subject },
    ]);
  });

  it('says waived and refunded, and what a cancellation takes away', async () => {
    const { id, payments } = await registerForClass();
    const waived = await call('POST', payments, { kind: 'waiver', reason: 'Speaker.' });
    expect(waived.body.balance).toMatchObject({ state: 'waived', waived: 100, owed: 0 });
    expect((await call('GET', classPath(id))).body.payment).toMatchObject({ state: 'free', amountDue: 0 });
    const other = await registerForClass();
    await call('POST', other.payments, { kind: 'payment', amount: 30 });
    await call('POST', `${classPath(other.id)}/Cancel`, {});
    const { body } = await call('GET', other.payments);
    expect(body.balance).toMatchObject({ state: 'paid', charged: 30, paid: 30, owed: 0 });
    expect(body.entries.at(-1)).toMatchObject({ kind: 'charge', amount: -70, by: subject });
    const back = await call('POST', other.payments, { kind: 'refund' });
    expect(back.body.balance).toMatchObject({ state: 'refunded', refunded: 30 });
  });

  it('moves with the seat', async () => {
    const { id, payments } = await registerForClass();
    await call('POST', payments, { kind: 'payment', amount: 100, reference: 'PO 9' });
    const { id: classId } = await fixture.createClass({
      registration: { standard: { memberFee: 130, nonMemberFee: 130 } },
    });
    const moved = await call('POST', `${classPath(id)}/Transfer`, { classId });
    expect(moved.status, moved.text).toBe(201);
    const { body } = await call('GET', `${classPath(moved.body.id)}/Payments`);
    expect(body.balance).toMatchObject({ state: 'partial', charged: 130, paid: 100, owed: 30 });
    expect(body.entries).toMatchObject([
      { amount: 100 },
      { reference: 'PO 9' },
      { kind: 'charge', amount: 30 },
    ]);
    expect((await call('GET', payments)).body.entries).toEqual([]);
    expect((await call('POST', payments, { kind: 'payment', amount: 1 })).status).toBe(409);
  });

  it('begins with the totals of a registration that was made before it was kept', async () => {
    const { id, payments } = await registerForClass();
    const item = await fixture.readRegistration(id);
    const payment = { method: 'Invoice', amountDue: 100, state: 'unpaid', amountPaid: 30 } as const;
    await commit([put(registrationKey(fixture.store, id), { ...item, payment })]);
    expect((await call('GET', payments)).body).toMatchObject({
      balance: { state: 'partial', paid: 30, owed: 70 },
      entries: [
        { kind: 'charge', amount: 100 },
        { kind: 'payment', amount: 30, by: 'system' },
      ],
    });
    await call('POST', payments, { kind: 'payment', reference: 'CHQ 5' });
    expect((await call('GET', classPath(id))).body.payment).toMatchObject({
      ...{ state: 'paid', amountPaid: 100, balance: { state: 'paid' } },
    });
  });

  it('is read by the registrant and by staff, and entered by staff; never with card data', async () => {
    const { payments } = await registerForClass();
    const none = await fixture.platform.tokenFor({ tenant: 'demo', permissions: [] });
    expect((await call('GET', payments, undefined, { token: none })).status).toBe(403);
    expect((await call('POST', payments, { kind: 'payment' }, { token: none })).status).toBe(403);
    expect((await call('GET', payments, undefined, { token: undefined })).status).toBe(401);
    const card = { kind: 'payment', reference: '4111 1111 1111 1111' };
    expect((await call('POST', payments, card)).status).toBe(400);
    const dry = await call('POST', `${payments}?validateOnly=true`, { kind: 'payment' });
    expect([dry.status, (await call('GET', payments)).body.balance.paid]).toEqual([204, 0]);
    const stale = { headers: { 'If-Match': '"9999"' } };
    expect((await call('POST', payments, { kind: 'payment' }, stale)).status).toBe(412);
    const all = await call('POST', payments, { kind: 'correction', amount: 0 });
    expect(all.body.error.details.map(({ target }: { target: string }) => target)).toEqual([
      ...['amount', 'reason', 'corrects'],
    ]);
    const euro = await call('POST', payments, { kind: 'payment', currency: 'EUR' });
    expect([euro.status, euro.body.error.target]).toEqual([409, 'currency']);
  });
});

describe('the ledger of an award registration', () => {
  const createAward = async () =>
    (await call('POST', '/Awards', { name: `Priced ${randomUUID()}`, price: 275.5, requiresApproval: false }))
      .body.id;
  const register = (awardId: string, memberId: string) =>
    call('POST', '/AwardsRegistration', { awardId, memberId, registrationType: 'Admin' });

  it('begins with the price of the award, which is owed from the registration on', async () => {
    const { status, body } = await register(await createAward(), await createPerson());
    expect([status, body.payment]).toMatchObject([201, { state: 'unpaid', owed: 275.5, currency: 'USD' }]);
    expect(body.message).toContain(' $275.50 is due.');
    const path = `/AwardsRegistration/${body.id}`;
    const paid = await call('POST', `${path}/Payments`, { kind: 'payment', reference: 'INV 3' });
    expect([paid.status, paid.body.balance.state]).toEqual([200, 'paid']);
    expect((await call('GET', path)).body.payment).toEqual(paid.body.balance);
  });

  it('keeps its entries when the person registers again, and is closed when the registration ends', async () => {
    const [awardId, memberId] = [await createAward(), await createPerson()];
    const { body: first } = await register(awardId, memberId);
    await call('POST', `/AwardsRegistration/${first.id}/Payments`, { kind: 'payment', amount: 100 });
    const ended = await call('POST', `/AwardsRegistration/${first.id}/Withdraw`, { reason: 'Later.' });
    expect(ended.body.payment).toMatchObject({ state: 'paid', charged: 100, owed: 0 });
    const { body: second } = await register(awardId, memberId);
    const { body } = await call('GET', `/AwardsRegistration/${second.id}/Payments`);
    expect(body.entries.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount])).toEqual([
      ['charge', 275.5],
      ['payment', 100],
      ['charge', -175.5],
      ['charge', 275.5],
    ]);
    expect(body.balance).toMatchObject({ state: 'partial', owed: 275.5 });
  });

  it('charges the price also to a holder who was awarded without a registration', async () => {
    const [awardId, personId] = [await createAward(), await createPerson()];
    const input = { awardId, personId, override: true, reason: 'Decided by the board.' };
    expect((await call('POST', '/Certifications', input)).status).toBe(201);
    const [registration] = (await call('GET', `/People/${personId}/AwardRegistrations`)).body;
    expect(registration).toMatchObject({ status: 'Awarded', payment: { state: 'unpaid', owed: 275.5 } });
  });
});

it('amounts carry the currency of the tenant, with its decimals, in JSON and in words', async () => {
  const { store } = fixture;
  const settings = { ...defaultTrainingSettings, currency: 'JPY', version: 1 };
  await commit([put(trainingSettingsKey(store), settings)]);
  const { id: classId } = await fixture.createClass({
    registration: { standard: { memberFee: 12_000, nonMemberFee: 12_000 } },
  });
  const { body } = await fixture.register(classId, await createPerson());
  expect(body.message).toContain('¥12,000 is due.');
  const payments = `${classPath(body.registrationId)}/Payments`;
  const refused = await call('POST', payments, { kind: 'payment', amount: 99.5 });
  expect(refused.body.error.details).toMatchObject([
    { message: 'amount must have no decimals in JPY, but was 99.5.', target: 'amount' },
  ]);
  expect((await call('POST', payments, { kind: 'payment', amount: 5000 })).body).toMatchObject({
    balance: { currency: 'JPY', owed: 7000, inWords: '¥5,000 of ¥12,000 is paid; ¥7,000 is due.' },
    entries: [{ amount: 12_000, currency: 'JPY' }, { amount: 5000 }],
  });
  const awards = await call('POST', '/Awards', { name: 'Half a yen', price: 99.5 });
  const fees = await call('POST', '/Classes', {
    ...{ sectionName: 'Half a yen', courseId: fixture.idOf('course', 'budget-basics') },
    sessions: [{ date: '2099-03-02', startTime: '09:00', endTime: '12:00' }],
    registration: { standard: { memberFee: 99.5 } },
  });
  expect([awards.body.error.details, fees.body.error.details]).toMatchObject([
    [{ message: 'price must have no decimals in JPY, but was 99.5.', target: 'price' }],
    [{ target: 'registration.standard.memberFee' }],
  ]);
  const asked = `classId=${classId}&memberId=${await createPerson()}`;
  const eligibility = await call('GET', `/registration/ClassRegistration/eligibility?${asked}`);
  expect(eligibility.body).toMatchObject({ fee: 12_000, currency: 'JPY' });
});
