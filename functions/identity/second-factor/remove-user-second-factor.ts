// DELETE /api/v1/Users/{id}/SecondFactor
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { requireUser } from '../users/store.ts';
import { assertNotSelf, presentUser } from '../users/user.ts';
import { removeUserSecondFactor } from './contract.ts';
import { removeLostFactor } from './end-second-factor.ts';

export const handler = lambda(removeUserSecondFactor, async ({ params, platform, ifMatch, ...context }) => {
  assertNotSelf(params, context, 'remove their second factor');
  const before = await requireUser(platform, params.id);
  const { user, changes } = await removeLostFactor(platform, before, context, ifMatch);
  return write(changes, ok(presentUser(user), { version: user.version }));
});
