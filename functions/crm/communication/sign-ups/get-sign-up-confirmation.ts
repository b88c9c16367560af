// GET /api/v1/SignUps/{tenantCode}/Confirmations/{token}
import { getBrand } from '../../../../shared/pages/brand.ts';
import { renderPage, unknownLinkPage } from '../../../../shared/pages/page.ts';
import { pageLambda } from '../../../../shared/pages/page-lambda.ts';
import { getSignUpConfirmation } from './contract.ts';
import { findSignUp } from './find-sign-up.ts';
import { describeConfirmation } from './sign-up-page.ts';

export const handler = pageLambda(getSignUpConfirmation, async ({ params, platform, receivedAt }) => {
  const found = await findSignUp(platform, params, receivedAt);
  if (!found) return renderPage(unknownLinkPage);
  const { settings, lists } = found;
  return renderPage(describeConfirmation(settings.name, lists, false), getBrand(settings));
});
