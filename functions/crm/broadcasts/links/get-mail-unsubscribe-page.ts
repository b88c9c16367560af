// GET /api/v1/Unsubscribe/{tenantCode}/{token}
import { lambda } from '../../../../shared/http/lambda.ts';
import { renderPage, unknownLinkPage } from '../../../../shared/pages/page.ts';
import { getMailUnsubscribePage } from './contract.ts';
import { findRecipient } from './find-recipient.ts';
import { describeUnsubscription, hasLeft } from './unsubscription.ts';

export const handler = lambda(getMailUnsubscribePage, async ({ params, platform }) => {
  const found = await findRecipient(platform, params.tenantCode, params.token, 'unsubscribe');
  if (!found) return renderPage(unknownLinkPage);
  return renderPage(await describeUnsubscription(found, hasLeft(found)), found.settings.name);
});
