// POST /api/v1/Awardings/{id}/Cancel
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { cancelRun, presentAwarding, putAwarding, requireAwarding } from './awarding.ts';
import { cancelAwarding } from './contract.ts';

export const handler = lambda(cancelAwarding, async ({ params, tenant, now }) => {
  const before = await requireAwarding(tenant, params.id);
  const after = cancelRun(before, now);
  return write([putAwarding(tenant, before, after)], ok(presentAwarding(after)));
});
