// GET /api/1.0/Unsubscribe/{tenantCode}/{token}
import { lambda } from '../../../../../shared/http/lambda.ts';
import { getUnsubscribePage } from './contract.ts';
import { noSuchLink, renderPage } from './page.ts';
import { describeUnsubscription, unsubscribingOf } from './unsubscription.ts';

export const handler = lambda(getUnsubscribePage, async ({ params, platform }) => {
  const found = await unsubscribingOf(platform, params.tenantCode, params.token);
  if (!found) return renderPage(noSuchLink);
  return renderPage(describeUnsubscription(found.email, found.subscription), found.settings.name);
});
