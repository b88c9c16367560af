// GET /api/v1/Unsubscribe/{tenantCode}/{token}

import { getBrand } from '../../../../../shared/pages/brand.ts';
import { renderPage, unknownLinkPage } from '../../../../../shared/pages/page.ts';
import { pageLambda } from '../../../../../shared/pages/page-lambda.ts';
import { getMailUnsubscribePage } from './contract.ts';
import { findRecipient } from './find-recipient.ts';
import { describeUnsubscription, hasLeft } from './unsubscription.ts';

export const handler = pageLambda(getMailUnsubscribePage, async ({ params, platform }) => {
  const found = await findRecipient(platform, params.tenantCode, params.token, 'unsubscribe');
  if (!found) return renderPage(unknownLinkPage);
  return renderPage(await describeUnsubscription(found, hasLeft(found)), getBrand(found.settings));
});
