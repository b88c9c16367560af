// POST /connect/introspect
import { authenticateClient } from '../../../shared/auth/clients/clients.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { introspectToken } from './contract.ts';
import { findLiveToken, verifyTokenClaims } from './live-token.ts';

export const handler = lambda(introspectToken, async ({ body, platform, request, now }) => {
  const client = await authenticateClient(platform, request.headers.authorization, body, now);
  const claims = await verifyTokenClaims(body.token, now);
  const live = claims?.tenant === client.tenantCode ? await findLiveToken(platform, claims) : undefined;
  if (!live) return ok({ active: false });
  const { subject } = live;
  const { scope, client_id, exp, iat, sub, aud, iss, jti, tenant, cnf, acr, amr, auth_time, person_id } =
    live.claims;
  return ok({
    active: true,
    ...(scope !== undefined && { scope }),
    client_id,
    ...(subject.kind === 'user' && { username: subject.name }),
    token_type: cnf ? 'DPoP' : 'Bearer',
    ...(cnf && { cnf: { ...cnf } }),
    exp,
    iat,
    sub,
    aud,
    iss,
    jti,
    tenant,
    ...(auth_time !== undefined && { auth_time }),
    ...(acr !== undefined && { acr }),
    ...(amr && { amr: [...amr] }),
    ...(person_id !== undefined && { person_id }),
  });
});
