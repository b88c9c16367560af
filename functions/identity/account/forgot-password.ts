// POST /api/v1/Account/ForgotPassword
import { lambda } from '../../../shared/http/lambda.ts';
import { reply, write } from '../../../shared/http/reply.ts';
import { readTexts } from '../languages/choose-language.ts';
import { forgotPassword } from './contract.ts';
import { requestReset } from './password-reset.ts';

export const handler = lambda(forgotPassword, async ({ body, platform, ...context }) => {
  const texts = await readTexts(context.request.headers);
  return write(await requestReset(platform, body.userName, { ...context, texts }), reply(202, null));
});
