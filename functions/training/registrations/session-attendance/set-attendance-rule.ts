// PUT /api/v1/Classes/{id}/AttendanceRule
import { auditRecordChange } from '../../../../shared/audit/audit.ts';
import { check, ifPresent, put } from '../../../../shared/data/changes.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { ifUnchangedOrAbsent } from '../../../../shared/http/etag.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { type AttendanceRuleItem, attendanceRuleKey } from '../../classes/record/attendance-rule.ts';
import { classKey } from '../../classes/record/class.ts';
import { setAttendanceRule } from './contract.ts';
import { loadClassWithRule, presentRule } from './rule.ts';

export const handler = lambda(setAttendanceRule, async (context) => {
  const { params, body, tenant, now, newId, ifMatch } = context;
  const { item, rule: before } = await loadClassWithRule(tenant, params.id);
  if (!item) throw notFound('class', params.id);
  const moment = now.toISOString();
  const after: AttendanceRuleItem = {
    ...body,
    roundingStep: body.roundingStep ?? before?.roundingStep ?? 0.01,
    roundingMode: body.roundingMode ?? before?.roundingMode ?? 'down',
    type: 'attendance-rule',
    id: before?.id ?? newId(),
    classId: item.id,
    version: (before?.version ?? 0) + 1,
    createdDate: before?.createdDate ?? moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
  const views = { before: before && presentRule(before), after: presentRule(after) };
  return write(
    [
      check(classKey(tenant, item.id), ifPresent, notFound('class', item.id)),
      put(attendanceRuleKey(tenant, item.id), after, ifUnchangedOrAbsent(before, ifMatch)),
      auditRecordChange(tenant, { recordType: 'AttendanceRule', recordId: item.id, ...views }, context),
    ],
    ok(presentRule(after), { version: after.version }),
  );
});
