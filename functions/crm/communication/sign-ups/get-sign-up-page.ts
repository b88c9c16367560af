// GET /api/v1/SignUps/{tenantCode}
import { tenantByCode } from '../../../../shared/auth/access/tenant-by-code.ts';
import { getBrand } from '../../../../shared/pages/brand.ts';
import { renderPage, unknownLinkPage } from '../../../../shared/pages/page.ts';
import { pageLambda } from '../../../../shared/pages/page-lambda.ts';
import { getSignUpPage } from './contract.ts';
import { loadOpenLists, stampForm } from './sign-up.ts';
import { describeForm } from './sign-up-page.ts';

export const handler = pageLambda(getSignUpPage, async ({ params, platform, receivedAt }) => {
  const found = await tenantByCode(platform, params.tenantCode);
  if (!found) return renderPage(unknownLinkPage);
  const { tenant, settings } = found;
  const [lists, stamp] = await Promise.all([loadOpenLists(tenant), stampForm(tenant, receivedAt)]);
  return renderPage(describeForm(lists, stamp), getBrand(settings));
});
