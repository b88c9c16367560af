// POST /api/v1/Account/SecondFactor/SetUp
import { loadFactor, putFactor } from '../../../shared/auth/sign-in/second-factor.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { confirmPassword, requireAccountOwner, requireOwnUser } from '../account/owner.ts';
import { setUpSecondFactor } from './contract.ts';
import { createFactor } from './factor.ts';
import { assertNoFactor } from './own-factor.ts';
import { encodeBase32, formatKeyUri } from './totp.ts';

export const handler = lambda(setUpSecondFactor, async ({ body, platform, caller, receivedAt, request }) => {
  // Read first, so that a confirmation at the same moment is seen in the user or in the version of the factor.
  const pending = await loadFactor(platform, requireAccountOwner(caller).subject);
  const user = await requireOwnUser(platform, caller);
  await confirmPassword(platform, user, body.currentPassword, request, receivedAt);
  assertNoFactor(user);
  const { key, codes, item } = await createFactor(user.id);
  return write(
    [putFactor(platform, pending, item)],
    ok({ secret: encodeBase32(key), uri: formatKeyUri(user.userName, key), recoveryCodes: [...codes] }),
  );
});
