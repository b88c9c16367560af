// POST /api/v1/PeopleReport/GenerateCreditsEarnedGroupByParticipantsPDFReport
import { lambda } from '../../../../shared/http/lambda.ts';
import { createReportJob } from '../create-job.ts';
import { replyWithJob } from '../reply-with-job.ts';
import { generateCreditsEarnedGroupByParticipants } from './contract.ts';
import { parseFilterRules } from './filter-rules.ts';

export const handler = lambda(generateCreditsEarnedGroupByParticipants, async (ctx) => {
  const { groupById, filterRules, startDate, endDate } = ctx.body.filterBody;
  const parameters = {
    organizationId: groupById,
    ...parseFilterRules(filterRules),
    from: startDate,
    to: endDate,
  };
  return replyWithJob(
    await createReportJob(ctx, { report: 'CreditsByPerson', format: 'pdf', parameters }),
    ctx,
  );
});
