// GET /Account/ForgotPassword
import { lambda } from '../../../../shared/http/lambda.ts';
import { renderPage } from '../../../../shared/pages/page.ts';
import { getForgotPasswordPage } from './contract.ts';
import { describeForgotPassword } from './pages.ts';

export const handler = lambda(getForgotPasswordPage, async () => renderPage(describeForgotPassword()));
