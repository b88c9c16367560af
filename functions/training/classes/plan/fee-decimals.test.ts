// Fees of a class have the decimals of the currency, and a rate of tax that is offered
// (docs/interface/training.md#payments, #taxes).
import { describe, expect, it } from 'vitest';
import { buildSettings } from '../../../../test/training/records/build-records.ts';
import { validateFees, validateTaxRate } from './fee-decimals.ts';

describe('the fees of a class', () => {
  const after = buildSettings({
    early: { memberFee: 1.5, nonMemberFee: 2 },
    standard: { memberFee: 3, nonMemberFee: 4.5 },
  });

  it('have the decimals of the currency, in each phase', () => {
    expect(validateFees(after, undefined, 'JPY').map(({ target }) => target)).toEqual([
      'registration.early.memberFee',
      'registration.standard.nonMemberFee',
    ]);
    expect(validateFees(after, undefined, 'USD')).toEqual([]);
  });

  it('are not checked again where they stay as they were', () => {
    const before = buildSettings({ standard: { memberFee: 0, nonMemberFee: 4.5 } });
    expect(validateFees(after, before, 'JPY').map(({ target }) => target)).toEqual([
      'registration.early.memberFee',
    ]);
    expect(validateFees(after, after, 'JPY')).toEqual([]);
  });
});

describe('the rate of tax of a class', () => {
  const rate = { name: 'VAT', rate: 19, isInclusive: true };
  const taxes = {
    rates: [
      { id: 'vat', ...rate, isRetired: false },
      { id: 'old', ...rate, isRetired: true },
    ],
  };

  it.each([
    ['vat', undefined, true],
    ['old', undefined, false],
    ['old', 'old', true],
    ['none', 'vat', false],
    [undefined, 'vat', true],
  ])('%s, after %s, is accepted: %s', (rateId, before, isAccepted) => {
    expect(validateTaxRate(rateId, before, { taxes })).toEqual(
      isAccepted
        ? []
        : [
            {
              code: 'UNKNOWN_VALUE',
              message: `There is no rate of tax with the id ${rateId}.`,
              target: 'registration.taxRateId',
            },
          ],
    );
  });

  it('is refused for a tenant without rates', () => {
    expect(validateTaxRate('vat', undefined, { taxes: undefined })).toHaveLength(1);
  });
});
