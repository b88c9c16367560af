// POST /api/v1/ReportedCredits/{id}/Return
import { lambda } from '../../../../shared/http/lambda.ts';
import { returnReportedCredit } from './contract.ts';
import { notifyReporter } from './notification-messages.ts';
import { applyAction } from './reported-credit.ts';
import { identifyActor, replyWithReport, requireReportToDecide } from './write-report.ts';

export const handler = lambda(returnReportedCredit, async (context) => {
  const { tenant, body, now } = context;
  const before = await requireReportToDecide(context);
  const after = applyAction(before, 'returned', identifyActor(context, body.reason));
  return replyWithReport(context, before, after, [
    notifyReporter(tenant, 'reportedCreditsReturned', after, now),
  ]);
});
