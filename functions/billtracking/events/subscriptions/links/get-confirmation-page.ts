// GET /api/1.0/Confirmations/{tenantCode}/{token}
import { lambda } from '../../../../../shared/http/lambda.ts';
import { confirmationOf, describeConfirmation } from './confirmation.ts';
import { getConfirmationPage } from './contract.ts';
import { noSuchLink, renderPage } from './page.ts';

export const handler = lambda(getConfirmationPage, async ({ params, platform, receivedAt }) => {
  const found = await confirmationOf(platform, params.tenantCode, params.token);
  if (!found) return renderPage(noSuchLink);
  return renderPage(describeConfirmation(found.subscription, found.asked, receivedAt), found.settings.name);
});
