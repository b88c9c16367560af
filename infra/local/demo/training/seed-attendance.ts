// The attendance rule of a past class of a demo tenant, and a check-in code for it that does not expire while it is tried.

import {
  type AttendanceRuleItem,
  attendanceRuleKey,
} from '../../../../functions/training/classes/record/attendance-rule.ts';
import { checkInSecretKey } from '../../../../functions/training/classes/record/check-in-secret.ts';
import { classById } from '../../../../functions/training/classes/record/store.ts';
import {
  createCode,
  createSecret,
} from '../../../../functions/training/registrations/session-attendance/check-in-code.ts';
import { commit, put } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { demoId } from '../steps/references.ts';

const yearMilliseconds = 365 * 24 * 3_600_000;

/** Writes the rule and the secret, and returns the values that examples name. */
export async function seedAttendance(tenant: TenantStore, now: Date): Promise<Record<string, string>> {
  const classId = demoId(tenant.code, 'class:meetings-law-past');
  if (!(await classById(tenant, classId))) return {};
  const moment = now.toISOString();
  const rule: AttendanceRuleItem = {
    ...{ type: 'attendance-rule', id: demoId(tenant.code, 'attendanceRule:meetings-law-past'), classId },
    ...{ kind: 'proportional', minimumShare: 25, roundingStep: 0.5, roundingMode: 'down' },
    ...{ version: 1, createdDate: moment, modifiedDate: moment, schemaVersion: 1 },
  };
  const key = checkInSecretKey(tenant, classId);
  const known = await tenant.get(key);
  const secret = known ?? createSecret();
  await commit([put(attendanceRuleKey(tenant, classId), rule), ...(known ? [] : [put(key, secret)])]);
  const registrationId = demoId(tenant.code, 'registration:grace meetings-law-past');
  const expiresAt = new Date(now.getTime() + yearMilliseconds);
  return { checkInCode: createCode(tenant, secret, registrationId, expiresAt) };
}
