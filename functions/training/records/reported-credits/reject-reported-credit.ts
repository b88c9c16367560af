// POST /api/v1/ReportedCredits/{id}/Reject
import { lambda } from '../../../../shared/http/lambda.ts';
import { rejectReportedCredit } from './contract.ts';
import { notifyReporter } from './notification-messages.ts';
import { applyAction } from './reported-credit.ts';
import { identifyActor, replyWithReport, requireReportToDecide } from './write-report.ts';

export const handler = lambda(rejectReportedCredit, async (context) => {
  const { tenant, body, now } = context;
  const before = await requireReportToDecide(context);
  const after = applyAction(before, 'rejected', identifyActor(context, body.reason));
  return replyWithReport(context, before, after, [
    notifyReporter(tenant, 'reportedCreditsRejected', after, now),
  ]);
});
