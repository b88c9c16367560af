// The tiers of tenants, and how many requests each may make: the coarse limit, kept by API Gateway's usage plans.

/** What a tier allows, all areas together. API Gateway keeps the figures about, not exactly. */
export interface TierLimit {
  /** Requests per second in the long run. */
  readonly perSecond: number;
  /** Requests at once: a class that opens brings its members within a moment. */
  readonly burst: number;
  /** Requests per day (UTC); as many as come unless said. */
  readonly perDay?: number;
}

/** By name, as tenants carry it (`tier`). */
export const tiers = {
  trial: { perSecond: 10, burst: 100, perDay: 50_000 },
  standard: { perSecond: 100, burst: 1000 },
  premium: { perSecond: 500, burst: 2500 },
} as const satisfies Record<string, TierLimit>;

export type Tier = keyof typeof tiers;

export const tierNames = Object.keys(tiers) as readonly Tier[] as readonly [Tier, ...Tier[]];

/** What a tenant is in unless said. */
export const defaultTier: Tier = 'standard';

/** The tier of this name; a tenant whose tier is no more is in the default one. */
export const parseTier = (name: string): Tier => tierNames.find((one) => one === name) ?? defaultTier;
