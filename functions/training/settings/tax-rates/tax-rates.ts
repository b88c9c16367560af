// Changes and presents the rates of tax.
import { type ErrorDetail, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import type { TaxRate, TrainingSettingsItem } from '../../training-settings.ts';
import { lastModified, nextVersion } from '../version.ts';
import type { TaxSettingsInput } from './contract.ts';

const unknownRate = (id: string, target: string): ErrorDetail => ({
  code: 'UNKNOWN_VALUE',
  message: `There is no rate of tax with the id ${id}.`,
  target,
});

/** The rates after a change: those that are missing stay for the classes that have them. */
function applyRates(
  current: readonly TaxRate[],
  sent: TaxSettingsInput['rates'],
  newId: () => string,
): { readonly rates: readonly TaxRate[]; readonly faults: readonly ErrorDetail[] } {
  if (sent === undefined) return { rates: current, faults: [] };
  const known = new Set(current.map(({ id }) => id));
  const rates = (sent ?? []).map(
    ({ id, name, rate, isInclusive }): TaxRate => ({
      ...{ id: id ?? newId(), name, rate, isInclusive: isInclusive ?? false, isRetired: false },
    }),
  );
  const kept = new Set(rates.map(({ id }) => id));
  const retired = current
    .filter(({ id }) => !kept.has(id))
    .map((rate): TaxRate => ({ ...rate, isRetired: true }));
  const faults = (sent ?? []).flatMap(({ id }, index) => {
    if (!id) return [];
    if (!known.has(id)) return [unknownRate(id, `rates[${index}].id`)];
    const isTwice = (sent ?? []).findIndex((other) => other.id === id) !== index;
    return isTwice
      ? [
          {
            code: 'DUPLICATE_VALUE' as const,
            message: `The rate ${id} was sent twice.`,
            target: `rates[${index}].id`,
          },
        ]
      : [];
  });
  return { rates: [...rates, ...retired], faults };
}

/**
 * The settings with the rates that were sent.
 * @throws Failure 400 for ids that name no rate
 */
export function applyTaxInput(
  before: TrainingSettingsItem,
  sent: TaxSettingsInput,
  { now, newId }: { readonly now: Date; readonly newId: () => string },
): TrainingSettingsItem {
  const { rates, faults } = applyRates(before.taxes?.rates ?? [], sent.rates, newId);
  const defaultRateId =
    sent.defaultRateId === undefined ? before.taxes?.defaultRateId : (sent.defaultRateId ?? undefined);
  const isOffered = rates.some(({ id, isRetired }) => id === defaultRateId && !isRetired);
  throwIfInvalid([
    ...faults,
    ...(defaultRateId === undefined || isOffered ? [] : [unknownRate(defaultRateId, 'defaultRateId')]),
  ]);
  return { ...before, ...nextVersion(before, now), taxes: { rates, defaultRateId } };
}

export const presentTaxes = (item: TrainingSettingsItem) => ({
  rates: (item.taxes?.rates ?? [])
    .filter(({ isRetired }) => !isRetired)
    .map(({ id, name, rate, isInclusive }) => ({ id, name, rate, isInclusive })),
  defaultRateId: item.taxes?.defaultRateId ?? null,
  modifiedDate: lastModified(item),
});
