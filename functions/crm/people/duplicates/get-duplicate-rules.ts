// GET /api/v1/people/Duplicates/Rules
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { getDuplicateRules } from './contract.ts';
import { presentRules } from './present.ts';
import { loadDuplicateRules } from './store.ts';

export const handler = lambda(getDuplicateRules, async ({ tenant }) => {
  const rules = await loadDuplicateRules(tenant);
  return ok(presentRules(rules), { version: rules.version });
});
