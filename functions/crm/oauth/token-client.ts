// Authenticates the client of the token endpoint, and logs every attempt in its tenant's sign-in log.
import {
  authenticateClient,
  ClientAuthenticationFailure,
  type ClientItem,
} from '../../../shared/auth/clients.ts';
import { logSignIn, type SignInOutcome } from '../../../shared/auth/sign-in-log.ts';
import { countAttempt, type ExhaustedWindow } from '../../../shared/auth/throttle-store.ts';
import type { PlatformStore } from '../../../shared/data/store.ts';
import { parseTenantCode } from '../../../shared/data/tenant-code.ts';
import { tooManyRequests } from '../../../shared/errors/failure.ts';
import type { Request } from '../../../shared/http/request/request.ts';

/** Logs an attempt of a client in its tenant's sign-in log. */
export async function logClientAttempt(
  platform: PlatformStore,
  client: ClientItem,
  outcome: SignInOutcome,
  request: Pick<Request, 'address' | 'headers'>,
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
  form: { readonly client_id?: string | undefined; readonly client_secret?: string | undefined },
  request: Pick<Request, 'address' | 'headers'>,
  now: Date,
): Promise<ClientItem> {
  try {
    return await authenticateClient(platform, request.headers.authorization, form, now);
  } catch (error) {
    if (error instanceof ClientAuthenticationFailure) await countFailedAttempt(platform, error, request, now);
    throw error;
  }
}

async function countFailedAttempt(
  platform: PlatformStore,
  { clientId, client }: ClientAuthenticationFailure,
  request: Pick<Request, 'address' | 'headers'>,
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
