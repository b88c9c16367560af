// Taxes, and what a cancellation costs (docs/interface/training.md#taxes, #cancellation-fees).
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RegistrationSettings } from '../../../functions/training/classes/record/class.ts';
import type { CallOptions, Reply } from '../../harness/platform.ts';
import {
  type ClassOptions,
  day,
  hour,
  type RegistrationFixture,
  startRegistrationFixture,
} from './registration-fixture.ts';

let fixture: RegistrationFixture;
let office: CallOptions;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
  office = {
    token: await fixture.platform.tokenFor({
      tenant: 'demo',
      permissions: [
        'training.settings.read',
        'training.settings.write',
        'training.classes.write',
        'training.courses.write',
        'training.catalogue.read',
        'training.registrations.write',
      ],
    }),
  };
});
afterEach(() => fixture.moveClock(0));
afterAll(() => fixture.platform.stop());

const createPerson = async (): Promise<string> => (await fixture.createPeople(1))[0]?.id ?? '';
const settings = (method: 'GET' | 'PUT', name: string, body?: unknown): Promise<Reply> =>
  fixture.platform.call(method, 'training', `/api/v1/Settings/${name}`, { tenant: 'demo', body, ...office });

describe('taxes', () => {
  it('of the tenant, or of the class, are added to the fee or contained in it, and stay on the registration', async () => {
    const set = await settings('PUT', 'TaxRates', {
      rates: [
        { name: 'Sales tax', rate: 8.875 },
        { name: 'VAT', rate: 19, isInclusive: true },
      ],
    });
    const [sales, vat] = set.body.rates;
    expect((await settings('PUT', 'TaxRates', { defaultRateId: sales.id })).body.defaultRateId).toBe(
      sales.id,
    );
    const [of, inclusive] = [
      await fixture.createClass(),
      await fixture.createClass({ registration: { taxRateId: vat.id } }),
    ];
    const id = await fixture.registerMember(of.id, await createPerson());
    const taxed = (await fixture.get(`/${id}`)).body;
    expect(taxed.price).toMatchObject({ fee: 100, tax: { name: 'Sales tax', amount: 8.88 }, total: 108.88 });
    expect(taxed.payment).toMatchObject({ amountDue: 108.88, balance: { owed: 108.88 } });
    const memberId = await createPerson();
    const { body } = await fixture.get(`/eligibility?classId=${inclusive.id}&memberId=${memberId}`);
    expect(body).toMatchObject({
      fee: 100,
      price: { tax: { amount: 15.97, isInclusive: true }, total: 100 },
    });

    const retired = await settings('PUT', 'TaxRates', { rates: [], defaultRateId: null });
    expect(retired.body).toMatchObject({ rates: [], defaultRateId: null });
    expect((await fixture.get(`/${id}`)).body.price.tax.rate).toBe(8.875);
    const other = await fixture.createPeople(1);
    const kept = await fixture.registerMember(inclusive.id, other[0]?.id ?? '');
    expect((await fixture.get(`/${kept}`)).body.price.tax.name).toBe('VAT');
    const { status, body: refused } = await fixture.platform.call(
      'PUT',
      'training',
      `/api/v1/Classes/${fixture.idOf('class', 'budget-basics-spring')}`,
      {
        ...{ tenant: 'demo', body: { registration: { taxRateId: vat.id } }, ...office },
      },
    );
    expect([status, refused.error.target]).toEqual([400, 'registration.taxRateId']);
  });

  it.each([
    [{ defaultRateId: '00000000-0000-4000-8000-000000000000' }, 'defaultRateId'],
    [{ rates: [{ id: '00000000-0000-4000-8000-000000000000', name: 'X', rate: 1 }] }, 'rates[0].id'],
    [{ rates: [{ name: 'X', rate: 100.5 }] }, 'rates[0].rate'],
  ])('can not be %j', async (body, target) => {
    const reply = await settings('PUT', 'TaxRates', body);
    expect([reply.status, reply.body.error.target]).toEqual([400, target]);
  });
});

describe('a cancellation', () => {
  const terms: NonNullable<RegistrationSettings['cancellation']> = {
    deadlineHours: 72,
    feeBefore: { amount: 10 },
    feeAfter: { percent: 50 },
  };
  const pay = (id: string) => fixture.post(`/${id}/Payment`, { state: 'paid' }, office);
  const cancel = (id: string, more: Record<string, unknown> = {}) =>
    fixture.post(`/${id}/Cancel`, more, office);

  it('costs the fee before the deadline, which is shown beforehand and then due', async () => {
    const of = await fixture.createClass({ registration: { cancellation: terms } });
    const id = await fixture.registerMember(of.id, await createPerson());
    const costs = (await fixture.get(`/${id}/Cancellation`)).body;
    expect(costs).toMatchObject({
      ...{ isBeforeDeadline: true, feeBefore: 10, feeAfter: 50, fee: 10, owed: 10, refundDue: 0 },
      deadline: new Date(Date.parse(of.startsAt) - 72 * hour).toISOString(),
    });
    expect(costs.inWords).toMatch(
      /^Until .* a cancellation costs \$10\.00; after that it costs \$50\.00\. \$10\.00 would be due\.$/,
    );
    const { body } = await cancel(id);
    expect(body.payment).toMatchObject({ amountDue: 10, state: 'unpaid', balance: { owed: 10 } });
    expect((await pay(id)).body.payment).toMatchObject({ state: 'paid', amountPaid: 10 });
  });

  it('costs the fee after the deadline, and the rest of what was paid is to be refunded', async () => {
    const of = await fixture.createClass({ registration: { cancellation: terms } });
    const id = await fixture.registerMember(of.id, await createPerson());
    await pay(id);
    await fixture.moveClock(28 * day);
    expect((await fixture.get(`/${id}/Cancellation`)).body).toMatchObject({
      fee: 50,
      owed: 0,
      refundDue: 50,
    });
    expect((await cancel(id)).body.payment).toMatchObject({ amountDue: 50, refundDue: 50, state: 'paid' });
  });

  it('costs what the class says, or else its course, or else the tenant; what GET shows can be sent back', async () => {
    const send = (method: 'GET' | 'POST' | 'PUT', address: string, body?: unknown): Promise<Reply> =>
      fixture.platform.call(method, 'training', `/api/v1${address}`, { tenant: 'demo', body, ...office });
    const byCourse = { deadlineHours: 48, feeBefore: { percent: 20 }, feeAfter: null };
    const byTenant = { deadlineHours: 24, feeBefore: null, feeAfter: { amount: 30 } };
    expect((await settings('PUT', 'Registration', { cancellation: byTenant })).body).toMatchObject({
      cancellation: byTenant,
    });
    const { body: course } = await send('POST', '/Courses', {
      name: 'Terms of a course',
      cancellation: byCourse,
    });
    expect(course.cancellation).toEqual(byCourse);
    const address = `/Courses/${course.id}`;
    const shown = (await send('GET', address)).body;
    const sentBack = await send('PUT', address, shown);
    expect([sentBack.status, sentBack.body.cancellation, sentBack.body.edition]).toEqual([200, byCourse, 1]);
    const findTerms = async (of: ClassOptions): Promise<unknown> => {
      const item = await fixture.createClass(of);
      const person = await createPerson();
      const query = `classId=${item.id}&memberId=${person}`;
      const before = (await fixture.get(`/eligibility?${query}`)).body.cancellation;
      const id = await fixture.registerMember(item.id, person);
      expect((await fixture.get(`/${id}`)).body.cancellation).toEqual(before);
      return before;
    };
    const free = { deadlineHours: 0 };
    const courseId = course.id;
    expect(await findTerms({ courseId, registration: { cancellation: terms } })).toMatchObject(terms);
    expect(await findTerms({ courseId })).toEqual(byCourse);
    expect(await findTerms({ courseId, registration: { cancellation: free } })).toMatchObject({
      ...{ deadlineHours: 0, feeBefore: null, feeAfter: null },
    });
    const cleared = await send('PUT', address, { cancellation: null });
    expect(cleared.body).not.toHaveProperty('cancellation');
    expect(await findTerms({ courseId })).toEqual(byTenant);
    await settings('PUT', 'Registration', { cancellation: null });
    expect(await findTerms({ courseId })).toBeUndefined();
    const tooFine = { cancellation: { deadlineHours: 1, feeAfter: { amount: 0.005 } } };
    expect((await send('PUT', address, tooFine)).status).toBe(400);
  });

  it('can be freed from its fee by the office alone', async () => {
    const of = await fixture.createClass({ registration: { cancellation: terms } });
    const memberId = await createPerson();
    const id = await fixture.registerMember(of.id, memberId);
    const token = await fixture.platform.tokenFor({ tenant: 'demo', permissions: [], personId: memberId });
    const refused = await fixture.post(`/${id}/Cancel`, { waiveFee: true }, { token });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'PERMISSION_DENIED']);
    expect((await cancel(id, { waiveFee: true })).body.payment).toMatchObject({
      state: 'free',
      amountDue: 0,
    });
  });

  it('of a place on the waitlist costs nothing, and neither does that of the class', async () => {
    const of = await fixture.createClass({
      registration: { cancellation: terms, capacity: 1, waitlistSize: 2 },
    });
    await fixture.registerMember(of.id, await createPerson());
    const waits = await fixture.registerMember(of.id, await createPerson());
    expect((await fixture.get(`/${waits}/Cancellation`)).body).toMatchObject({ fee: 0, owed: 0 });
    expect((await cancel(waits)).body.payment.state).toBe('free');
  });

  it('follows the terms of the tenant where the class has none, as they were when the registration was made', async () => {
    await settings('PUT', 'Registration', {
      cancellation: { deadlineHours: 24, feeAfter: { percent: 100 } },
    });
    const of = await fixture.createClass();
    const id = await fixture.registerMember(of.id, await createPerson());
    expect((await settings('PUT', 'Registration', { cancellation: null })).body.cancellation).toBeUndefined();
    const { body } = await fixture.get(`/${id}`);
    expect(body.cancellation).toEqual({ deadlineHours: 24, feeBefore: null, feeAfter: { percent: 100 } });
    expect(body.cancellationDeadline).toBe(new Date(Date.parse(of.startsAt) - 24 * hour).toISOString());
    await fixture.moveClock(29 * day + hour);
    expect((await cancel(id)).body.payment).toMatchObject({ amountDue: 100, state: 'unpaid' });
  });

  it('without terms costs nothing, and keeps what was paid, as before', async () => {
    const of = await fixture.createClass();
    const id = await fixture.registerMember(of.id, await createPerson());
    await pay(id);
    expect((await cancel(id)).body.payment).toMatchObject({ amountDue: 100, state: 'paid' });
  });
});
