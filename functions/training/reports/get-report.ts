// GET /api/v1/Reports/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { getReport } from './contract.ts';
import { requireReport } from './create-job.ts';
import { presentReport } from './present.ts';

// Composed: progress and the link to the file change without the report.
export const handler = lambda(getReport, async (ctx) => {
  const report = await requireReport(ctx.tenant, ctx.caller, ctx.params.id);
  return ok(presentReport(report, ctx), { version: report.job.version, isComposed: true });
});
