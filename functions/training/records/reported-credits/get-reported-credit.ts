// GET /api/v1/ReportedCredits/{id}
import { assertMayActFor } from '../../../../shared/auth/access/person-access.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { getReportedCredit } from './contract.ts';
import { presentReport } from './present.ts';
import { requireReport } from './store.ts';

export const handler = lambda(getReportedCredit, async (context) => {
  const report = await requireReport(context.tenant, context.params.id);
  assertMayActFor(context.caller, report.personId, 'training.credits.read');
  return ok(presentReport(report, context), { version: report.version, isComposed: true });
});
