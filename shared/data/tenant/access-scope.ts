// Which keys a request may access, as patterns of IAM's condition key dynamodb:LeadingKeys. The roles in AWS are built
// from the same patterns, and the local platform's gateway enforces them for every request.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { TenantCode } from './tenant-code.ts';

/** The keys of one tenant's data. IAM inserts the tenant itself: `T#${aws:PrincipalTag/tenant}#*`. */
export const tenantKeyPattern = (tenant: string): string => `T#${tenant}#*`;

/** The keys of every tenant's data. */
export const allTenantKeysPattern = 'T#*';

/** The published keys with which every area verifies tokens. */
export const publishedKeysPattern = 'P#KEYS';

/** The records that say which tenant a connection of the push channel belongs to. */
export const subscribersKeyPattern = 'P#LISTENERS';

/** What a piece of work may access in the table. */
export interface AccessScope {
  /** The tenant of the request; undefined where the request names none, and where it concerns the platform. */
  readonly tenant: TenantCode | undefined;
  /** Patterns of the keys it may read and write. */
  readonly readWrite: readonly string[];
  /** Patterns of the keys it may only read. */
  readonly readOnly: readonly string[];
}

const currentScopeStorage = new AsyncLocalStorage<AccessScope>();

/** Runs `work` so that it may access only the keys in `scope`. */
export const runWithAccessScope = <T>(scope: AccessScope, work: () => Promise<T>): Promise<T> =>
  currentScopeStorage.run(scope, work);

/** The access scope of the running request; undefined in commands and triggered functions, which serve no request. */
export const currentAccessScope = (): AccessScope | undefined => currentScopeStorage.getStore();

/** The access scope of a tenant's request: its own keys, and the published ones to verify tokens. */
export const tenantAccessScope = (tenant: TenantCode | undefined): AccessScope => ({
  tenant,
  readWrite: tenant === undefined ? [] : [tenantKeyPattern(tenant)],
  readOnly: [publishedKeysPattern],
});
