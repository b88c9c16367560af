// GET /Account/ConfirmEmail/{token}
import { renderPage } from '../../../../shared/pages/page.ts';
import { pageLambda } from '../../pages/page-lambda.ts';
import { findEmailConfirmation } from '../email-change.ts';
import { getConfirmEmailPage } from './contract.ts';
import { describeEmailConfirmation } from './pages.ts';

export const handler = pageLambda(getConfirmEmailPage, async ({ params, platform, now, texts }) => {
  const confirmation = await findEmailConfirmation(platform, params.token, now);
  const content = confirmation ? describeEmailConfirmation(texts, confirmation) : texts.expiredLink;
  return renderPage(content, '', texts.language);
});
