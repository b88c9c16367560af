// POST /api/v1/Users/{id}/RevokeTokens
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { revokeTokens } from './contract.ts';
import { presentUser } from './user.ts';
import { revokeUserTokens } from './user-access.ts';

export const handler = lambda(revokeTokens, async ({ params, body, platform, ifMatch, ...context }) => {
  const { user, changes } = await revokeUserTokens(platform, params.id, body.tenantCode, context, ifMatch);
  return write(changes, ok(presentUser(user), { version: user.version }));
});
