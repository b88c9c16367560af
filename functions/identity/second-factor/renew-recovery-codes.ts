// POST /api/v1/Account/SecondFactor/RecoveryCodes
import { putFactor } from '../../../shared/auth/second-factor.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { buildSecondFactorMail, mailUser } from '../account/mails.ts';
import { confirmPassword, requireOwnUser } from '../account/owner.ts';
import { renewRecoveryCodes } from './contract.ts';
import { createRecoveryCodes } from './factor.ts';
import { assertHasFactor, requireRightCode } from './own-factor.ts';

export const handler = lambda(
  renewRecoveryCodes,
  async ({ body, platform, caller, receivedAt, request, newId }) => {
    const user = await requireOwnUser(platform, caller);
    assertHasFactor(user);
    await confirmPassword(platform, user, body.currentPassword, request, receivedAt);
    const right = await requireRightCode(platform, user, body.code, { request, now: receivedAt });
    const { codes, hashes } = createRecoveryCodes();
    const mail = buildSecondFactorMail(user.userName, 'recovery codes renewed');
    return write(
      [
        putFactor(platform, right.before, { ...right.after, recoveryCodes: hashes }),
        ...mailUser(platform, user, mail, { now: receivedAt, newId }),
      ],
      ok({ recoveryCodes: [...codes] }),
    );
  },
);
