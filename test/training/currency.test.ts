// Amounts are written with the decimals of the tenant's currency (ISO 4217): in messages and refusals.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultTrainingSettings, trainingSettingsKey } from '../../functions/training/training-settings.ts';
import { commit, put } from '../../shared/data/changes.ts';
import { type RegistrationFixture, startRegistrationFixture } from './registration-fixture.ts';

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
