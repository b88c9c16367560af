// GET /Account/ConfirmEmail/{token}
import { lambda } from '../../../../shared/http/lambda.ts';
import { renderPage } from '../../../../shared/pages/page.ts';
import { findEmailConfirmation } from '../email-change.ts';
import { getConfirmEmailPage } from './contract.ts';
import { describeEmailConfirmation, expiredLinkPage } from './pages.ts';

export const handler = lambda(getConfirmEmailPage, async ({ params, platform, now }) => {
  const confirmation = await findEmailConfirmation(platform, params.token, now);
  return renderPage(confirmation ? describeEmailConfirmation(confirmation) : expiredLinkPage);
});
