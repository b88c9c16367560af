// POST /Account/ForgotPassword
import { write } from '../../../../shared/http/reply.ts';
import { type PageContent, renderPage } from '../../../../shared/pages/page.ts';
import { pageLambda } from '../../pages/page-lambda.ts';
import { requestReset } from '../password-reset.ts';
import { sendForgotPasswordPage } from './contract.ts';
import { describeRefusal } from './form.ts';
import { describeForgotPassword, describeResetSent } from './pages.ts';

export const handler = pageLambda(sendForgotPasswordPage, async ({ body, platform, texts, ...context }) => {
  const userName = (body.userName ?? '').trim().slice(0, 256);
  const render = (content: PageContent) => renderPage(content, '', texts.language);
  if (userName === '')
    return render(describeForgotPassword(texts, { problem: texts.forgotPassword.missing }));
  try {
    return write(
      await requestReset(platform, userName, { ...context, texts }),
      render(describeResetSent(texts)),
    );
  } catch (error) {
    return render(describeForgotPassword(texts, { userName, problem: describeRefusal(texts, error) }));
  }
});
