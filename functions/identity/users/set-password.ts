// PUT /api/v1/Users/{id}/Password
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { setPassword } from './contract.ts';
import { changePassword } from './passwords.ts';
import { presentUser } from './user.ts';

export const handler = lambda(setPassword, async ({ params, body, platform, ifMatch, ...context }) => {
  const { user, changes } = await changePassword(platform, params.id, body.password, context, ifMatch);
  return write(changes, ok(presentUser(user), { version: user.version }));
});
