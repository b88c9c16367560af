// POST /api/v1/Awards/generateCertificationPDFReport
import { lambda } from '../../../../shared/http/lambda.ts';
import { createCertificatesJob } from '../create-job.ts';
import { replyWithJob } from '../reply-with-job.ts';
import { generateCertificationReport } from './contract.ts';

export const handler = lambda(generateCertificationReport, async (ctx) => {
  const { peopleId, awardId } = ctx.body.filterBody;
  return replyWithJob(await createCertificatesJob(ctx, { personIds: [peopleId], awardId }), ctx);
});
