// GET /api/1.0/Advocacy/Champaign/{id}/letter/{tenantCode}/{token}

import { renderPage } from '../../../../shared/pages/page.ts';
import { pageLambda } from '../../../../shared/pages/page-lambda.ts';
import { getCampaignLetterPage } from './contract.ts';
import { describeLetter } from './letter-page.ts';
import { loadLetter } from './load-letter.ts';

export const handler = pageLambda(getCampaignLetterPage, async ({ params, platform, receivedAt }) => {
  const state = await loadLetter(platform, params, receivedAt);
  return renderPage(describeLetter(state), state.kind === 'unknown' ? '' : state.settings.name);
});
