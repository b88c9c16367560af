// GET /api/v1/Links/Offer/{tenantCode}/{token}

import { renderPage, unknownLinkPage } from '../../../shared/pages/page.ts';
import { pageLambda } from '../../../shared/pages/page-lambda.ts';
import { getOfferPage } from './contract.ts';
import { describeOffer } from './offer-page.ts';
import { openLink, renderClosedLink, renderLinkPage } from './open-link.ts';
import { isOwnRegistration, loadLinkedRegistration } from './registration-facts.ts';

export const handler = pageLambda(getOfferPage, async (request) => {
  const state = await openLink('offer', request);
  if (state.kind !== 'open') return renderClosedLink(state);
  const { link } = state;
  const linked = await loadLinkedRegistration(link);
  if (!linked || !isOwnRegistration(link, linked)) return renderPage(unknownLinkPage);
  return renderLinkPage(link, describeOffer(link, linked));
});
