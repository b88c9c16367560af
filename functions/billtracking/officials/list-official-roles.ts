// GET /api/1.0/legislative/public-bills/legislative-role
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { listOfficialRoles } from './contract.ts';
import { buildOptions } from './filter.ts';
import { listSittingOfficials, resolveState } from './roster.ts';

export const handler = lambda(listOfficialRoles, async ({ query, tenant, now }) => {
  const state = await resolveState(tenant, query.stateId);
  return ok(
    buildOptions(await listSittingOfficials(tenant, state, now), ({ legislativeRole }) => legislativeRole),
  );
});
