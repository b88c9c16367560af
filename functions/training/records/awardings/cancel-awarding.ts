// POST /api/v1/Awardings/{id}/Cancel
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { requireActiveCaller } from '../../access/acting-people.ts';
import { cancelRun, presentAwarding, replaceRun, requireAwarding } from './awarding.ts';
import { cancelAwarding } from './contract.ts';

export const handler = lambda(cancelAwarding, async (context) => {
  const { params, tenant, now } = context;
  const [{ run: before, progress }] = await Promise.all([
    requireAwarding(tenant, params.id),
    requireActiveCaller(context),
  ]);
  const run = cancelRun(before, now);
  return write([replaceRun(tenant, before, run)], ok(presentAwarding({ run, progress })));
});
