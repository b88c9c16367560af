// POST /api/v1/Awards/GenerateAllCertificationPDFReport/{personId}
import { lambda } from '../../../shared/http/lambda.ts';
import { askedCertificates } from '../reports/ask.ts';
import { replyWithJob } from '../reports/reply-with-job.ts';
import { generateAllCertificationReport } from './contract.ts';

export const handler = lambda(generateAllCertificationReport, async (ctx) =>
  replyWithJob(await askedCertificates(ctx, { personIds: [ctx.params.personId] }), ctx),
);
