// POST /api/v1/Account/SecondFactor/Remove
import { lambda } from '../../../shared/http/lambda.ts';
import { noContent, write } from '../../../shared/http/reply.ts';
import { confirmPassword, requireOwnUser } from '../account/owner.ts';
import { readTexts } from '../languages/choose-language.ts';
import { removeSecondFactor } from './contract.ts';
import { removeOwnFactor } from './end-second-factor.ts';
import { assertHasFactor, requireRightCode } from './own-factor.ts';

export const handler = lambda(
  removeSecondFactor,
  async ({ body, platform, caller, receivedAt, request, ...context }) => {
    const user = await requireOwnUser(platform, caller);
    assertHasFactor(user);
    await confirmPassword(platform, user, body.currentPassword, request, receivedAt);
    const texts = await readTexts(request.headers);
    const audit = { ...context, caller, request, now: receivedAt, texts };
    const right = await requireRightCode(platform, user, body.code, audit);
    const { changes } = await removeOwnFactor(platform, user, right, audit);
    return write(changes, noContent());
  },
);
