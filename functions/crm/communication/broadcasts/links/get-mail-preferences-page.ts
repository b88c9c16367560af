// GET /api/v1/MailPreferences/{tenantCode}/{token}

import { getBrand } from '../../../../../shared/pages/brand.ts';
import { renderPage, unknownLinkPage } from '../../../../../shared/pages/page.ts';
import { pageLambda } from '../../../../../shared/pages/page-lambda.ts';
import { getMailPreferencesPage } from './contract.ts';
import { findRecipient } from './find-recipient.ts';
import { loadOffer } from './load-offer.ts';
import { describePreferences } from './preferences-page.ts';

export const handler = pageLambda(getMailPreferencesPage, async ({ params, platform }) => {
  const found = await findRecipient(platform, params.tenantCode, params.token, 'preferences');
  if (!found) return renderPage(unknownLinkPage);
  const offer = await loadOffer(found);
  return renderPage(describePreferences(found.consent, offer, false), getBrand(found.settings));
});
