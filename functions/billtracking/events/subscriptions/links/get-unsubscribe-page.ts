// GET /api/1.0/Unsubscribe/{tenantCode}/{token}
import { lambda } from '../../../../../shared/http/lambda.ts';
import { renderPage, unknownLinkPage } from '../../../../../shared/pages/page.ts';
import { getUnsubscribePage } from './contract.ts';
import { describeUnsubscription, findUnsubscription } from './unsubscription.ts';

export const handler = lambda(getUnsubscribePage, async ({ params, platform }) => {
  const found = await findUnsubscription(platform, params.tenantCode, params.token);
  if (!found) return renderPage(unknownLinkPage);
  return renderPage(describeUnsubscription(found.email, found.subscription), found.settings.name);
});
