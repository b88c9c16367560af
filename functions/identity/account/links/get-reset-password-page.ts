// GET /Account/ResetPassword/{token}
import { renderPage } from '../../../../shared/pages/page.ts';
import { pageLambda } from '../../pages/page-lambda.ts';
import { findResettable } from '../password-reset.ts';
import { getResetPasswordPage } from './contract.ts';
import { describeExpiredReset, describeReset } from './pages.ts';

export const handler = pageLambda(getResetPasswordPage, async ({ params, platform, now, texts }) => {
  const user = await findResettable(platform, params.token, now);
  const content = user ? describeReset(texts, user.userName) : describeExpiredReset(texts);
  return renderPage(content, '', texts.language);
});
