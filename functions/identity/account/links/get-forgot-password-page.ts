// GET /Account/ForgotPassword
import { renderPage } from '../../../../shared/pages/page.ts';
import { pageLambda } from '../../pages/page-lambda.ts';
import { getForgotPasswordPage } from './contract.ts';
import { describeForgotPassword } from './pages.ts';

export const handler = pageLambda(getForgotPasswordPage, async ({ texts }) =>
  renderPage(describeForgotPassword(texts), '', texts.language),
);
