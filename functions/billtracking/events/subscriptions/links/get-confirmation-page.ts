// GET /api/1.0/Confirmations/{tenantCode}/{token}
import { lambda } from '../../../../../shared/http/lambda.ts';
import { confirmationOf, saidOf } from './confirmation.ts';
import { getConfirmationPage } from './contract.ts';
import { noSuchLink, shownPage } from './page.ts';

export const handler = lambda(getConfirmationPage, async ({ params, platform, receivedAt }) => {
  const found = await confirmationOf(platform, params.tenantCode, params.token);
  if (!found) return shownPage(noSuchLink);
  return shownPage(saidOf(found.subscription, found.asked, receivedAt), found.settings.name);
});
