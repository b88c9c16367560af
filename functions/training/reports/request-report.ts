// POST /api/v1/Reports
import { lambda } from '../../../shared/http/lambda.ts';
import { requestReport } from './contract.ts';
import { createReportJob } from './create-job.ts';
import { assertPossiblePeriod } from './definition/period.ts';
import { replyWithJob } from './reply-with-job.ts';

export const handler = lambda(requestReport, async (ctx) => {
  assertPossiblePeriod(ctx.body.parameters);
  return replyWithJob(await createReportJob(ctx, ctx.body), ctx);
});
