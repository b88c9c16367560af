// Scheduled work for every tenant, in rounds: a tenant with much work does not delay the others.
import type { Context } from 'aws-lambda';
import { type TenantItem, tenantKey } from '../auth/records.ts';
import type { TenantStore } from '../data/store.ts';
import { logError } from '../log/log.ts';
import { iterateTenants } from './tenants.ts';

/** The remaining time of a function; unlimited without a Lambda context. */
export type RemainingTime = Pick<Context, 'getRemainingTimeInMillis'>;

/** A check whether at least this many milliseconds are left. */
export const createTimeCheck =
  (context: RemainingTime | undefined, milliseconds: number): (() => boolean) =>
  () =>
    context === undefined || context.getRemainingTimeInMillis() >= milliseconds;

/**
 * Does a part of each active tenant's work, then of those that have more, until none has or the time is over.
 * Failures are logged and left for the next call; a suspended tenant's work waits until it is active again.
 * @param someOf does a part of a tenant's work and returns whether there is more
 */
export async function runInRounds(
  hasTime: () => boolean,
  someOf: (tenant: TenantStore, settings: TenantItem) => Promise<boolean>,
): Promise<void> {
  const hasMore = async (tenant: TenantStore): Promise<boolean> => {
    try {
      const settings = await tenant.get(tenantKey(tenant));
      return settings?.status === 'active' && (await someOf(tenant, settings));
    } catch (error) {
      logError(`scheduled work for ${tenant.code}`, error);
      return false;
    }
  };
  let round: AsyncIterable<TenantStore> | Iterable<TenantStore> = iterateTenants();
  for (;;) {
    const unfinished: TenantStore[] = [];
    for await (const tenant of round) {
      if (!hasTime()) return;
      if (await hasMore(tenant)) unfinished.push(tenant);
    }
    if (unfinished.length === 0) return;
    round = unfinished;
  }
}
