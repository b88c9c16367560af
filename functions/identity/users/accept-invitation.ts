// POST /api/v1/Users/AcceptInvitation
import { userKey } from '../../../shared/auth/accounts/users.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { acceptInvitation } from './contract.ts';
import { completeInvitation } from './passwords.ts';
import { invalidInvitation, parseInvitationToken, requireInvitedUser } from './user.ts';

export const handler = lambda(acceptInvitation, async ({ body, platform, ...context }) => {
  const id = parseInvitationToken(body.token);
  if (!id) throw invalidInvitation();
  const before = requireInvitedUser(
    await platform.get(userKey(platform, id), { consistent: true }),
    body.token,
    context.now,
  );
  const { user, changes } = await completeInvitation(platform, before, body.password, context);
  return write(changes, ok({ userName: user.userName }));
});
