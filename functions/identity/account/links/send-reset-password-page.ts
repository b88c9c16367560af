// POST /Account/ResetPassword/{token}
import { write } from '../../../../shared/http/reply.ts';
import { renderPage } from '../../../../shared/pages/page.ts';
import { pageLambda } from '../../pages/page-lambda.ts';
import { completeReset, findResettable } from '../password-reset.ts';
import { sendResetPasswordPage } from './contract.ts';
import { describeRefusal } from './form.ts';
import { describeReset, describeResetDone, expiredResetPage } from './pages.ts';

export const handler = pageLambda(sendResetPasswordPage, async ({ params, body, platform, ...context }) => {
  const { token } = params;
  const user = await findResettable(platform, token, context.now);
  if (!user) return renderPage(expiredResetPage());
  const everywhere = body.everywhere !== undefined;
  try {
    const input = { token, password: body.password ?? '', endSessions: everywhere };
    const { changes } = await completeReset(platform, user, input, context);
    return write(changes, renderPage(describeResetDone(user.userName)));
  } catch (error) {
    return renderPage(describeReset(user.userName, { problem: describeRefusal(error), everywhere }));
  }
});
