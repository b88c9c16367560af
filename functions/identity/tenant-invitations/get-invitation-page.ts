// GET /Account/Invitation/{token}
import { renderPage } from '../../../shared/pages/page.ts';
import { pageLambda } from '../pages/page-lambda.ts';
import { findInvitation } from './accept.ts';
import { getInvitationPage } from './contract.ts';
import { describeClosed, describeInvitation, getSender } from './pages.ts';

export const handler = pageLambda(getInvitationPage, async ({ params, platform, now, texts }) => {
  const found = await findInvitation(platform, params.token, now);
  const content = 'reason' in found ? describeClosed(texts, found) : describeInvitation(texts, found);
  return renderPage(content, getSender(found), texts.language);
});
