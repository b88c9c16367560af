// Which keys a request may touch, as patterns of IAM's condition key dynamodb:LeadingKeys. The roles in AWS are made from
// the same words, and the laptop's gateway holds every request to them.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { TenantCode } from './tenant-code.ts';

/** The keys of one tenant's data. IAM puts the tenant in by itself: `T#${aws:PrincipalTag/tenant}#*`. */
export const tenantKeyPattern = (tenant: string): string => `T#${tenant}#*`;

/** Every tenant's. */
export const allTenantKeysPattern = 'T#*';

/** The published keys, with which every area verifies tokens. */
export const publishedKeysPattern = 'P#KEYS';

/** Which tenant listens on which connection of the push channel. */
export const subscribersKeyPattern = 'P#LISTENERS';

/** What a piece of work may touch of the table. */
export interface AccessScope {
  /** Whose request is served; undefined where the request names no tenant, and where it concerns the platform. */
  readonly tenant: TenantCode | undefined;
  /** Patterns of the keys it may read and write. */
  readonly own: readonly string[];
  /** Patterns of those it may read besides. */
  readonly read: readonly string[];
}

const currentScopeStorage = new AsyncLocalStorage<AccessScope>();

/** Runs `work` with everything it asks of the table held to `reach`. */
export const runWithAccessScope = <T>(reach: AccessScope, work: () => Promise<T>): Promise<T> =>
  currentScopeStorage.run(reach, work);

/** The reach of the running request; undefined where no request is served: commands, and what the stream or clock calls. */
export const currentAccessScope = (): AccessScope | undefined => currentScopeStorage.getStore();

/** The reach of a tenant's request: its own keys, and the published ones to verify tokens. */
export const tenantAccessScope = (tenant: TenantCode | undefined): AccessScope => ({
  tenant,
  own: tenant === undefined ? [] : [tenantKeyPattern(tenant)],
  read: [publishedKeysPattern],
});
