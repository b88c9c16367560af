// POST /api/v1/Users/{id}/Disable
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { disableUser } from './contract.ts';
import { assertNotSelf, presentUser } from './user.ts';
import { disableUserAccess } from './user-access.ts';

export const handler = lambda(disableUser, async ({ params, platform, ifMatch, ...context }) => {
  assertNotSelf(params, context, 'disable them');
  const { user, changes } = await disableUserAccess(platform, params.id, context, ifMatch);
  return write(changes, ok(presentUser(user), { version: user.version }));
});
