// POST /api/v1/CourseReport/GenerateCreditsEarnedGroupByCoursesPDFReport
import { lambda } from '../../../../shared/http/lambda.ts';
import { createReportJob } from '../create-job.ts';
import { replyWithJob } from '../reply-with-job.ts';
import { generateCreditsEarnedGroupByCourses } from './contract.ts';
import { parseFilterRules } from './filter-rules.ts';

export const handler = lambda(generateCreditsEarnedGroupByCourses, async (ctx) => {
  const { groupById, filterRules, startDate, endDate } = ctx.body.filterBody;
  const parameters = {
    personIds: [groupById],
    courseIds: parseFilterRules(filterRules).courseIds,
    from: startDate,
    to: endDate,
  };
  return replyWithJob(
    await createReportJob(ctx, { report: 'CreditsByCourse', format: 'pdf', parameters }),
    ctx,
  );
});
