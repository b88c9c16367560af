// Calls SCIM as a tenant's directory does: with its token, and no tenant-code. It holds every role that it gives.
import type { Reply, TestPlatform } from '../../harness/platform.ts';

interface Sent {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly tenant?: string;
}

export type ScimCaller = (method: string, path: string, sent?: Sent) => Promise<Reply>;

/** @param tenants the first is the one that is called by default */
export async function createScimCaller(
  platform: TestPlatform,
  tenants: readonly [string, ...string[]],
): Promise<ScimCaller> {
  const tokens = new Map<string, string>();
  for (const tenant of tenants) tokens.set(tenant, await platform.tokenFor({ tenant, roles: ['admin'] }));
  return (method, path, { body, headers = {}, tenant = tenants[0] } = {}) =>
    platform.call(method, 'identity', `/scim/v2${path}`, {
      token: tokens.get(tenant) ?? '',
      headers: { ...(body !== undefined && { 'Content-Type': 'application/scim+json' }), ...headers },
      ...(body !== undefined && { body }),
    });
}
