// POST /Account/ConfirmEmail/{token}
import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { renderPage } from '../../../../shared/pages/page.ts';
import { confirmEmail, findEmailConfirmation } from '../email-change.ts';
import { confirmOwnEmail } from './contract.ts';
import { describeEmailConfirmed, expiredLinkPage } from './pages.ts';

export const handler = lambda(confirmOwnEmail, async ({ params, platform, ...context }) => {
  const confirmation = await findEmailConfirmation(platform, params.token, context.now);
  if (!confirmation) return renderPage(expiredLinkPage);
  const { changes, isComplete } = await confirmEmail(platform, confirmation, params.token, context);
  return write(changes, renderPage(describeEmailConfirmed(confirmation, isComplete)));
});
