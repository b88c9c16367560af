// DELETE /api/1.0/bill/{id}/analysis/{analysisId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { assertMayDelete } from '../../caller.ts';
import { isByUser, removeAnalysis, requireAnalysis } from './analysis.ts';
import { deleteBillAnalysis } from './contract.ts';

export const handler = lambda(deleteBillAnalysis, async ({ params, tenant, caller }) => {
  const billId = String(params.id);
  // The author of an analysis never changes, so reading it before the commit is enough.
  if (caller.kind === 'anonymous') {
    const analysis = await requireAnalysis(tenant, billId, params.analysisId);
    assertMayDelete(caller, isByUser(analysis), 'analysis');
  }
  return write([removeAnalysis(tenant, billId, params.analysisId)], noContent());
});
