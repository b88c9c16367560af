// GET /api/1.0/bill/comparison/{tenantCode}/{token}
import { tenantByCode } from '../../../../shared/auth/access/tenant-by-code.ts';
import { renderPage, unknownLinkPage } from '../../../../shared/pages/page.ts';
import { pageLambda } from '../../../../shared/pages/page-lambda.ts';
import { billById } from '../record/store.ts';
import { compareDocuments } from './comparison/compare-documents.ts';
import { isValidComparison, parseComparisonToken } from './comparison/comparison-link.ts';
import { describeComparison } from './comparison/comparison-page.ts';
import { getComparisonPage } from './contract.ts';
import { documentsById } from './record/store.ts';

export const handler = pageLambda(getComparisonPage, async ({ params, platform, receivedAt }) => {
  const token = parseComparisonToken(params.token);
  const found = token && (await tenantByCode(platform, params.tenantCode));
  if (!token || !found) return renderPage(unknownLinkPage);
  const { tenant, settings } = found;
  const [from, to] = await documentsById(tenant, [token.from, token.to]);
  const bill = to && (await billById(tenant, to.billId));
  if (!from || !to || !bill || !isValidComparison(tenant, token, to, receivedAt))
    return renderPage(unknownLinkPage);
  const passages = await compareDocuments(tenant, from, to, receivedAt);
  return renderPage(describeComparison(bill.billNumber, from, to, passages), settings.name);
});
