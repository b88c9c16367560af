// POST /oauth/lti/{tenantCode}/token
import { Failure } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { buildAddresses } from '../record/addresses.ts';
import { getIssuer } from './connection.ts';
import { issueToolToken } from './contract.ts';
import { listScopes } from './scopes.ts';
import { insertToolToken, toolTokenLifetime, useAssertion } from './tokens.ts';
import { findTool } from './tool.ts';

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

const refuse = (message: string): Failure => new Failure('INVALID_CLIENT', message);

/** The scopes to grant: those of the requested ones that are offered (RFC 6749 3.3). */
function selectScopes(requested: string): readonly string[] {
  const names = requested.split(' ');
  const granted = listScopes().filter((scope) => names.includes(scope));
  if (granted.length === 0)
    throw new Failure('INVALID_SCOPE', `scope must have at least one of ${listScopes().join(', ')}.`, {
      target: 'scope',
    });
  return granted;
}

export const handler = lambda(issueToolToken, async (context) => {
  const { body, platform, params, receivedAt, url, newId } = context;
  const { client_assertion: assertion = '', client_id: clientId } = body;
  if (body.grant_type !== 'client_credentials')
    throw new Failure('UNSUPPORTED_GRANT_TYPE', 'grant_type must be client_credentials.', {
      target: 'grant_type',
    });
  if (body.client_assertion_type !== assertionType)
    throw refuse(`client_assertion_type must be ${assertionType}.`);
  const scopes = selectScopes(body.scope ?? '');
  const { readClaimedClient, verifyAssertion } = await import('./assertion.ts');
  const claimed = readClaimedClient(assertion);
  if (claimed === undefined)
    throw refuse('client_assertion must be a JWT with the client id as iss and as sub.');
  if (clientId !== undefined && clientId !== claimed)
    throw refuse('client_id must be that of the client_assertion.');
  const found = await findTool({ platform, params }, claimed);
  if (!found) throw refuse('The client id is not that of a tool of this tenant.');
  const { tenant, tool, course } = found;
  const audience = [buildAddresses(url, tenant.code).token, getIssuer()];
  const verified = await verifyAssertion(tool, assertion, audience, receivedAt);
  if (typeof verified === 'string') throw refuse(`The client_assertion is refused: ${verified}.`);
  const named = { courseId: course.id, clientId: tool.clientId };
  const token = `${course.id}.${newId()}`;
  const ttl = Math.floor(receivedAt.getTime() / 1000) + toolTokenLifetime;
  return write(
    [
      useAssertion(tenant, named, verified, refuse('The client_assertion was used before.')),
      insertToolToken(tenant, token, { ...named, scopes, ttl }),
    ],
    ok(
      { access_token: token, token_type: 'Bearer', expires_in: toolTokenLifetime, scope: scopes.join(' ') },
      { headers: { 'Cache-Control': 'no-store', Pragma: 'no-cache' } },
    ),
  );
});
