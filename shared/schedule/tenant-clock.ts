// A tenant's clock: the real time, with an offset for sandboxes.
import type { TenantItem } from '../auth/accounts/records.ts';
import type { ListingPosition } from '../data/changes.ts';
import { formatDueTime } from '../data/due-partition.ts';
import type { TenantStore } from '../data/store.ts';

/** The tenant's time at a real moment. */
export const tenantTime = (
  { clockOffsetSeconds }: Pick<TenantItem, 'clockOffsetSeconds'>,
  real: Date,
): Date => (clockOffsetSeconds === 0 ? real : new Date(real.getTime() + clockOffsetSeconds * 1000));

/** The listing of tenants with a moved clock: when their work is due does not follow from the real time. */
export const movedClocks = { listing: 'MOVED-CLOCKS', moment: 'milliseconds' } as const;

/** Where a tenant with a moved clock is listed: always due. */
export const movedClockPosition = (tenant: TenantStore): ListingPosition => ({
  listing: tenant.dueListing(movedClocks.listing),
  sort: formatDueTime(0),
});
