// POST /Account/UserInvitation/{token}
import { write } from '../../../../shared/http/reply.ts';
import { type PageContent, renderPage } from '../../../../shared/pages/page.ts';
import { pageLambda } from '../../pages/page-lambda.ts';
import { completeInvitation } from '../../users/passwords.ts';
import { sendUserInvitationPage } from './contract.ts';
import { findUserInvitation } from './find-user-invitation.ts';
import { describeRefusal } from './form.ts';
import { describeUserAccepted, describeUserInvitation } from './invitation-pages.ts';

export const handler = pageLambda(
  sendUserInvitationPage,
  async ({ params, body, platform, texts, ...context }) => {
    const found = await findUserInvitation(platform, params.token, context.now);
    const render = (content: PageContent) => renderPage(content, found.brand, texts.language);
    if (found.status !== 'open') return render(describeUserInvitation(texts, found));
    const { user, brand } = found;
    try {
      const { changes } = await completeInvitation(platform, user, body.password ?? '', context);
      return write(changes, render(describeUserAccepted(texts, user, brand)));
    } catch (error) {
      return render(describeUserInvitation(texts, found, describeRefusal(texts, error)));
    }
  },
);
