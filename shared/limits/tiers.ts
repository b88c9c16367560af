// The tiers of tenants with their limits. API Gateway's usage plans enforce those of requests, approximately.

/** The limits of a tier for all areas together. */
export interface TierLimit {
  /** Requests per second in the long run. */
  readonly perSecond: number;
  /** Requests at once: when registration for a class opens, its members arrive together. */
  readonly burst: number;
  /** Requests per day (UTC); unlimited by default. */
  readonly perDay?: number;
}

/** The limits of a tier's push channel (docs/events.md#limits-of-the-push-channel). */
export interface PushLimit {
  /** Open connections. */
  readonly connections: number;
  /** Messages per second over all of them. */
  readonly sendsPerSecond: number;
}

/** By the name in a tenant's `tier`. */
export const tiers = {
  trial: { perSecond: 10, burst: 100, perDay: 50_000 },
  standard: { perSecond: 100, burst: 1000 },
  premium: { perSecond: 500, burst: 2500 },
} as const satisfies Record<string, TierLimit>;

export type Tier = keyof typeof tiers;

/**
 * By tier. API Gateway takes 10,000 requests a second of an account and region, those to `@connections` included (API
 * Gateway Developer Guide, quotas: "Throttle quota per account, per Region across HTTP APIs, REST APIs, WebSocket APIs,
 * and WebSocket callback APIs"), so a tenant of the default tier may use a tenth.
 */
export const pushLimits = {
  trial: { connections: 100, sendsPerSecond: 100 },
  standard: { connections: 1000, sendsPerSecond: 1000 },
  premium: { connections: 2500, sendsPerSecond: 2000 },
} as const satisfies Record<Tier, PushLimit>;

/** The limits of a key that tenants of a tier share (api-keys.ts), for all of them together. */
export const sharedTiers = {
  trial: { perSecond: 50, burst: 500 },
  standard: { perSecond: 500, burst: 2500 },
  premium: { perSecond: 1000, burst: 4000 },
} as const satisfies Record<Tier, TierLimit>;

/**
 * The limits of a key by which the requests of strangers count, those without a valid token: for all tenants of a tier
 * that share it (api-keys.ts).
 */
export const strangerTiers = {
  trial: { perSecond: 10, burst: 100, perDay: 50_000 },
  standard: { perSecond: 100, burst: 1000, perDay: 1_000_000 },
  premium: { perSecond: 500, burst: 2500, perDay: 5_000_000 },
} as const satisfies Record<Tier, TierLimit>;

export const tierNames = Object.keys(tiers) as readonly Tier[] as readonly [Tier, ...Tier[]];

/** The tier of a tenant by default. */
export const defaultTier: Tier = 'standard';

/** The tier with this name; the default one for a tier that no longer exists. */
export const parseTier = (name: string): Tier => tierNames.find((tier) => tier === name) ?? defaultTier;
