// POST /connect/par
import { authenticateTokenClient } from '../../../../shared/auth/clients/token-client.ts';
import { Failure } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { reply, write } from '../../../../shared/http/reply.ts';
import { defaultLanguage } from '../../../../shared/languages/languages.ts';
import { loadTexts } from '../../languages/languages.ts';
import { type AuthorizationError, readAuthorizationRequest } from '../requests/authorization-request.ts';
import { pushedRequestSeconds, pushRequest } from '../requests/pushed-requests.ts';
import { findTokenProof, invalidProof } from '../tokens/token-proof.ts';
import { pushAuthorization } from './contract.ts';

const refuse = (message: string, target?: string): Failure =>
  new Failure('VALIDATION_ERROR', message, { target });

/** The failure with the error that the authorization endpoint would answer, as far as both have it (RFC 9126 2.3). */
function toFailure({ error, description }: AuthorizationError): Failure {
  if (error === 'invalid_scope') return new Failure('INVALID_SCOPE', description, { target: 'scope' });
  return error === 'unauthorized_client'
    ? new Failure('UNAUTHORIZED_CLIENT', description)
    : refuse(description);
}

/** The request is checked as the authorization endpoint does (RFC 9126 2.1), and never has another's address. */
export const handler = lambda(pushAuthorization, async ({ body, platform, request, now }) => {
  const client = await authenticateTokenClient(platform, body, request, now, { publicToo: true });
  const {
    client_secret: _secret,
    client_assertion: _assertion,
    client_assertion_type: _type,
    request_uri: uri,
    ...parameters
  } = body;
  if (uri !== undefined) throw refuse('request_uri must not be pushed.', 'request_uri');
  const proof = findTokenProof(platform, request, pushAuthorization.path, now);
  if (proof && parameters.dpop_jkt !== undefined && parameters.dpop_jkt !== proof.jkt)
    throw invalidProof('dpop_jkt is not the key of the DPoP proof (RFC 9449 10.1).');
  const sent = { ...parameters, client_id: client.id, ...(proof && { dpop_jkt: proof.jkt }) };
  const read = readAuthorizationRequest(client, sent);
  if (read.kind === 'unanswerable') {
    const { unanswerable } = await loadTexts(defaultLanguage);
    throw refuse(unanswerable.reasons[read.reason], 'redirect_uri');
  }
  if (read.kind === 'refused') throw toFailure(read.error);
  const pushed = pushRequest(platform, sent, true, now);
  const changes = [pushed.change, ...(proof ? [proof.change] : [])];
  return write(changes, reply(201, { request_uri: pushed.uri, expires_in: pushedRequestSeconds }));
});
