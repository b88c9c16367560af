// GET /Account/Email
import { findOpenEmailChange } from '../../account/email-change.ts';
import { beginInteraction } from '../../connect/interactions/begin.ts';
import { pageLambda } from '../../pages/page-lambda.ts';
import { findCurrentSession } from '../../sessions/store.ts';
import { getEmailPage } from './contract.ts';
import { renderEmail } from './pages.ts';

export const handler = pageLambda(getEmailPage, async ({ platform, request, now, texts }) => {
  const current = await findCurrentSession(platform, request.headers, now);
  if (current) {
    const { user } = current;
    return renderEmail(texts, user, { change: await findOpenEmailChange(platform, user.id, now) });
  }
  const goal = { kind: 'page', path: getEmailPage.path } as const;
  return beginInteraction(platform, goal, request.headers, undefined, now);
});
