// GET /api/v1/Links/Registration/{tenantCode}/{token}

import { renderPage, unknownLinkPage } from '../../../shared/pages/page.ts';
import { pageLambda } from '../../../shared/pages/page-lambda.ts';
import { findWaitlistPosition } from '../registrations/seats/waitlist.ts';
import { getRegistrationPage } from './contract.ts';
import { openLink, renderClosedLink, renderLinkPage } from './open-link.ts';
import { isOwnRegistration, loadLinkedRegistration } from './registration-facts.ts';
import { describeRegistration } from './registration-page.ts';

export const handler = pageLambda(getRegistrationPage, async (request) => {
  const state = await openLink('registration', request);
  if (state.kind !== 'open') return renderClosedLink(state);
  const { link } = state;
  const linked = await loadLinkedRegistration(link);
  if (!linked || !isOwnRegistration(link, linked)) return renderPage(unknownLinkPage);
  const position = await findWaitlistPosition(link.tenant, linked.registration);
  return renderLinkPage(link, describeRegistration(link, linked, position));
});
