// GET /api/v1/exportpeople/get/deletebyreportid
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { removeExport, requireExport } from '../store.ts';
import { deleteExportReport } from './contract.ts';

export const handler = lambda(deleteExportReport, async ({ tenant, query, caller, receivedAt, newId }) => {
  const item = await requireExport(tenant, query.reportId, { caller, receivedAt });
  return write(removeExport(tenant, item, newId()), ok(true));
});
