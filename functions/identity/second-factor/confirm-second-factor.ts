// POST /api/v1/Account/SecondFactor/Confirm
import { getContextClass } from '../../../shared/auth/sign-in/authentication-context.ts';
import { putFactor } from '../../../shared/auth/sign-in/second-factor.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { buildSecondFactorMail, mailUser } from '../account/mails.ts';
import { requireAccountOwner, requireOwnUser } from '../account/owner.ts';
import { renewToken } from '../account/renew-token.ts';
import { readTexts } from '../languages/choose-language.ts';
import { updateUserEverywhere } from '../users/decision.ts';
import { confirmSecondFactor } from './contract.ts';
import { assertNoFactor, requireRightCode } from './own-factor.ts';

export const handler = lambda(
  confirmSecondFactor,
  async ({ body, platform, tenant, caller, receivedAt, request, ...context }) => {
    const { claims } = requireAccountOwner(caller);
    const before = await requireOwnUser(platform, caller);
    assertNoFactor(before);
    const audit = { ...context, caller, request, now: receivedAt };
    const right = await requireRightCode(platform, before, body.code, audit);
    // The code is the second factor of the sign-in that goes on.
    const amr = [...new Set([...(claims.amr ?? ['pwd']), 'otp', 'mfa'])];
    const signIn = { ...claims, amr, acr: getContextClass(amr) };
    const renewed = await renewToken(platform, tenant, signIn, true, audit);
    const { user, changes } = await updateUserEverywhere(
      platform,
      before,
      { set: { secondFactorSince: receivedAt.toISOString() }, endsSignIns: true },
      audit,
      undefined,
    );
    const mail = buildSecondFactorMail(await readTexts(request.headers), user.userName, 'added');
    return write(
      [
        ...changes,
        renewed.change,
        putFactor(platform, right.before, right.after),
        ...(await mailUser(platform, user, mail, audit)),
      ],
      ok(renewed.token),
    );
  },
);
