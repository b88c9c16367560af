// GET /Account/Access
import { beginInteraction } from '../../connect/interactions/begin.ts';
import { pageLambda } from '../../pages/page-lambda.ts';
import { findCurrentSession } from '../../sessions/store.ts';
import { getAccessPage } from './contract.ts';
import { loadOwnAccess } from './own-access.ts';
import { renderOwnAccess } from './pages.ts';

export const handler = pageLambda(getAccessPage, async ({ platform, request, now, texts }) => {
  const current = await findCurrentSession(platform, request.headers, now);
  if (!current)
    return beginInteraction(
      platform,
      { kind: 'page', path: getAccessPage.path },
      request.headers,
      undefined,
      now,
    );
  return renderOwnAccess(texts, current, await loadOwnAccess(platform, current, now));
});
