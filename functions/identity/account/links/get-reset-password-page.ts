// GET /Account/ResetPassword/{token}
import { renderPage } from '../../../../shared/pages/page.ts';
import { pageLambda } from '../../pages/page-lambda.ts';
import { findResettable } from '../password-reset.ts';
import { getResetPasswordPage } from './contract.ts';
import { describeReset, expiredResetPage } from './pages.ts';

export const handler = pageLambda(getResetPasswordPage, async ({ params, platform, now }) => {
  const user = await findResettable(platform, params.token, now);
  return renderPage(user ? describeReset(user.userName) : expiredResetPage());
});
