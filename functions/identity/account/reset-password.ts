// POST /api/v1/Account/ResetPassword
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { readTexts } from '../languages/choose-language.ts';
import { resetPassword } from './contract.ts';
import { completeReset, findResettable, invalidLink } from './password-reset.ts';

export const handler = lambda(resetPassword, async ({ body, platform, ...context }) => {
  const before = await findResettable(platform, body.token, context.now);
  if (!before) throw invalidLink();
  const { user, changes } = await completeReset(
    platform,
    before,
    { ...body, endSessions: body.endSessions ?? true },
    { ...context, texts: await readTexts(context.request.headers) },
  );
  return write(changes, ok({ userName: user.userName }));
});
