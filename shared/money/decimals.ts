// Amounts have at most the decimals of their currency (ISO 4217): JPY has none.
import type { ErrorDetail } from '../errors/failure.ts';
import { isPayable, minorUnit } from './currency.ts';

const describeDecimals = (currency: string): string => {
  const decimals = minorUnit(currency);
  return decimals === 0 ? 'no decimals' : `at most ${decimals} decimals`;
};

/** The problem of an amount that cannot be paid in the currency; none when it can. */
export const validateDecimals = (amount: number, currency: string, target: string): ErrorDetail[] =>
  isPayable(amount, currency)
    ? []
    : [
        {
          code: 'OUT_OF_RANGE',
          message: `${target} must have ${describeDecimals(currency)} in ${currency}, but was ${amount}.`,
          target,
        },
      ];
