// The tiers of tenants with their request limits, which API Gateway's usage plans enforce approximately.

/** The limits of a tier for all areas together. API Gateway enforces them approximately. */
export interface TierLimit {
  /** Requests per second in the long run. */
  readonly perSecond: number;
  /** Requests at once: when registration for a class opens, its members arrive together. */
  readonly burst: number;
  /** Requests per day (UTC); unlimited by default. */
  readonly perDay?: number;
}

/** By the name in a tenant's `tier`. */
export const tiers = {
  trial: { perSecond: 10, burst: 100, perDay: 50_000 },
  standard: { perSecond: 100, burst: 1000 },
  premium: { perSecond: 500, burst: 2500 },
} as const satisfies Record<string, TierLimit>;

export type Tier = keyof typeof tiers;

export const tierNames = Object.keys(tiers) as readonly Tier[] as readonly [Tier, ...Tier[]];

/** The tier of a tenant by default. */
export const defaultTier: Tier = 'standard';

/** The tier with this name; the default one for a tier that no longer exists. */
export const parseTier = (name: string): Tier => tierNames.find((tier) => tier === name) ?? defaultTier;
