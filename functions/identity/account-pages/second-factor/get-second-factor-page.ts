// GET /Account/SecondFactor
import { loadFactor } from '../../../../shared/auth/sign-in/second-factor.ts';
import { findRecentSession, leadToPage } from '../../connect/interactions/recent-session.ts';
import { pageLambda } from '../../pages/page-lambda.ts';
import { getSecondFactorPage } from './contract.ts';
import { renderFactor } from './pages.ts';

export const handler = pageLambda(getSecondFactorPage, async ({ platform, request, now, texts }) => {
  const { current, recent } = await findRecentSession(platform, request.headers, now);
  if (!recent) return leadToPage(platform, getSecondFactorPage.path, current, request.headers, now);
  return renderFactor(texts, recent, await loadFactor(platform, recent.user.id));
});
