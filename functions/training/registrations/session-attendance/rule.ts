// Loads and presents the attendance rule of a class.

import type { TenantStore } from '../../../../shared/data/store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { pick } from '../../../../shared/values/pick.ts';
import { type AttendanceRuleItem, attendanceRuleKey } from '../../classes/record/attendance-rule.ts';
import { type ClassItem, classKey } from '../../classes/record/class.ts';

/** A class with its rule, if it has one; the class is undefined when there is none. One round trip. */
export async function loadClassWithRule(tenant: TenantStore, id: string) {
  const [item, rule] = await tenant.getMany<ClassItem | AttendanceRuleItem>(
    [classKey(tenant, id), attendanceRuleKey(tenant, id)],
    { consistent: true },
  );
  return {
    item: item?.type === 'class' ? item : undefined,
    rule: rule?.type === 'attendance-rule' ? rule : undefined,
  };
}

/**
 * The class and its rule.
 * @throws Failure 404 when there is no such class, or it has no rule
 */
export async function requireRule(tenant: TenantStore, id: string): Promise<AttendanceRuleItem> {
  const { item, rule } = await loadClassWithRule(tenant, id);
  if (!item) throw notFound('class', id);
  if (!rule) throw notFound('attendance rule of the class', id);
  return rule;
}

/** A rule in a response. */
export const presentRule = (rule: AttendanceRuleItem) =>
  pick(rule, [
    ...(['classId', 'kind', 'minimumShare', 'roundingStep', 'roundingMode'] as const),
    ...(['createdDate', 'modifiedDate'] as const),
  ]);
