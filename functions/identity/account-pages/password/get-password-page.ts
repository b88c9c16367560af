// GET /Account/Password
import { beginInteraction } from '../../connect/interactions/begin.ts';
import { pageLambda } from '../../pages/page-lambda.ts';
import { findCurrentSession } from '../../sessions/store.ts';
import { getPasswordPage } from './contract.ts';
import { renderPassword } from './pages.ts';

export const handler = pageLambda(getPasswordPage, async ({ platform, request, now, texts }) => {
  const current = await findCurrentSession(platform, request.headers, now);
  if (current) return renderPassword(texts, current.user);
  const goal = { kind: 'page', path: getPasswordPage.path } as const;
  return beginInteraction(platform, goal, request.headers, undefined, now);
});
