// The client-credentials grant (RFC 6749 4.4): its rules, and the token that it gives.

import type { PlatformStore } from '../../data/store.ts';
import { parseTenantCode } from '../../data/tenant/tenant-code.ts';
import { Failure } from '../../errors/failure.ts';
import { type SubjectItem, subjectKey, type TenantItem, tenantKey } from '../accounts/records.ts';
import { parseScope } from '../permissions/permissions.ts';
import type { RequestOrigin } from '../throttles/sign-in-log.ts';
import { issueToken } from '../tokens/issue-token.ts';
import { type ClientItem, getSignIn, mayUseGrant } from './clients.ts';
import { logClientAttempt } from './token-client.ts';

/** scope-token *( SP scope-token ), RFC 6749 3.3. */
const scopePattern = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/**
 * The scope of the token: the requested one, or all scopes of the client (RFC 6749 3.3).
 * @throws Failure 400 INVALID_SCOPE when it is malformed (RFC 6749 5.2), or includes scopes that the client does not
 * have
 */
export function resolveScope(requested: string | undefined, client: Pick<ClientItem, 'scopes'>): string {
  if (requested === undefined) return client.scopes.join(' ');
  if (!scopePattern.test(requested))
    throw new Failure('INVALID_SCOPE', 'scope must be names of scopes, separated by single spaces.', {
      target: 'scope',
    });
  const names = parseScope(requested);
  const missing = names.filter((scope) => !client.scopes.includes(scope));
  if (missing.length > 0)
    throw new Failure('INVALID_SCOPE', `The client does not have the scope ${missing.join(' ')}.`, {
      target: 'scope',
    });
  return names.join(' ');
}

/**
 * Whether the grant is the client's own: the only one of area B's token endpoint.
 * @throws Failure 400 UNSUPPORTED_GRANT_TYPE
 */
export function assertClientCredentialsGrant(grantType: string): void {
  if (grantType !== 'client_credentials')
    throw new Failure('UNSUPPORTED_GRANT_TYPE', 'grant_type must be client_credentials.', {
      target: 'grant_type',
    });
}

/**
 * Only a client that was registered for the grant gets a token for itself.
 * @throws Failure 400 UNAUTHORIZED_CLIENT
 */
function assertMayUseClientCredentials(client: Pick<ClientItem, 'signIn'>): void {
  if (!mayUseGrant(client, 'client_credentials'))
    throw new Failure(
      'UNAUTHORIZED_CLIENT',
      'The client is not registered for the grant client_credentials.',
    );
}

/**
 * The access under which a client gets a token.
 * @throws Failure 400 UNAUTHORIZED_CLIENT when its tenant is suspended, or it has no access there
 */
export function requireAccess(
  settings: TenantItem | undefined,
  subject: SubjectItem | undefined,
): SubjectItem {
  if (!settings || !subject || subject.disabled) throw new Failure('UNAUTHORIZED_CLIENT');
  if (settings.status === 'suspended')
    throw new Failure('UNAUTHORIZED_CLIENT', 'The tenant of this client is suspended.');
  return subject;
}

/** A token of a client for itself, with its scope. */
export interface ClientToken {
  readonly accessToken: string;
  readonly scope: string;
}

/**
 * Gives an authenticated client a token for itself, and logs it.
 * @throws Failure 400 INVALID_SCOPE, UNAUTHORIZED_CLIENT
 */
export async function issueClientToken(
  platform: PlatformStore,
  client: ClientItem,
  requestedScope: string | undefined,
  request: RequestOrigin,
  {
    now,
    newId,
    jkt,
  }: { readonly now: Date; readonly newId: () => string; readonly jkt?: string | undefined },
): Promise<ClientToken> {
  assertMayUseClientCredentials(client);
  if (jkt === undefined && getSignIn(client).dpopBoundAccessTokens)
    throw new Failure(
      'UNAUTHORIZED_CLIENT',
      'The tokens of this client are bound to a key: use /connect/token with a DPoP proof (RFC 9449).',
    );
  const scope = resolveScope(requestedScope, client);
  const code = parseTenantCode(client.tenantCode);
  if (!code) throw new Failure('UNAUTHORIZED_CLIENT');
  const tenant = platform.tenant(code);
  const [settings, access] = await Promise.all([
    tenant.get(tenantKey(tenant), { consistent: true }),
    tenant.get(subjectKey(tenant, client.id), { consistent: true }),
  ]);
  const subject = requireAccess(settings, access);
  const [{ accessToken }] = await Promise.all([
    issueToken({ tenant: code, subject, clientId: client.id, scope, jkt }, now, newId()),
    logClientAttempt(platform, client, 'succeeded', request, now),
  ]);
  return { accessToken, scope };
}
