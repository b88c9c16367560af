// The price of a registration, and which ends give its discount back (docs/interface/training.md#discount-codes).
import { describe, expect, it } from 'vitest';
import {
  buildClassItem,
  buildRegistrationItem,
  openUnusedTenant,
} from '../../../../test/training/records/build-records.ts';
import { buildDiscountCode } from '../../discount-codes/discount-code.ts';
import { buildPrice } from '../../prices/price.ts';
import type { RegistrationContext } from '../outcome/context.ts';
import type { RegistrationItem } from '../record/registration.ts';
import type { StatusChange } from '../seats/seats.ts';
import { buildRedemptionChanges, computeRegistrationPrice } from './registration-price.ts';

const now = new Date('2027-03-01T12:00:00Z');
const tax = { rateId: '1', name: 'VAT', rate: 10, isInclusive: false };

describe('the price', () => {
  const context = { item: buildClassItem(), awardId: 'a', fee: 100, currency: 'USD', tax };
  const price = (more: Partial<Parameters<typeof buildDiscountCode>[1]>) => {
    const item = buildDiscountCode('1', { code: 'SPRING', percent: 20, ...more }, 'USD', now);
    const discount = { sent: 'SPRING', item, total: 0, ofPerson: 0, onTheirWay: 0 };
    return computeRegistrationPrice(context as unknown as RegistrationContext, discount, '2027-03-01');
  };

  it('is the fee in minor units, with tax', () => {
    const alone = computeRegistrationPrice(
      context as unknown as RegistrationContext,
      undefined,
      '2027-03-01',
    );
    expect(alone).toMatchObject({ currency: 'USD', fee: 10_000, total: 11_000 });
    expect(alone.discount).toBeUndefined();
  });

  it.each([{ courseIds: ['k'] }, { classIds: ['c'] }, { awardIds: ['a'] }, { validUntil: '2027-03-01' }])(
    'has the discount of a code with %j',
    (more) => {
      expect(price(more)).toMatchObject({ discount: { amount: 2_000 }, total: 8_800 });
    },
  );

  it('is refused with a code that cannot be redeemed', () => {
    expect(() => price({ validUntil: '2027-02-28' })).toThrow('was valid until 2027-02-28.');
  });
});

describe('a redemption', () => {
  const discount = (returnsWhenCancelled: boolean) => ({
    ...{
      codeId: '1',
      code: 'SPRING',
      terms: { kind: 'percent', percent: 20 } as const,
      returnsWhenCancelled,
    },
  });
  const build = (more: Partial<RegistrationItem>, returns = true): RegistrationItem =>
    buildRegistrationItem({ price: buildPrice(100, 'USD', discount(returns), undefined), ...more });
  const count = (...statusChanges: StatusChange[]) =>
    buildRedemptionChanges(openUnusedTenant(), statusChanges).map(
      ({ action }) =>
        `${action.Update?.Key?.pk} ${Object.values(action.Update?.ExpressionAttributeValues ?? {}).join(' ')}`,
    );
  const before = build({});

  it.each(['Denied', 'Expired', 'Transferred'] as const)('is given back by the end %s', (status) => {
    expect(count({ before, after: build({ status }, false) })).toHaveLength(2);
  });

  it('is given back by a cancellation only where the code says so, or by the cancellation of the class', () => {
    const cancelled = { before, after: build({ status: 'Cancelled' }, false) };
    expect(count({ before, after: build({ status: 'Cancelled' }) })).toHaveLength(2);
    expect(count(cancelled)).toEqual([]);
    expect(count({ ...cancelled, notificationKind: 'registrationCancelled' })).toEqual([]);
    expect(count({ ...cancelled, notificationKind: 'classCancelled' })).toHaveLength(2);
  });

  it('is counted by the registration itself, unless it takes over a seat', () => {
    expect(count({ after: build({}) })).toEqual([]);
    expect(count({ after: build({ transferredFrom: 'x' }) })).toHaveLength(2);
  });

  it('is not moved by a change between live states, nor without a code', () => {
    expect(count({ before, after: build({ status: 'Attended' }) })).toEqual([]);
    const free = buildRegistrationItem({ status: 'Denied' });
    expect(count({ before: buildRegistrationItem(), after: free })).toEqual([]);
    expect(count({ before: build({ status: 'Denied' }), after: build({ status: 'Cancelled' }) })).toEqual([]);
  });

  it('is one less of the code and of its person', () => {
    const writes = count({ before, after: build({ status: 'Denied' }) });
    expect(writes[0]).toMatch(/-1$/);
    expect(writes[1]).toContain('TRAINING-RECORD#m');
    expect(writes[1]).toContain('-1');
  });
});
