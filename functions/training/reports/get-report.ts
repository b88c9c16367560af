// GET /api/v1/Reports/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { getReport } from './contract.ts';
import { requireReport } from './create-job.ts';
import { presentReport } from './present.ts';

export const handler = lambda(getReport, async (ctx) =>
  ok(presentReport(await requireReport(ctx.tenant, ctx.caller, ctx.params.id), ctx)),
);
