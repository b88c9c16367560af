// The price of an award has the decimals of the tenant's currency.
import type { TenantStore } from '../../../shared/data/store.ts';
import type { ErrorDetail } from '../../../shared/errors/failure.ts';
import { validateDecimals } from '../../../shared/money/decimals.ts';
import { loadTrainingSettings } from '../training-settings.ts';

/** Validates a price that a request sets. One read, none for a whole amount, which every currency has. */
export async function validatePayablePrice(
  tenant: TenantStore,
  price: number | null | undefined,
): Promise<ErrorDetail[]> {
  if (typeof price !== 'number' || Number.isInteger(price)) return [];
  const { currency } = await loadTrainingSettings(tenant);
  return validateDecimals(price, currency, 'price');
}
