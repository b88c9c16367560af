// Fees have the decimals of the tenant's currency.
import type { ErrorDetail } from '../../../shared/errors/failure.ts';
import { validateDecimals } from '../../../shared/money/decimals.ts';
import { phases } from '../registrations/record/registration.ts';
import type { RegistrationSettings } from './class.ts';

/** A fee that stays as it was is not checked again: the currency may have changed since. */
export const validateFees = (
  after: RegistrationSettings,
  before: RegistrationSettings | undefined,
  currency: string,
): ErrorDetail[] =>
  phases.flatMap((phase) =>
    (['memberFee', 'nonMemberFee'] as const).flatMap((kind) => {
      const fee = after[phase]?.[kind];
      if (fee === undefined || fee === before?.[phase]?.[kind]) return [];
      return validateDecimals(fee, currency, `registration.${phase}.${kind}`);
    }),
  );
