// Authenticates the client of the token endpoint, and logs every attempt in its tenant's sign-in log.

import type { PlatformStore } from '../../data/store.ts';
import { parseTenantCode } from '../../data/tenant/tenant-code.ts';
import { tooManyRequests } from '../../errors/failure.ts';
import { logSignIn, type RequestOrigin, type SignInOutcome } from '../throttles/sign-in-log.ts';
import { countAttempt } from '../throttles/throttle-store.ts';
import type { ExhaustedWindow } from '../throttles/throttle-windows.ts';
import type { ClientForm } from './client-credentials.ts';
import { authenticateClient, ClientAuthenticationFailure, type ClientItem } from './clients.ts';

/** Logs an attempt of a client in its tenant's sign-in log. */
export async function logClientAttempt(
  platform: PlatformStore,
  client: ClientItem,
  outcome: SignInOutcome,
  request: RequestOrigin,
  now: Date,
  window?: ExhaustedWindow,
): Promise<void> {
  const code = parseTenantCode(client.tenantCode);
  await logSignIn(
    platform,
    code ? [code] : [],
    {
      step: 'client-token',
      outcome,
      kind: 'client',
      subjectId: client.id,
      name: client.name,
      address: request.address,
      userAgent: request.headers['user-agent'],
    },
    now,
    window,
  );
}

/**
 * Authenticates the client. Wrong secrets are throttled, also for unknown ids, and failures of a known client are
 * logged in its tenant's log. A correct secret is never throttled: it is too long to be guessed, and attackers must not
 * be able to lock out the client.
 * @throws Failure 400 or 401, as `authenticatedClient` reports; 429 with Retry-After
 */
export async function authenticateTokenClient(
  platform: PlatformStore,
  form: ClientForm,
  request: RequestOrigin,
  now: Date,
  options?: { readonly publicToo?: boolean },
): Promise<ClientItem> {
  try {
    return await authenticateClient(platform, request.headers.authorization, form, now, options);
  } catch (error) {
    if (error instanceof ClientAuthenticationFailure) await countFailedAttempt(platform, error, request, now);
    throw error;
  }
}

async function countFailedAttempt(
  platform: PlatformStore,
  { clientId, client }: ClientAuthenticationFailure,
  request: RequestOrigin,
  now: Date,
): Promise<void> {
  const attempt = { account: `client:${clientId}`, address: request.address };
  const counted = await countAttempt(platform, attempt, now);
  if ('retryAfter' in counted) {
    if (client) await logClientAttempt(platform, client, 'throttled', request, now, counted.window);
    throw tooManyRequests('Too many wrong client secrets; wait before trying again.', counted.retryAfter);
  }
  if (!client) return;
  const outcome = client.status === 'active' ? 'wrong-secret' : 'disabled';
  await logClientAttempt(platform, client, outcome, request, now);
}
