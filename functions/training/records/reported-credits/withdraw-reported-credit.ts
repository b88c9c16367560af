// POST /api/v1/ReportedCredits/{id}/Withdraw
import { lambda } from '../../../../shared/http/lambda.ts';
import { withdrawReportedCredit } from './contract.ts';
import { applyAction } from './reported-credit.ts';
import { identifyActor, replyWithReport, requireOwnReport } from './write-report.ts';

export const handler = lambda(withdrawReportedCredit, async (context) => {
  const before = await requireOwnReport(context);
  return replyWithReport(context, before, applyAction(before, 'withdrawn', identifyActor(context)));
});
