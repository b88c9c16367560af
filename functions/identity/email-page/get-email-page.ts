// GET /Account/Email
import { lambda } from '../../../shared/http/lambda.ts';
import { findOpenEmailChange } from '../account/email-change.ts';
import { beginInteraction } from '../connect/interactions/begin.ts';
import { findCurrentSession } from '../sessions/store.ts';
import { getEmailPage } from './contract.ts';
import { renderEmail } from './pages.ts';

export const handler = lambda(getEmailPage, async ({ platform, request, now }) => {
  const current = await findCurrentSession(platform, request.headers, now);
  if (current) {
    const { user } = current;
    return renderEmail(user, { change: await findOpenEmailChange(platform, user.id, now) });
  }
  const goal = { kind: 'page', path: getEmailPage.path } as const;
  return beginInteraction(platform, goal, request.headers, undefined, now);
});
