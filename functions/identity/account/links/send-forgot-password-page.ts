// POST /Account/ForgotPassword
import { write } from '../../../../shared/http/reply.ts';
import { renderPage } from '../../../../shared/pages/page.ts';
import { pageLambda } from '../../pages/page-lambda.ts';
import { requestReset } from '../password-reset.ts';
import { sendForgotPasswordPage } from './contract.ts';
import { describeRefusal } from './form.ts';
import { describeForgotPassword, resetSentPage } from './pages.ts';

export const handler = pageLambda(sendForgotPasswordPage, async ({ body, platform, ...context }) => {
  const userName = (body.userName ?? '').trim().slice(0, 256);
  if (userName === '') return renderPage(describeForgotPassword({ problem: 'Enter your user name.' }));
  try {
    return write(await requestReset(platform, userName, context), renderPage(resetSentPage));
  } catch (error) {
    return renderPage(describeForgotPassword({ userName, problem: describeRefusal(error) }));
  }
});
