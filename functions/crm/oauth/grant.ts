// The rules of the client-credentials grant (RFC 6749 4.4).
import type { ClientItem } from '../../../shared/auth/clients.ts';
import { parseScope } from '../../../shared/auth/permissions.ts';
import type { SubjectItem, TenantItem } from '../../../shared/auth/records.ts';
import { Failure } from '../../../shared/errors/failure.ts';

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
 * Only the client-credentials grant is supported.
 * @throws Failure 400 UNSUPPORTED_GRANT_TYPE
 */
export function assertClientCredentialsGrant(grantType: string): void {
  if (grantType !== 'client_credentials')
    throw new Failure('UNSUPPORTED_GRANT_TYPE', 'grant_type must be client_credentials.', {
      target: 'grant_type',
    });
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
