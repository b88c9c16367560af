// GET /api/v1/Awardings/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { presentAwarding, requireAwarding } from './awarding.ts';
import { getAwarding } from './contract.ts';

export const handler = lambda(getAwarding, async ({ params, tenant }) =>
  ok(presentAwarding(await requireAwarding(tenant, params.id))),
);
