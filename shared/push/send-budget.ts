// How many messages a tenant's subscribers may get in a second, so that no tenant uses up what API Gateway takes of the
// whole account.
import { commitUnlessStale, update } from '../data/changes.ts';
import type { Key, TenantStore } from '../data/store.ts';
import { parseTier, pushLimits } from '../limits/tiers.ts';

/** The messages of one second, counted. */
interface SendCountItem {
  readonly type: 'push-sends';
  readonly count: number;
  readonly ttl: number;
}

const sendCountKey = (tenant: TenantStore, second: number): Key<SendCountItem> =>
  tenant.key('PUSH-SENDS', String(second));

/**
 * The messages that a tenant of a tier may be sent in a second (env PUSH_SENDS_PER_SECOND, for a platform without API
 * Gateway's limit).
 */
export const getSendsPerSecond = (tier: string): number =>
  Number(process.env.PUSH_SENDS_PER_SECOND ?? pushLimits[parseTier(tier)].sendsPerSecond);

/**
 * Reserves so many messages of the second, for all functions that send to the tenant's subscribers together. One write.
 * @returns whether the second has room for all of them; if not, none is reserved
 */
export async function reserveSends(
  tenant: TenantStore,
  count: number,
  limit: number,
  now: Date,
): Promise<boolean> {
  if (count > limit) return false;
  const second = Math.floor(now.getTime() / 1000);
  return commitUnlessStale([
    update(
      sendCountKey(tenant, second),
      { set: { type: 'push-sends', ttl: second + 3600 }, add: { count } },
      {
        condition: {
          expression: 'attribute_not_exists(pk) OR #count <= :room',
          names: { '#count': 'count' },
          values: { ':room': limit - count },
        },
        onConflict: 'retry',
      },
    ),
  ]);
}

/** What pacing works with. */
export interface PacingContext {
  /** Real time. */
  readonly now: () => Date;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** How many parts a second is reserved in, so that several functions share it. */
const partsPerSecond = 10;

/**
 * A function to call before each message: it resolves when the tenant's budget has room for the message, in this second
 * or a later one.
 */
export function createPacer(
  tenant: TenantStore,
  limit: number,
  { now, sleep }: PacingContext,
): () => Promise<void> {
  const part = Math.max(1, Math.floor(limit / partsPerSecond));
  let granted = 0;
  let turn: Promise<void> = Promise.resolve();
  const takeOne = async (): Promise<void> => {
    while (granted === 0) {
      const moment = now();
      if (await reserveSends(tenant, part, limit, moment)) granted = part;
      else await sleep(1000 - (moment.getTime() % 1000));
    }
    granted -= 1;
  };
  return () => {
    turn = turn.then(takeOne);
    return turn;
  };
}
