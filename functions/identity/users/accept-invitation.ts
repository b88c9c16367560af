// POST /api/v1/Users/AcceptInvitation
import { userKey } from '../../../shared/auth/users.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { hashNewPassword } from './administer.ts';
import { acceptInvitation } from './contract.ts';
import { replaceUser } from './store.ts';
import { invalidInvitation, parseInvitationToken, requireInvitedUser, updateUser } from './user.ts';

export const handler = lambda(acceptInvitation, async ({ body, platform, now }) => {
  const id = parseInvitationToken(body.token);
  if (!id) throw invalidInvitation();
  const before = requireInvitedUser(
    await platform.get(userKey(platform, id), { consistent: true }),
    body.token,
    now,
  );
  const passwordHash = await hashNewPassword(body.password, before.userName);
  const user = updateUser(before, { passwordHash, invitation: undefined }, now);
  return write([replaceUser(platform, before, user)], ok({ userName: user.userName }));
});
