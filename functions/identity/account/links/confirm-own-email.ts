// POST /Account/ConfirmEmail/{token}
import { write } from '../../../../shared/http/reply.ts';
import { renderPage } from '../../../../shared/pages/page.ts';
import { pageLambda } from '../../pages/page-lambda.ts';
import { confirmEmail, findEmailConfirmation } from '../email-change.ts';
import { confirmOwnEmail } from './contract.ts';
import { describeEmailConfirmed } from './pages.ts';

export const handler = pageLambda(confirmOwnEmail, async ({ params, platform, texts, ...context }) => {
  const confirmation = await findEmailConfirmation(platform, params.token, context.now);
  if (!confirmation) return renderPage(texts.expiredLink, '', texts.language);
  const { changes, isComplete } = await confirmEmail(platform, confirmation, params.token, {
    ...context,
    texts,
  });
  return write(
    changes,
    renderPage(describeEmailConfirmed(texts, confirmation, isComplete), '', texts.language),
  );
});
