// A tenant's clock: the real time, with an offset for sandboxes.
import type { TenantItem } from '../auth/records.ts';

/** The tenant's time at a real moment. */
export const tenantTime = (
  { clockOffsetSeconds }: Pick<TenantItem, 'clockOffsetSeconds'>,
  real: Date,
): Date => (clockOffsetSeconds === 0 ? real : new Date(real.getTime() + clockOffsetSeconds * 1000));
