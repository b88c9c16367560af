// Fees have the decimals of the tenant's currency, and a rate of tax that there is.
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import { unknownId } from '../../../../shared/errors/unknown-id.ts';
import { validateDecimals } from '../../../../shared/money/decimals.ts';
import { phases } from '../../registrations/record/registration.ts';
import type { TrainingSettingsItem } from '../../training-settings.ts';
import type { RegistrationSettings } from '../record/class.ts';

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

/** A class can get a rate that is offered; one that it has already stays. */
export const validateTaxRate = (
  rateId: string | undefined,
  before: string | undefined,
  { taxes }: Pick<TrainingSettingsItem, 'taxes'>,
): ErrorDetail[] => {
  if (rateId === undefined || rateId === before) return [];
  const isOffered = taxes?.rates.some(({ id, isRetired }) => id === rateId && !isRetired);
  return isOffered ? [] : [unknownId('rate of tax', rateId, 'registration.taxRateId')];
};
