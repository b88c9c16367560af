// Work that the clock starts for every tenant, in rounds: a tenant with much to do does not keep the others waiting.
import type { Context } from 'aws-lambda';
import { type TenantItem, tenantKey } from '../auth/records.ts';
import type { TenantStore } from '../data/store.ts';
import { logError } from '../http/log.ts';
import { iterateTenants } from './tenants.ts';

/** What a function has left of its time; without a Lambda's context there is no end to it. */
export type RemainingTime = Pick<Context, 'getRemainingTimeInMillis'>;

/** Whether so many milliseconds are left: nothing is begun with less. */
export const createTimeCheck =
  (context: RemainingTime | undefined, milliseconds: number): (() => boolean) =>
  () =>
    context === undefined || context.getRemainingTimeInMillis() >= milliseconds;

/**
 * Does some of each active tenant's work, and again of those that have more, until none has or the time is over.
 * What fails is logged and left for the next call; a suspended tenant's work rests until it is active again.
 * @param someOf does some of it; whether there is more
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
      logError(`work of the clock for ${tenant.code}`, error);
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
