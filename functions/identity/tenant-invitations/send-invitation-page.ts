// POST /Account/Invitation/{token}
import { write } from '../../../shared/http/reply.ts';
import { renderPage } from '../../../shared/pages/page.ts';
import { describeRefusal } from '../account/links/form.ts';
import { pageLambda } from '../pages/page-lambda.ts';
import { acceptInvitation, findInvitation } from './accept.ts';
import { sendInvitationPage } from './contract.ts';
import { describeAccepted, describeClosed, describeInvitation, getSender } from './pages.ts';

export const handler = pageLambda(sendInvitationPage, async ({ params, body, platform, ...context }) => {
  const { token } = params;
  const found = await findInvitation(platform, token, context.now);
  if ('reason' in found) return renderPage(describeClosed(found), getSender(found));
  const sender = getSender(found);
  try {
    const input = { token, password: body.password ?? '' };
    const changes = await acceptInvitation(platform, found, input, context);
    return write(changes, renderPage(describeAccepted(found), sender));
  } catch (error) {
    return renderPage(describeInvitation(found, describeRefusal(error)), sender);
  }
});
