// POST /Account/ResetPassword/{token}
import { write } from '../../../../shared/http/reply.ts';
import { type PageContent, renderPage } from '../../../../shared/pages/page.ts';
import { pageLambda } from '../../pages/page-lambda.ts';
import { completeReset, findResettable } from '../password-reset.ts';
import { sendResetPasswordPage } from './contract.ts';
import { describeRefusal } from './form.ts';
import { describeExpiredReset, describeReset, describeResetDone } from './pages.ts';

export const handler = pageLambda(
  sendResetPasswordPage,
  async ({ params, body, platform, texts, ...context }) => {
    const { token } = params;
    const user = await findResettable(platform, token, context.now);
    const render = (content: PageContent) => renderPage(content, '', texts.language);
    if (!user) return render(describeExpiredReset(texts));
    const everywhere = body.everywhere !== undefined;
    try {
      const input = { token, password: body.password ?? '', endSessions: everywhere };
      const { changes } = await completeReset(platform, user, input, { ...context, texts });
      return write(changes, render(describeResetDone(texts, user.userName)));
    } catch (error) {
      const problem = describeRefusal(texts, error);
      return render(describeReset(texts, user.userName, { problem, everywhere }));
    }
  },
);
