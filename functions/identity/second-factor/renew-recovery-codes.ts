// POST /api/v1/Account/SecondFactor/RecoveryCodes
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { confirmPassword, requireOwnUser } from '../account/owner.ts';
import { readTexts } from '../languages/choose-language.ts';
import { renewRecoveryCodes } from './contract.ts';
import { assertHasFactor, requireRightCode } from './own-factor.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';

export const handler = lambda(
  renewRecoveryCodes,
  async ({ body, platform, caller, receivedAt, request, ...context }) => {
    const user = await requireOwnUser(platform, caller);
    assertHasFactor(user);
    await confirmPassword(platform, user, body.currentPassword, request, receivedAt);
    const texts = await readTexts(request.headers);
    const audit = { ...context, caller, request, now: receivedAt, texts };
    const right = await requireRightCode(platform, user, body.code, audit);
    const { codes, changes } = await replaceRecoveryCodes(platform, user, right, audit);
    return write(changes, ok({ recoveryCodes: [...codes] }));
  },
);
