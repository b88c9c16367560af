// GET /api/1.0/Unsubscribe/{tenantCode}/{token}

import { renderPage, unknownLinkPage } from '../../../../../shared/pages/page.ts';
import { pageLambda } from '../../../../../shared/pages/page-lambda.ts';
import { getUnsubscribePage } from './contract.ts';
import { describeUnsubscription, findUnsubscription } from './unsubscription.ts';

export const handler = pageLambda(getUnsubscribePage, async ({ params, platform }) => {
  const found = await findUnsubscription(platform, params.tenantCode, params.token);
  if (!found) return renderPage(unknownLinkPage);
  return renderPage(describeUnsubscription(found.email, found.subscription), found.settings.name);
});
