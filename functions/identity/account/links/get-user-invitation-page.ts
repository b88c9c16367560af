// GET /Account/UserInvitation/{token}
import { renderPage } from '../../../../shared/pages/page.ts';
import { pageLambda } from '../../pages/page-lambda.ts';
import { getUserInvitationPage } from './contract.ts';
import { findUserInvitation } from './find-user-invitation.ts';
import { describeUserInvitation } from './invitation-pages.ts';

export const handler = pageLambda(getUserInvitationPage, async ({ params, platform, now, texts }) => {
  const found = await findUserInvitation(platform, params.token, now);
  return renderPage(describeUserInvitation(texts, found), found.brand, texts.language);
});
