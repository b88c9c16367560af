// POST /api/v1/Users/{id}/Enable
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { enableUser } from './contract.ts';
import { presentUser } from './user.ts';
import { enableUserAccess } from './user-access.ts';

export const handler = lambda(enableUser, async ({ params, platform, ifMatch, ...context }) => {
  const { user, changes } = await enableUserAccess(platform, params.id, context, ifMatch);
  return write(changes, ok(presentUser(user), { version: user.version }));
});
