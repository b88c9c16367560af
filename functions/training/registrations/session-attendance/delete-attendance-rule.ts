// DELETE /api/v1/Classes/{id}/AttendanceRule
import { auditRecordChange } from '../../../../shared/audit/audit.ts';
import { remove } from '../../../../shared/data/changes.ts';
import { ifUnchanged } from '../../../../shared/http/etag.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { attendanceRuleKey } from '../../classes/record/attendance-rule.ts';
import { deleteAttendanceRule } from './contract.ts';
import { presentRule, requireRule } from './rule.ts';

export const handler = lambda(deleteAttendanceRule, async (context) => {
  const { params, tenant, ifMatch } = context;
  const before = await requireRule(tenant, params.id);
  const change = { recordType: 'AttendanceRule', recordId: params.id, before: presentRule(before) } as const;
  return write(
    [
      remove(attendanceRuleKey(tenant, params.id), ifUnchanged(before.version, ifMatch)),
      auditRecordChange(tenant, change, context),
    ],
    noContent(),
  );
});
