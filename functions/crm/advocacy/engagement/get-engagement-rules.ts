// GET /api/v1/Settings/EngagementRules
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { getEngagementRules } from './contract.ts';
import { presentRules } from './present.ts';
import { loadRules } from './record/store.ts';

export const handler = lambda(getEngagementRules, async ({ tenant }) => {
  const rules = await loadRules(tenant, { consistent: true });
  return ok(presentRules(rules), { version: rules.version });
});
