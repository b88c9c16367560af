// Which keys a request may touch, as patterns of IAM's condition key dynamodb:LeadingKeys. The roles in AWS are made from
// the same words, and the laptop's gateway holds every request to them.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { TenantCode } from './tenant-code.ts';

/** The keys of one tenant's data. IAM puts the tenant in by itself: `T#${aws:PrincipalTag/tenant}#*`. */
export const keysOfTenant = (tenant: string): string => `T#${tenant}#*`;

/** Every tenant's. */
export const keysOfTenants = 'T#*';

/** The published keys, with which every area verifies tokens. */
export const publishedKeys = 'P#KEYS';

/** Which tenant listens on which connection of the push channel. */
export const listenersKeys = 'P#LISTENERS';

/** What a piece of work may touch of the table. */
export interface Reach {
  /** Whose request is served; undefined where the request names no tenant, and where it concerns the platform. */
  readonly tenant: TenantCode | undefined;
  /** Patterns of the keys it may read and write. */
  readonly own: readonly string[];
  /** Patterns of those it may read besides. */
  readonly read: readonly string[];
}

const current = new AsyncLocalStorage<Reach>();

/** Runs `work` with everything it asks of the table held to `reach`. */
export const withinReach = <T>(reach: Reach, work: () => Promise<T>): Promise<T> => current.run(reach, work);

/** The reach of the running request; undefined where no request is served: commands, and what the stream or clock calls. */
export const currentReach = (): Reach | undefined => current.getStore();

/** The reach of a tenant's request: its own keys, and the published ones to verify tokens. */
export const reachOfTenant = (tenant: TenantCode | undefined): Reach => ({
  tenant,
  own: tenant === undefined ? [] : [keysOfTenant(tenant)],
  read: [publishedKeys],
});
