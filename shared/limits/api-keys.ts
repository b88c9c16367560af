// The names of the API keys by which API Gateway counts a tenant's requests, derived from the tenant alone.
//
// Callers never send a key. API Gateway takes it from the authorizer (`apiKeySource: AUTHORIZER`), so its value grants
// nothing and is no secret: it is the key's name, and nothing has to be stored or looked up.
//
// API Gateway refuses a request whose key does not exist. So a tenant's own key is named only once it is recorded that it exists;
// until then, and where an account has no room for another key, the tenant shares one with others of its tier.
import { createHash } from 'node:crypto';
import type { Key, TenantStore } from '../data/store.ts';
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

/** How many keys the tenants of a tier share that have none of their own: one busy tenant delays a part of them only. */
export const sharedKeysOfTier = 4;

/** The name of one of the keys that tenants of a tier share. */
export const sharedKeyName = (platform: string, tier: Tier, share: number): string =>
  `${platform}-shared-${tier}-${share}`;

/** Recorded beside a tenant: its own key for this tier exists, in the plan of the tier. */
export interface ApiKeyItem {
  readonly type: 'tenant-api-key';
  readonly tier: Tier;
  /** Since when, ISO 8601. */
  readonly since: string;
}

export const apiKeyRecord = (tenant: TenantStore): Key<ApiKeyItem> => tenant.key('TENANT', 'API-KEY');

/** How long a new key is not named yet: API Gateway takes a while until it knows the key everywhere. */
export const settleMinutes = 5;

/** The key by which a tenant's requests count, which exists. */
export function chooseApiKey(
  platform: string,
  owner: ApiKeyOwner,
  record: ApiKeyItem | undefined,
  now: Date,
): string {
  if (record?.tier === owner.tier && now.getTime() - Date.parse(record.since) >= settleMinutes * 60_000)
    return apiKeyName(platform, owner);
  return sharedKeyName(platform, owner.tier, chooseShare(owner));
}

/** Which of the shared keys of its tier a tenant has, always the same. */
const chooseShare = ({ code }: ApiKeyOwner): number =>
  createHash('sha256').update(code).digest().readUInt32BE(0) % sharedKeysOfTier;

/**
 * The key of requests to a tenant without a token that the platform signed for it: one of those that the strangers of all
 * tenants of the tier share, so that they never use up what its members may send.
 */
export const strangersKeyName = (platform: string, owner: ApiKeyOwner): string =>
  nameStrangersKey(platform, owner.tier, chooseShare(owner));

/** The name of one of the keys of strangers in a tier. */
export const nameStrangersKey = (platform: string, tier: Tier, share: number): string =>
  `${platform}-strangers-${tier}-${share}`;

/** The key of callers who name no tenant of this platform: their requests reach the handlers, which reject them. */
export const unknownCallersKeyName = (platform: string): string => `${platform}-strangers-key`;

/** The name of a tier's usage plan. */
export const usagePlanName = (platform: string, tier: Tier): string => `${platform}-${tier}`;

/**
 * The time within which the sweep creates a key that could not be created at once
 * (functions/identity/jobs/sweep-api-keys).
 */
export const sweepMinutes = 60;

/** Whether a tenant got its tier so recently that its key of the tier before may still be in use. */
export const hasNewTier = (tenant: Parameters<typeof getTierSince>[0], now: Date): boolean =>
  now.getTime() - Date.parse(getTierSince(tenant)) < sweepMinutes * 60_000;
