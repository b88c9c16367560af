// The names of the API keys by which API Gateway counts a tenant's requests, derived from the tenant alone.
//
// Callers never send a key. API Gateway takes it from the authorizer (`apiKeySource: AUTHORIZER`), so its value grants
// nothing and is no secret: it is the key's name, and nothing has to be stored or looked up.
import { getTierSince } from './tier-since.ts';
import type { Tier } from './tiers.ts';

/** The facts of a tenant that name its key. */
export interface ApiKeyOwner {
  readonly code: string;
  readonly tier: Tier;
}

/** The prefix of the names of an environment's tenant keys. */
export const tenantKeysPrefix = (platform: string): string => `${platform}-tenant-`;

/**
 * The name, and value, of a tenant's key. It includes the tier: a tenant that changes its tier gets another key in
 * addition to the first, so that it always has one.
 *
 * @param platform the prefix of all names of an environment, such as `rostrum-dev`
 */
export const apiKeyName = (platform: string, { code, tier }: ApiKeyOwner): string =>
  `${tenantKeysPrefix(platform)}${code}-${tier}`;

/** The key that tenants share as long as their own may not exist yet. */
export const newTenantsKeyName = (platform: string): string => `${platform}-newcomers-key`;

/** The key of callers who name no tenant of this platform: their requests reach the handlers, which reject them. */
export const unknownCallersKeyName = (platform: string): string => `${platform}-strangers-key`;

/** The name of a tier's usage plan. */
export const usagePlanName = (platform: string, tier: Tier): string => `${platform}-${tier}`;

/**
 * The time within which the sweep creates a key that could not be created at once
 * (functions/identity/jobs/sweep-api-keys).
 */
export const sweepMinutes = 60;

/**
 * Whether a tenant got its tier so recently that its key may not exist yet, or that its former key may still be in use.
 * Other changes of a tenant concern no key.
 */
export const hasNewTier = (tenant: Parameters<typeof getTierSince>[0], now: Date): boolean =>
  now.getTime() - Date.parse(getTierSince(tenant)) < sweepMinutes * 60_000;
