// Amounts are written with the decimals of the tenant's currency (ISO 4217): in messages and refusals.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  defaultTrainingSettings,
  trainingSettingsKey,
} from '../../../functions/training/training-settings.ts';
import { commit, put } from '../../../shared/data/changes.ts';
import type { Reply } from '../../harness/platform.ts';
import { type RegistrationFixture, startRegistrationFixture } from '../registrations/registration-fixture.ts';

let fixture: RegistrationFixture;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
});
afterAll(() => fixture.platform.stop());

describe.each([
  { currency: 'JPY', memberFee: 12_000, written: '¥12,000' },
  { currency: 'BHD', memberFee: 45.5, written: 'BHD\u00a045.500' },
  { currency: 'USD', memberFee: 45.5, written: '$45.50' },
])('an amount in $currency', ({ currency, memberFee, written }) => {
  let registrationId: string;
  beforeAll(async () => {
    const { store } = fixture;
    await commit([put(trainingSettingsKey(store), { ...defaultTrainingSettings, currency, version: 1 })]);
    const item = await fixture.createClass({
      registration: { standard: { memberFee, nonMemberFee: memberFee } },
    });
    const [person] = await fixture.createPeople(1);
    const free = await fixture.register(item.id, person?.id ?? '', { paymentMethod: 'Free' });
    expect(free.body.error.message).toContain(`because ${written} is due`);
    const { body } = await fixture.register(item.id, person?.id ?? '', { paymentMethod: 'Invoice' });
    expect(body.message).toContain(` ${written} is due by Invoice.`);
    registrationId = body.registrationId;
  });

  it('is a plain number in JSON, beside its currency', async () => {
    const { body } = await fixture.get(`/${registrationId}`);
    expect(body.payment).toMatchObject({ amountDue: memberFee, state: 'unpaid', currency });
  });

  it('is written with the decimals of the currency when a refund is refused', async () => {
    await fixture.post(`/${registrationId}/Payment`, { state: 'paid' });
    const { status, body } = await fixture.post(`/${registrationId}/Payment`, {
      state: 'refunded',
      amount: memberFee + 1,
    });
    expect(status).toBe(409);
    expect(body.error.message).toContain(`At most ${written} can be refunded`);
  });
});

describe('every field of money in a currency with three decimals', () => {
  let office: string;
  const call = (method: string, address: string, body?: unknown): Promise<Reply> =>
    fixture.platform.call(method, 'training', `/api/v1${address}`, { tenant: 'demo', token: office, body });
  const register = async (fee: number, registration = {}): Promise<string> => {
    const standard = { memberFee: fee, nonMemberFee: fee };
    const item = await fixture.createClass({ registration: { standard, ...registration } });
    const [person] = await fixture.createPeople(1);
    return `/registration/ClassRegistration/${await fixture.registerMember(item.id, person?.id ?? '')}`;
  };
  beforeAll(async () => {
    office = await fixture.platform.tokenFor({
      tenant: 'demo',
      permissions: [
        'training.awards.write',
        'training.classes.write',
        'training.courses.write',
        'training.settings.write',
        'training.discounts.write',
        'training.registrations.read',
        'training.registrations.write',
      ],
    });
    const { taxes: _, ...settings } = defaultTrainingSettings;
    const stored = { ...settings, currency: 'KWD', version: 1 };
    await commit([put(trainingSettingsKey(fixture.store), stored)]);
  });

  const terms = (amount: number) => ({ deadlineHours: 1, feeBefore: { amount } });
  const session = { date: '2035-09-01', startTime: '09:00', endTime: '10:00' };
  const requests = (amount: number) => [
    { address: '/Awards', body: { name: 'Priced', price: amount }, target: 'price' },
    {
      address: '/Classes',
      body: {
        ...{ sectionName: 'Priced', courseId: fixture.idOf('course', 'budget-basics'), sessions: [session] },
        registration: { standard: { memberFee: amount, nonMemberFee: amount } },
      },
      target: 'registration.standard.memberFee',
    },
    { address: '/DiscountCodes', body: { amount }, target: 'amount' },
  ];

  it('takes three decimals, and refuses four', async () => {
    for (const { address, body } of requests(12.345)) {
      const { status, text } = await call('POST', address, body);
      expect(status, text).toBe(201);
    }
    for (const { address, body, target } of requests(12.3456)) {
      const { status, body: refused } = await call('POST', address, body);
      expect([status, refused.error.target]).toEqual([400, target]);
      expect(JSON.stringify(refused)).toContain(
        `${target} must have at most 3 decimals in KWD, but was 12.3456.`,
      );
    }
    const set = await call('PUT', '/Settings/Registration', { cancellation: terms(1.005) });
    expect([set.status, set.body.cancellation]).toMatchObject([200, { feeBefore: { amount: 1.005 } }]);
    const refused = await call('PUT', '/Settings/Registration', { cancellation: terms(1.0005) });
    expect([refused.status, refused.body.error.target]).toEqual([400, 'cancellation.feeBefore.amount']);
    await call('PUT', '/Settings/Registration', { cancellation: null });
  });

  it('is paid, refunded, invoiced and owed to the fils', async () => {
    const { body: taxes } = await call('PUT', '/Settings/TaxRates', { rates: [{ name: 'VAT', rate: 5 }] });
    const taxRateId = taxes.rates[0].id;
    const of = await register(10.01, { taxRateId });
    const due = (await call('GET', of)).body.payment;
    expect(due).toMatchObject({ amountDue: 10.511, balance: { inWords: 'KWD\u00a010.511 is due.' } });
    const part = await call('POST', `${of}/Payments`, { kind: 'payment', amount: 2.345 });
    expect(part.body.balance).toMatchObject({ paid: 2.345, owed: 8.166 });
    const whole = await call('POST', `${of}/Payment`, { state: 'paid' });
    expect(whole.body.payment).toMatchObject({ state: 'paid', amountPaid: 10.511 });
    const back = await call('POST', `${of}/Payment`, { state: 'refunded', amount: 0.001 });
    expect(back.body.payment).toMatchObject({ state: 'unpaid', balance: { owed: 0.001 } });
    expect((await call('POST', `${of}/Invoices`)).body).toMatchObject({
      ...{ currency: 'KWD', subtotal: 10.01, tax: { amount: 0.501 }, total: 10.511 },
      balance: { charged: 10.511, paid: 10.51, due: 0.001 },
    });
    const receipt = await call('GET', `${of}/Payments/3/Receipt`);
    expect(receipt.body).toMatchObject({ currency: 'KWD', total: 8.166 });
    const fine = await call('POST', `${of}/Payments`, { kind: 'payment', amount: 1.0001 });
    expect([fine.status, fine.body.error.target]).toEqual([400, 'amount']);
  });

  it('has a discount and a cancellation fee with its decimals', async () => {
    const of = await register(20.5, { cancellation: terms(1.005) });
    expect((await call('GET', `${of}/Cancellation`)).body).toMatchObject({ fee: 1.005, owed: 1.005 });
    expect((await call('POST', `${of}/Cancel`, {})).body.payment).toMatchObject({ amountDue: 1.005 });
  });
});

it('a payment in a currency with two decimals has no third one', async () => {
  const { store } = fixture;
  await commit([
    put(trainingSettingsKey(store), { ...defaultTrainingSettings, currency: 'USD', version: 1 }),
  ]);
  const item = await fixture.createClass();
  const [person] = await fixture.createPeople(1);
  const id = await fixture.registerMember(item.id, person?.id ?? '');
  for (const body of [
    { kind: 'payment', amount: 12.345 },
    { kind: 'refund', amount: 12.345 },
  ]) {
    const { status, body: refused } = await fixture.post(`/${id}/Payments`, body, {
      token: await fixture.platform.tokenFor({
        tenant: 'demo',
        permissions: ['training.registrations.write'],
      }),
    });
    expect([status, refused.error.target]).toEqual([400, 'amount']);
  }
});

describe('prices in JSON', () => {
  it('have their currency beside them: of awards, classes, events and catalogues', async () => {
    const { platform, store } = fixture;
    const settings = { ...defaultTrainingSettings, currency: 'JPY', version: 1 };
    await commit([put(trainingSettingsKey(store), settings)]);
    const call = async (method: string, address: string, body?: unknown) => {
      const reply = await platform.call(method, 'training', `/api/v1${address}`, { tenant: 'demo', body });
      expect(reply.status, reply.text).toBeLessThan(300);
      return reply.body;
    };
    const award = await call('POST', '/Awards', { name: 'Priced', price: 1200 });
    const item = await call('POST', '/Classes', {
      sectionName: 'Priced',
      courseId: platform.demo.values.courseId,
      sessions: [{ date: '2035-09-01', startTime: '09:00', endTime: '10:00' }],
    });
    const views = [
      award,
      await call('GET', `/Awards/${award.id}`),
      await call('PUT', `/Awards/${award.id}`, { price: 1300 }),
      ...(await call('GET', '/Awards/List')),
      ...(await call('POST', '/Public/AwardListPublic', {})).result,
      await call('GET', `/Public/getAwardById/${award.id}`),
      item,
      await call('GET', `/Classes/${item.id}`),
      await call('PUT', `/Classes/${item.id}`, { description: 'Bring a pencil.' }),
      ...(await call('GET', '/Classes/List')),
      ...(await call('POST', '/Public/ClassPagingList', {})).result,
      await call('GET', `/Public/getClassById/${item.id}`),
      ...(await call('POST', '/public/EventClassPagingList', {})).result,
    ];
    expect(new Set(views.map(({ currency }) => currency))).toEqual(new Set(['JPY']));
  });
});
