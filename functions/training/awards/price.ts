// The price of an award has the decimals of the tenant's currency.
import type { TenantStore } from '../../../shared/data/store.ts';
import { throwIfInvalid } from '../../../shared/errors/failure.ts';
import { validateDecimals } from '../../../shared/money/decimals.ts';
import { loadTrainingSettings } from '../training-settings.ts';

/**
 * Checks a price that a request sets. One read, none for a whole amount, which every currency has.
 * @throws Failure 400
 */
export async function assertPayablePrice(
  tenant: TenantStore,
  price: number | null | undefined,
): Promise<void> {
  if (typeof price !== 'number' || Number.isInteger(price)) return;
  const { currency } = await loadTrainingSettings(tenant);
  throwIfInvalid(validateDecimals(price, currency, 'price'));
}
