// GET /Account/Password
import { lambda } from '../../../shared/http/lambda.ts';
import { beginInteraction } from '../connect/interactions/begin.ts';
import { findCurrentSession } from '../sessions/store.ts';
import { getPasswordPage } from './contract.ts';
import { renderPassword } from './pages.ts';

export const handler = lambda(getPasswordPage, async ({ platform, request, now }) => {
  const current = await findCurrentSession(platform, request.headers, now);
  if (current) return renderPassword(current.user);
  const goal = { kind: 'page', path: getPasswordPage.path } as const;
  return beginInteraction(platform, goal, request.headers, undefined, now);
});
