// A tenant's clock: the real one, moved when the tenant is a sandbox.
import type { TenantItem } from '../auth/records.ts';

/** What a tenant's clock shows at a real moment. */
export const tenantTime = (
  { clockOffsetSeconds }: Pick<TenantItem, 'clockOffsetSeconds'>,
  real: Date,
): Date => (clockOffsetSeconds === 0 ? real : new Date(real.getTime() + clockOffsetSeconds * 1000));
