// GET /api/1.0/Confirmations/{tenantCode}/{token}

import { renderPage, unknownLinkPage } from '../../../../../shared/pages/page.ts';
import { pageLambda } from '../../../../../shared/pages/page-lambda.ts';
import { describeConfirmation, findConfirmation } from './confirmation.ts';
import { getConfirmationPage } from './contract.ts';

export const handler = pageLambda(getConfirmationPage, async ({ params, platform, receivedAt }) => {
  const found = await findConfirmation(platform, params.tenantCode, params.token);
  if (!found) return renderPage(unknownLinkPage);
  return renderPage(describeConfirmation(found.subscription, found.asked, receivedAt), found.settings.name);
});
