// POST /api/v1/Account/ChangeEmail
import { lambda } from '../../../shared/http/lambda.ts';
import { reply, write } from '../../../shared/http/reply.ts';
import { readTexts } from '../languages/choose-language.ts';
import { changeOwnEmail } from './contract.ts';
import { requestEmailChange } from './email-change.ts';
import { confirmPassword, requireOwnUser } from './owner.ts';

export const handler = lambda(
  changeOwnEmail,
  async ({ body, platform, caller, receivedAt: now, request, newId }) => {
    const user = await requireOwnUser(platform, caller);
    await confirmPassword(platform, user, body.currentPassword, request, now);
    const texts = await readTexts(request.headers);
    return write(
      await requestEmailChange(platform, user, body.email, { now, newId, request, texts }),
      reply(202, null),
    );
  },
);
