// DELETE /api/1.0/bill/{id}/analysis/{analysisId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { removeAnalysis } from './analysis.ts';
import { deleteBillAnalysis } from './contract.ts';

export const handler = lambda(deleteBillAnalysis, ({ params, tenant }) =>
  write([removeAnalysis(tenant, String(params.id), params.analysisId)], noContent()),
);
