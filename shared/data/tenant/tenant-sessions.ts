// The sessions that a process has of tenants, each requested once until it is about to expire (docs/aws.md#sessions-of-tenants).
import { createRecentMap } from '../../values/recent-map.ts';
import type { TenantCode } from './tenant-code.ts';

/** Credentials that expire. */
export interface TenantSession {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
  readonly expiration?: Date | undefined;
}

/**
 * The most sessions that a process keeps. One takes 1.6 KB, so all of them 8 MB; more would hardly be used again
 * before they expire (test/aws/tenant-sessions).
 */
export const maxSessions = 5_000;

/** A session is used until this many milliseconds before it expires, which is when the SDK asks for another one. */
const leastValidity = 300_000;

/** Finds a tenant's session, or requests one. */
export type SessionCache = (tenant: TenantCode) => Promise<TenantSession>;

/**
 * Creates a cache of sessions.
 * @param request requests a session; requests of a tenant at the same time share one
 * @param now real time, by which sessions expire
 */
export function createSessionCache(
  request: (tenant: TenantCode) => Promise<TenantSession>,
  { most = maxSessions, now = Date.now }: { readonly most?: number; readonly now?: () => number } = {},
): SessionCache {
  const sessions = createRecentMap<TenantCode, Promise<TenantSession>>(most);
  const requestAnother = (tenant: TenantCode): Promise<TenantSession> => {
    const requested = request(tenant);
    sessions.set(tenant, requested);
    requested.catch(() => sessions.delete(tenant));
    return requested;
  };
  return async (tenant) => {
    const known = sessions.get(tenant);
    if (!known) return requestAnother(tenant);
    const session = await known;
    if ((session.expiration?.getTime() ?? 0) - now() >= leastValidity) return session;
    // Another call may have requested the next one meanwhile.
    const latest = sessions.get(tenant);
    return latest && latest !== known ? latest : requestAnother(tenant);
  };
}
