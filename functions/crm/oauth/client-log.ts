// The client that asks for a token, with every attempt written into its tenant's sign-in log.
import { authenticatedClient, type ClientItem, ClientRefused } from '../../../shared/auth/clients.ts';
import { logSignIn, type Outcome } from '../../../shared/auth/sign-in-log.ts';
import { type PlatformStore, tenantCode } from '../../../shared/data/store.ts';
import type { Request } from '../../../shared/http/request.ts';

/** Writes an attempt of a client into its tenant's log. */
export async function logClient(
  platform: PlatformStore,
  client: ClientItem,
  outcome: Outcome,
  request: Pick<Request, 'address' | 'headers'>,
  now: Date,
): Promise<void> {
  const code = tenantCode(client.tenantCode);
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
  );
}

/**
 * The authenticated client; a known one that fails leaves a trace in its tenant's log.
 * @throws Failure 400 or 401, as `authenticatedClient` tells
 */
export async function tokenClient(
  platform: PlatformStore,
  form: { readonly client_id?: string | undefined; readonly client_secret?: string | undefined },
  request: Pick<Request, 'address' | 'headers'>,
  now: Date,
): Promise<ClientItem> {
  try {
    return await authenticatedClient(platform, request.headers.authorization, form, now);
  } catch (error) {
    const claimed = error instanceof ClientRefused ? error.claimed : undefined;
    if (claimed) {
      const outcome = claimed.status === 'active' ? 'wrong-secret' : 'disabled';
      await logClient(platform, claimed, outcome, request, now);
    }
    throw error;
  }
}
