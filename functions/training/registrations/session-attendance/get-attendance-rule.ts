// GET /api/v1/Classes/{id}/AttendanceRule
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { getAttendanceRule } from './contract.ts';
import { presentRule, requireRule } from './rule.ts';

export const handler = lambda(getAttendanceRule, async ({ params, tenant }) => {
  const rule = await requireRule(tenant, params.id);
  return ok(presentRule(rule), { version: rule.version });
});
