// POST /connect/federation/logout/{code}
import { createHash } from 'node:crypto';
import { tenantByCode } from '../../../../shared/auth/access/tenant-by-code.ts';
import { countAttempt } from '../../../../shared/auth/throttles/throttle-store.ts';
import { type Change, ifAbsent, put } from '../../../../shared/data/changes.ts';
import type { Key, PlatformStore, TenantStore } from '../../../../shared/data/store.ts';
import { Failure, tooManyRequests } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { reply, write } from '../../../../shared/http/reply.ts';
import type { Request } from '../../../../shared/http/request/request.ts';
import {
  clocksDiffer,
  type EndedAtProvider,
  InvalidLogoutToken,
  logoutTokenSeconds,
  readLogoutToken,
} from '../../federation/logout-token.ts';
import type { ProviderItem } from '../../federation/provider.ts';
import { loadFederation } from '../../federation/store.ts';
import { endSessionsOfProvider } from '../../sessions/end-session.ts';
import { receiveProviderLogout } from './contract.ts';

/** A logout token that was used; stored until it is too old anyway. */
interface UsedLogoutTokenItem {
  readonly type: 'used-logout-token';
  readonly ttl: number;
}

const hash = (text: string): string => createHash('sha256').update(text, 'utf8').digest('base64url');

const tokenKey = (tenant: TenantStore, { issuer }: ProviderItem, jti: string): Key<UsedLogoutTokenItem> =>
  tenant.key(`LOGOUT-TOKEN#${hash(JSON.stringify([issuer, jti]))}`, 'TOKEN');

const refuse = (message: string): Failure =>
  new Failure('INVALID_LOGOUT_TOKEN', message, { target: 'logout_token' });

/**
 * Counts a token that was refused: anyone may send one. A valid token is never throttled, so that others cannot keep a
 * provider from signing people out. Each token is an account of its own, so that the counter of the address decides.
 * @throws Failure 429
 */
async function countRefused(
  platform: PlatformStore,
  token: string,
  { address }: Pick<Request, 'address'>,
  now: Date,
): Promise<void> {
  const attempt = { account: hash(token), purpose: 'logout token', address, canSucceed: false };
  const counted = await countAttempt(platform, attempt, now);
  if ('retryAfter' in counted)
    throw tooManyRequests('Too many invalid logout tokens; wait before trying again.', counted.retryAfter);
}

/** Whom the token signs out, with the change that uses it up. @throws InvalidLogoutToken */
async function readOnce(
  tenant: TenantStore,
  provider: ProviderItem,
  token: string,
  now: Date,
): Promise<{ readonly ended: EndedAtProvider & Pick<ProviderItem, 'issuer'>; readonly use: Change }> {
  const ended = await readLogoutToken(token, provider, now);
  const key = tokenKey(tenant, provider, ended.jti);
  const wasUsed = 'The logout token was used before.';
  if (await tenant.get(key, { consistent: true })) throw new InvalidLogoutToken(wasUsed);
  const ttl = Math.floor(now.getTime() / 1000) + logoutTokenSeconds + 2 * clocksDiffer;
  const item: UsedLogoutTokenItem = { type: 'used-logout-token', ttl };
  return {
    ended: { ...ended, issuer: provider.issuer },
    use: put(key, item, { condition: ifAbsent, onConflict: refuse(wasUsed) }),
  };
}

export const handler = lambda(
  receiveProviderLogout,
  async ({ params, body, platform, request, now, newId }) => {
    const found = await tenantByCode(platform, params.code);
    if (!found) throw refuse('There is no active tenant with this code.');
    const { tenant } = found;
    const { provider } = await loadFederation(tenant);
    // Then no session has begun at one.
    if (!provider) return write([], reply(200, null));
    const { logout_token: token } = body;
    const { ended, use } = await readOnce(tenant, provider, token, now).catch(async (error: unknown) => {
      if (!(error instanceof InvalidLogoutToken)) throw error;
      await countRefused(platform, token, request, now);
      throw refuse(error.message);
    });
    // The token counts as used once everything has ended: a provider that repeats it after a failure reaches the rest.
    await endSessionsOfProvider(platform, tenant, ended, { now, newId });
    return write([use], reply(200, null));
  },
);
