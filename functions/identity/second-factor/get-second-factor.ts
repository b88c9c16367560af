// GET /api/v1/Account/SecondFactor
import { hasSecondFactor, loadFactor } from '../../../shared/auth/sign-in/second-factor.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { requireOwnUser } from '../account/owner.ts';
import { getSecondFactor } from './contract.ts';

export const handler = lambda(getSecondFactor, async ({ platform, caller }) => {
  const user = await requireOwnUser(platform, caller);
  const isActive = hasSecondFactor(user);
  const factor = isActive ? await loadFactor(platform, user.id) : undefined;
  return ok({
    isActive,
    ...(isActive && { since: user.secondFactorSince }),
    hasAuthenticator: factor?.sealedKey !== undefined,
    passkeys: (factor?.passkeys ?? []).map(({ name, createdDate, lastUsed }) => ({
      ...{ name, createdDate },
      ...(lastUsed !== undefined && { lastUsed }),
    })),
    recoveryCodesLeft: factor?.recoveryCodes.length ?? 0,
  });
});
