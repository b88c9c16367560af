// POST /api/v1/Awards/GenerateAllCertificationForPeoplePDFReport
import { lambda } from '../../../../shared/http/lambda.ts';
import { createCertificatesJob } from '../create-job.ts';
import { replyWithJob } from '../reply-with-job.ts';
import { generateAllCertificationForPeopleReport } from './contract.ts';

export const handler = lambda(generateAllCertificationForPeopleReport, async (ctx) =>
  replyWithJob(await createCertificatesJob(ctx, { personIds: ctx.body.filterBody.peopleIds }), ctx),
);
