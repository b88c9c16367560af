// The API keys by which API Gateway counts a tenant's requests: what they are called, from the tenant alone.
//
// Nobody sends or sees one. API Gateway takes the key from the authorizer and never from a caller (`apiKeySource:
// AUTHORIZER`), so its value opens nothing and is no secret: it is its name, and nothing has to be kept or looked up.
import type { Tier } from './tiers.ts';

/** A tenant as far as its key goes. */
export interface ApiKeyOwner {
  readonly code: string;
  readonly tier: Tier;
}

/** Begins the names of an environment's keys of tenants. */
export const tenantKeysPrefix = (platform: string): string => `${platform}-tenant-`;

/**
 * The name, and value, of a tenant's key. The tier is in it: a tenant that changes its tier gets another key beside the
 * first, and at no moment is without one.
 *
 * @param platform begins the names of all that belongs to an environment, `rostrum-dev`
 */
export const apiKeyName = (platform: string, { code, tier }: ApiKeyOwner): string =>
  `${tenantKeysPrefix(platform)}${code}-${tier}`;

/** The key that tenants share for as long as theirs may not be made yet. */
export const newTenantsKeyName = (platform: string): string => `${platform}-newcomers-key`;

/** The key of whoever names no tenant of this platform: their requests come to the handlers, which refuse them. */
export const unknownCallersKeyName = (platform: string): string => `${platform}-strangers-key`;

/** The name of a tier's usage plan. */
export const usagePlanName = (platform: string, tier: Tier): string => `${platform}-${tier}`;

/** The time within which a key that could not be made at once is made by the sweep (functions/identity/jobs/sweep-api-keys). */
export const sweepMinutes = 60;

/**
 * Whether a tenant was made or changed so lately that its key may not be there yet, or that a key it had before may still
 * be in use.
 */
export const isRecentlyChanged = (modifiedDate: string, now: Date): boolean =>
  now.getTime() - Date.parse(modifiedDate) < sweepMinutes * 60_000;
