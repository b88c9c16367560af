// POST /api/v1/Awardings/{id}/Cancel
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { cancelRun, presentAwarding, replaceRun, requireAwarding } from './awarding.ts';
import { cancelAwarding } from './contract.ts';

export const handler = lambda(cancelAwarding, async ({ params, tenant, now }) => {
  const { run: before, progress } = await requireAwarding(tenant, params.id);
  const run = cancelRun(before, now);
  return write([replaceRun(tenant, before, run)], ok(presentAwarding({ run, progress })));
});
