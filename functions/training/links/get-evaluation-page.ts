// GET /api/v1/Links/Evaluation/{tenantCode}/{token}

import { renderPage, unknownLinkPage } from '../../../shared/pages/page.ts';
import { pageLambda } from '../../../shared/pages/page-lambda.ts';
import { getEvaluationPage } from './contract.ts';
import { describeEvaluation, loadLinkedEvaluation } from './evaluation-page.ts';
import { openLink, renderClosedLink, renderLinkPage } from './open-link.ts';

export const handler = pageLambda(getEvaluationPage, async (request) => {
  const state = await openLink('evaluation', request);
  if (state.kind !== 'open') return renderClosedLink(state);
  const linked = await loadLinkedEvaluation(state.link);
  if (!linked) return renderPage(unknownLinkPage);
  return renderLinkPage(state.link, describeEvaluation(state.link, linked));
});
