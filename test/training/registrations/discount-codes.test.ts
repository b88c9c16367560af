// Discount codes (docs/interface/training.md#discount-codes).
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { codeAttempts } from '../../../functions/training/discount-codes/attempts.ts';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import type { CallOptions, Reply } from '../../harness/platform.ts';
import { day, type RegistrationFixture, startRegistrationFixture } from './registration-fixture.ts';

let fixture: RegistrationFixture;
let office: CallOptions;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
  office = {
    token: await fixture.platform.tokenFor({ tenant: 'demo', permissions: ['training.discounts.write'] }),
  };
});
afterEach(() => fixture.moveClock(0));
afterAll(() => fixture.platform.stop());

const createPerson = async (): Promise<string> => (await fixture.createPeople(1))[0]?.id ?? '';
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', address: string, body?: unknown): Promise<Reply> =>
  fixture.platform.call(method, 'training', `/api/v1/DiscountCodes${address}`, {
    ...{ tenant: 'demo', body, ...office },
  });
interface Code {
  readonly id: string;
  readonly code: string;
}
const createCode = async (more: Record<string, unknown> = {}): Promise<Code> => {
  const { status, body } = await call('POST', '', { percent: 20, ...more });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
};
const countRedeemed = async ({ id }: Code): Promise<number> => (await call('GET', `/${id}`)).body.redeemed;
/** Each as a user of their own. */
async function registerWith(classId: string, { code }: Code, memberId?: string): Promise<Reply> {
  const personId = memberId ?? (await createPerson());
  const token = await fixture.platform.tokenFor({ tenant: 'demo', permissions: [], personId });
  return fixture.post('', { classId, memberId: personId, discountCode: code }, { token });
}

describe('a discount code', () => {
  it('reduces what is due, and is on the registration with what it took off', async () => {
    const of = await fixture.createClass();
    const code = await createCode();
    const { body } = await registerWith(of.id, code);
    expect(body.message).toContain('$80.00 is due');
    const registration = (await fixture.get(`/${body.registrationId}`)).body;
    expect(registration.payment).toMatchObject({ amountDue: 80, balance: { owed: 80 } });
    expect(registration.price).toEqual({
      currency: 'USD',
      fee: 100,
      discount: { code: code.code, percent: 20, amount: 20 },
      total: 80,
    });
    expect(await countRedeemed(code)).toBe(1);
  });

  it('is made without a pattern when none is sent, and found however it is written', async () => {
    const { code } = await createCode();
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}$/);
    const of = await fixture.createClass();
    const written = { id: '', code: code.toLowerCase().replaceAll('-', ' ') };
    expect((await registerWith(of.id, written)).status).toBe(201);
    expect((await call('POST', '', { code, percent: 5 })).status).toBe(409);
    expect((await call('GET', `?code=${code.toLowerCase()}`)).body).toMatchObject([{ code, redeemed: 1 }]);
  });

  it('that leaves nothing to pay makes a registration free', async () => {
    const of = await fixture.createClass();
    const { body } = await registerWith(of.id, await createCode({ percent: 100 }));
    expect((await fixture.readRegistration(body.registrationId)).payment).toMatchObject({ state: 'free' });
  });

  it('takes off an amount, at most the fee', async () => {
    const of = await fixture.createClass();
    const code = await createCode({ percent: null, amount: 30.5 });
    const { body } = await registerWith(of.id, code);
    expect((await fixture.readRegistration(body.registrationId)).payment.amountDue).toBe(69.5);
  });

  it('is refused with what is wrong: unknown, not yet or no longer valid, for something else, ended', async () => {
    const of = await fixture.createClass();
    const timeZone = (await fixture.store.get(tenantKey(fixture.store)))?.timeZone ?? '';
    const today = toLocalDate(timeZone, new Date());
    const after = toLocalDate(timeZone, new Date(Date.now() + 3 * day));
    const codes: [Code, string][] = [
      [{ id: '', code: 'NO-SUCH-CODE' }, 'There is no discount code NO-SUCH-CODE'],
      [await createCode({ validFrom: after }), `is valid from ${after} on`],
      [await createCode({ validUntil: '2020-01-31' }), 'was valid until 2020-01-31'],
      [
        await createCode({ courseIds: [fixture.idOf('course', 'parliamentary-procedure')] }),
        'is not for this',
      ],
      [await createCode({ isActive: false }), 'is no longer valid'],
    ];
    for (const [code, message] of codes) {
      const { status, body } = await registerWith(of.id, code);
      expect([status, body.error.code, body.error.target]).toEqual([
        422,
        'DISCOUNT_NOT_VALID',
        'discountCode',
      ]);
      expect(body.error.message).toContain(message);
    }
    const lastDay = await createCode({ validFrom: today, validUntil: today, courseIds: [of.courseId] });
    expect((await registerWith(of.id, lastDay)).status).toBe(201);
  });

  it('is limited for each person, and a redemption is given back by a cancellation', async () => {
    const code = await createCode({ maxPerPerson: 1 });
    const memberId = await createPerson();
    const [first, second] = [await fixture.createClass(), await fixture.createClass()];
    const registered = await registerWith(first.id, code, memberId);
    const refused = await registerWith(second.id, code, memberId);
    expect(refused.body.error.message).toContain('its limit for each person');
    await fixture.post(`/${registered.body.registrationId}/Cancel`, {});
    expect(await countRedeemed(code)).toBe(0);
    expect((await registerWith(second.id, code, memberId)).status).toBe(201);
  });

  it('stays redeemed after a cancellation where it says so', async () => {
    const code = await createCode({ maxRedemptions: 1, returnsWhenCancelled: false });
    const of = await fixture.createClass();
    const { body } = await registerWith(of.id, code);
    await fixture.post(`/${body.registrationId}/Cancel`, {});
    expect(await countRedeemed(code)).toBe(1);
    expect((await registerWith(of.id, code)).body.error.message).toContain('was redeemed once');
  });

  it('goes with a seat to another person, and is given back when the person moves to another class', async () => {
    const code = await createCode();
    const [of, other] = [await fixture.createClass(), await fixture.createClass()];
    const { body } = await registerWith(of.id, code);
    const moved = await fixture.post(`/${body.registrationId}/Transfer`, { memberId: await createPerson() });
    expect(moved.body).toMatchObject({ price: { total: 80 }, payment: { amountDue: 80 } });
    expect(await countRedeemed(code)).toBe(1);
    const elsewhere = await fixture.post(`/${moved.body.id}/Transfer`, { classId: other.id });
    expect(elsewhere.body).toMatchObject({ price: { total: 100 }, payment: { amountDue: 100 } });
    expect(await countRedeemed(code)).toBe(0);
  });

  it('can be changed, which changes no registration, and is deleted only while nobody has redeemed it', async () => {
    const code = await createCode();
    const of = await fixture.createClass();
    const { body } = await registerWith(of.id, code);
    const changed = await call('PUT', `/${code.id}`, { percent: 50, maxRedemptions: 1 });
    expect([changed.status, changed.body.percent, changed.body.redeemed]).toEqual([200, 50, 1]);
    expect((await fixture.readRegistration(body.registrationId)).payment.amountDue).toBe(80);
    expect((await registerWith(of.id, code)).status).toBe(422);
    expect((await call('DELETE', `/${code.id}`)).status).toBe(409);
    await fixture.post(`/${body.registrationId}/Cancel`, {});
    expect((await call('DELETE', `/${code.id}`)).status).toBe(204);
    expect((await call('GET', `/${code.id}`)).status).toBe(404);
  });

  it.each([
    [{ percent: 20, amount: 5 }, 'amount'],
    [{ percent: null }, 'percent'],
    [{ code: 'A-B-C' }, 'code'],
    [{ validFrom: '2027-05-02', validUntil: '2027-05-01' }, 'validUntil'],
    [{ classIds: ['00000000-0000-4000-8000-000000000000'] }, 'classIds[0]'],
  ])('can not be %j', async (more, target) => {
    const { status, body } = await call('POST', '', { percent: 20, ...more });
    expect([status, body.error.target]).toEqual([400, target]);
  });
});

describe('a registration for an award', () => {
  it('takes a code for its award, which a withdrawal gives back', async () => {
    const token = await fixture.platform.tokenFor({
      ...{
        tenant: 'demo',
        permissions: ['training.awards.write', 'OverrideRegistration', 'training.certifications.write'],
      },
    });
    const send = (method: 'POST', address: string, body: unknown) =>
      fixture.platform.call(method, 'training', address, { tenant: 'demo', token, body });
    const award = await send('POST', '/api/v1/Awards', {
      name: 'Paid award',
      price: 80,
      requiresApproval: false,
    });
    const code = await createCode({ percent: 25, awardIds: [award.body.id] });
    const request = {
      ...{ awardId: award.body.id, memberId: await createPerson(), registrationType: 'Admin' },
      discountCode: code.code,
    };
    expect((await send('POST', '/api/v1/AwardsRegistration?validateOnly=true', request)).status).toBe(204);
    const registered = await send('POST', '/api/v1/AwardsRegistration', request);
    expect(registered.body).toMatchObject({ price: { fee: 80, total: 60 }, payment: { owed: 60 } });
    expect(await countRedeemed(code)).toBe(1);
    const of = await fixture.createClass();
    expect((await registerWith(of.id, code)).body.error.message).toContain('is not for this registration');
    await send('POST', `/api/v1/AwardsRegistration/${registered.body.id}/Withdraw`, {});
    expect(await countRedeemed(code)).toBe(0);
  });
});

describe('simultaneous redemptions', () => {
  it.each([1, 2, 3])('never exceed the limit of a code (%s)', async () => {
    const code = await createCode({ maxRedemptions: 3 });
    const of = await fixture.createClass();
    const replies = await Promise.all(Array.from({ length: 8 }, () => registerWith(of.id, code)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(replies.filter(({ body }) => body.error?.code === 'DISCOUNT_NOT_VALID')).toHaveLength(5);
    expect(await countRedeemed(code)).toBe(3);
    expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 3 });
  });

  it('by one person in several classes never exceed the limit of a person', async () => {
    const code = await createCode({ maxPerPerson: 1 });
    const memberId = await createPerson();
    const classes = await Promise.all([1, 2, 3].map(() => fixture.createClass()));
    const replies = await Promise.all(classes.map(({ id }) => registerWith(id, code, memberId)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect(await countRedeemed(code)).toBe(1);
  });
});

describe('in bulk', () => {
  const registerAll = async (classId: string, memberIds: readonly string[], more: object, query = '') => {
    const token = await fixture.platform.tokenFor({ tenant: 'demo', permissions: ['OverrideRegistration'] });
    const body = { classId, memberIds, registrationType: 'Admin', ...more };
    return fixture.post(`/Bulk${query}`, body, { token });
  };
  const createIds = async (many: number) => (await fixture.createPeople(many)).map(({ id }) => id);

  it('each row redeems the code, and a row beyond its limit is refused, as a dry run says before', async () => {
    const of = await fixture.createClass();
    const code = await createCode({ maxRedemptions: 2 });
    const ids = await createIds(3);
    const dryRun = await registerAll(of.id, ids, { discountCode: code.code }, '?validateOnly=true');
    expect(dryRun.body).toMatchObject({
      confirmed: 2,
      refused: 1,
      results: [{}, {}, { error: { code: 'DISCOUNT_NOT_VALID' } }],
    });
    expect(await countRedeemed(code)).toBe(0);
    const { body } = await registerAll(of.id, ids, { discountCode: code.code });
    expect(body).toMatchObject({
      confirmed: 2,
      refused: 1,
      results: [{}, {}, { error: { code: 'DISCOUNT_NOT_VALID' } }],
    });
    const first = await fixture.readRegistration(body.results[0].registration.registrationId);
    expect(first.payment.amountDue).toBe(80);
    expect(await countRedeemed(code)).toBe(2);
  });

  it('simultaneous requests exceed neither the limit of the code nor that of a person', async () => {
    const classes = await Promise.all([1, 2, 3].map(() => fixture.createClass()));
    const [total, each] = [await createCode({ maxRedemptions: 4 }), await createCode({ maxPerPerson: 1 })];
    const ids = await createIds(2);
    const registerInAll = async ({ code }: Code) => {
      const replies = await Promise.all(
        classes.map(async ({ id }) =>
          registerAll(id, [...ids, ...(await createIds(1))], { discountCode: code }),
        ),
      );
      return replies.reduce((sum, { body }) => sum + body.confirmed, 0);
    };
    expect([await registerInAll(total), await countRedeemed(total)]).toEqual([4, 4]);
    const others = await createIds(2);
    ids.splice(0, 2, ...others);
    expect([await registerInAll(each), await countRedeemed(each)]).toEqual([5, 5]);
  });

  it('a code that does not exist refuses the request, as one attempt', async () => {
    const of = await fixture.createClass();
    const ids = await createIds(11);
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await registerAll(of.id, ids, { discountCode: 'NO-SUCH-CODE' });
      expect([status, body.error.code]).toEqual([422, 'DISCOUNT_NOT_VALID']);
    }
  });
});

describe('the price of a registration', () => {
  it('can be asked for with a code before somebody registers, and redeems nothing', async () => {
    const of = await fixture.createClass();
    const code = await createCode();
    const memberId = await createPerson();
    const token = await fixture.platform.tokenFor({ tenant: 'demo', permissions: [], personId: memberId });
    const sent = { classId: of.id, memberId, discountCode: code.code };
    const price = await fixture.post('/Price', sent, { token });
    expect([price.status, price.body]).toEqual([
      200,
      expect.objectContaining({ kind: 'member', fee: 100, total: 80, discount: expect.anything() }),
    ]);
    expect(await countRedeemed(code)).toBe(0);
  });

  it('with a code that exists is no guess: the office goes on beyond the limits, and nine wrong codes stop nobody', async () => {
    const of = await fixture.createClass();
    const { code } = await createCode();
    const token = await fixture.platform.tokenFor({ tenant: 'demo', permissions: ['OverrideRegistration'] });
    const people = await fixture.createPeople(codeAttempts.perHour + 1);
    const attempt = (memberId: string, discountCode: string) =>
      fixture.post(
        '?validateOnly=true',
        { classId: of.id, memberId, registrationType: 'Admin', discountCode },
        { token },
      );
    for (let wrong = 1; wrong < codeAttempts.perMinute; wrong += 1)
      expect((await attempt(people[0]?.id ?? '', `WRONG-${wrong}`)).status).toBe(422);
    const statuses = new Set<number>();
    for (const { id } of people) statuses.add((await attempt(id, code)).status);
    expect([...statuses]).toEqual([204]);
  });

  it.each([
    ['/Price', 200],
    ['?validateOnly=true', 204],
  ])('cannot be guessed: at most ten wrong codes are tried in a minute at %s', async (address, success) => {
    const of = await fixture.createClass();
    const [memberId, other] = [await createPerson(), await createPerson()];
    const tokenOf = (personId: string) =>
      fixture.platform.tokenFor({ tenant: 'demo', permissions: [], personId });
    const [token, otherToken] = [await tokenOf(memberId), await tokenOf(other)];
    const attempt = (discountCode: string) =>
      fixture.post(address, { classId: of.id, memberId, discountCode }, { token });
    const { code } = await createCode();
    const right = { classId: of.id, memberId: other, discountCode: code };
    expect((await fixture.post(address, right, { token: otherToken })).status).toBe(success);
    const statuses: number[] = [];
    let last: Reply | undefined;
    // More than one minute's worth, in case the minute changes on the way.
    for (let index = 0; index < 21; index += 1) {
      last = await attempt(`GUESS-${index}`);
      statuses.push(last.status);
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(422));
    expect(statuses).toContain(429);
    if (last?.status === 429) {
      expect([last.body.error.code, last.headers.get('retry-after')]).toEqual([
        'RATE_LIMIT_EXCEEDED',
        expect.stringMatching(/^\d+$/),
      ]);
      expect((await attempt(code)).status).toBe(429);
    }
  });
});
