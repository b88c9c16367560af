// POST /api/v1/Awards/GenerateAllCertificationPDFReport/{personId}

import { assertMayActFor } from '../../../../shared/auth/access/person-access.ts';
import { personById } from '../../../../shared/directory/people/person-store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { createCertificatesJob } from '../create-job.ts';
import { replyWithJob } from '../reply-with-job.ts';
import { generateAllCertificationReport } from './contract.ts';

export const handler = lambda(generateAllCertificationReport, async (ctx) => {
  const { personId } = ctx.params;
  assertMayActFor(ctx.caller, personId, 'training.reports.read');
  if (!(await personById(ctx.tenant, personId))) throw notFound('person', personId);
  return replyWithJob(await createCertificatesJob(ctx, { personIds: [personId] }), ctx);
});
