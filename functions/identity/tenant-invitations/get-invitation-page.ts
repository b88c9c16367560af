// GET /Account/Invitation/{token}
import { lambda } from '../../../shared/http/lambda.ts';
import { renderPage } from '../../../shared/pages/page.ts';
import { expiredLinkPage } from '../account/links/pages.ts';
import { findOpenInvitation } from './accept.ts';
import { getInvitationPage } from './contract.ts';
import { describeInvitation } from './pages.ts';

export const handler = lambda(getInvitationPage, async ({ params, platform, now }) => {
  const found = await findOpenInvitation(platform, params.token, now);
  return found ? renderPage(describeInvitation(found), found.settings.name) : renderPage(expiredLinkPage);
});
