// What a client is granted: the rules of the client-credentials grant (RFC 6749 4.4).
import type { ClientItem } from '../../../shared/auth/clients.ts';
import { parseScope } from '../../../shared/auth/permissions.ts';
import type { SubjectItem, TenantItem } from '../../../shared/auth/records.ts';
import { Failure } from '../../../shared/errors/failure.ts';

/** scope-token *( SP scope-token ), RFC 6749 3.3. */
const scopePattern = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/**
 * The scope of the token: what was asked for, or everything the client has (RFC 6749 3.3).
 * @throws Failure 400 INVALID_SCOPE when it is malformed (RFC 6749 5.2), or when more is asked for than the client was issued with
 */
export function resolveScope(requested: string | undefined, client: Pick<ClientItem, 'scopes'>): string {
  if (requested === undefined) return client.scopes.join(' ');
  if (!scopePattern.test(requested))
    throw new Failure('INVALID_SCOPE', 'scope must be names of scopes, separated by single blanks.', {
      target: 'scope',
    });
  const asked = parseScope(requested);
  const beyond = asked.filter((scope) => !client.scopes.includes(scope));
  if (beyond.length > 0)
    throw new Failure('INVALID_SCOPE', `The client was not issued with the scope ${beyond.join(' ')}.`, {
      target: 'scope',
    });
  return asked.join(' ');
}

/**
 * Only this grant is offered here.
 * @throws Failure 400 UNSUPPORTED_GRANT_TYPE
 */
export function assertClientCredentialsGrant(grantType: string): void {
  if (grantType !== 'client_credentials')
    throw new Failure('UNSUPPORTED_GRANT_TYPE', 'Only grant_type=client_credentials is offered here.', {
      target: 'grant_type',
    });
}

/**
 * The standing under which a client may have a token.
 * @throws Failure 400 UNAUTHORIZED_CLIENT when its tenant is suspended, or it has no standing there
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
