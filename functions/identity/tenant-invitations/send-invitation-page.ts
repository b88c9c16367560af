// POST /Account/Invitation/{token}
import { write } from '../../../shared/http/reply.ts';
import { type PageContent, renderPage } from '../../../shared/pages/page.ts';
import { describeRefusal } from '../account/links/form.ts';
import { pageLambda } from '../pages/page-lambda.ts';
import { acceptInvitation, findInvitation } from './accept.ts';
import { sendInvitationPage } from './contract.ts';
import { describeAccepted, describeClosed, describeInvitation, getSender } from './pages.ts';

export const handler = pageLambda(
  sendInvitationPage,
  async ({ params, body, platform, texts, ...context }) => {
    const { token } = params;
    const found = await findInvitation(platform, token, context.now);
    const render = (content: PageContent) => renderPage(content, getSender(found), texts.language);
    if ('reason' in found) return render(describeClosed(texts, found));
    try {
      const input = { token, password: body.password ?? '' };
      const changes = await acceptInvitation(platform, found, input, context);
      return write(changes, render(describeAccepted(texts, found)));
    } catch (error) {
      return render(describeInvitation(texts, found, describeRefusal(texts, error)));
    }
  },
);
