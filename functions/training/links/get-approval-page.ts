// GET /api/v1/Links/Approval/{tenantCode}/{token}

import { renderPage, unknownLinkPage } from '../../../shared/pages/page.ts';
import { pageLambda } from '../../../shared/pages/page-lambda.ts';
import { describeApproval } from './approval-page.ts';
import { getApprovalPage } from './contract.ts';
import { openLink, renderClosedLink, renderLinkPage } from './open-link.ts';
import { loadLinkedRegistration } from './registration-facts.ts';

export const handler = pageLambda(getApprovalPage, async (request) => {
  const state = await openLink('approval', request);
  if (state.kind !== 'open') return renderClosedLink(state);
  const linked = await loadLinkedRegistration(state.link);
  if (!linked) return renderPage(unknownLinkPage);
  return renderLinkPage(state.link, describeApproval(state.link, linked));
});
