// POST /Account/UserInvitation/{token}
import { write } from '../../../../shared/http/reply.ts';
import { renderPage } from '../../../../shared/pages/page.ts';
import { pageLambda } from '../../pages/page-lambda.ts';
import { completeInvitation } from '../../users/passwords.ts';
import { sendUserInvitationPage } from './contract.ts';
import { findUserInvitation } from './find-user-invitation.ts';
import { describeRefusal } from './form.ts';
import { describeUserAccepted, describeUserInvitation } from './invitation-pages.ts';

export const handler = pageLambda(sendUserInvitationPage, async ({ params, body, platform, ...context }) => {
  const found = await findUserInvitation(platform, params.token, context.now);
  if (found.status !== 'open') return renderPage(describeUserInvitation(found), found.brand);
  const { user, brand } = found;
  try {
    const { changes } = await completeInvitation(platform, user, body.password ?? '', context);
    return write(changes, renderPage(describeUserAccepted(user, brand), brand));
  } catch (error) {
    return renderPage(describeUserInvitation(found, describeRefusal(error)), brand);
  }
});
