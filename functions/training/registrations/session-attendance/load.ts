// Loads what attendance is recorded on: the class with its seats and its rule, for those who teach it.
import type { Caller } from '../../../../shared/auth/access/access.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { assertTeaches } from '../../access/person-access.ts';
import { type AttendanceRuleItem, attendanceRuleKey } from '../../classes/record/attendance-rule.ts';
import {
  type ClassItem,
  type ClassSession,
  classKey,
  type SeatsItem,
  seatsKey,
} from '../../classes/record/class.ts';
import type { ClassWithSeats } from '../../classes/record/store.ts';
import { type RegistrationItem, registrationById } from '../record/registration.ts';

/** The class, its seats and its rule. */
export interface AttendedClass {
  readonly classWithSeats: ClassWithSeats;
  readonly rule: AttendanceRuleItem | undefined;
}

/**
 * The class with seats and rule, read consistently. One round trip.
 * @throws Failure 404; 403 when the caller neither teaches it nor may write registrations
 */
export async function requireTaughtClass(
  tenant: TenantStore,
  caller: Caller,
  id: string,
): Promise<AttendedClass> {
  const [item, seats, rule] = await tenant.getMany<ClassItem | SeatsItem | AttendanceRuleItem>(
    [classKey(tenant, id), seatsKey(tenant, id), attendanceRuleKey(tenant, id)],
    { consistent: true },
  );
  if (item?.type !== 'class' || seats?.type !== 'seats') throw notFound('class', id);
  assertTeaches(caller, item, 'training.registrations.write');
  return { classWithSeats: { item, seats }, rule: rule?.type === 'attendance-rule' ? rule : undefined };
}

/**
 * A registration of the class.
 * @throws Failure 404
 */
export async function requireRegistrationOfClass(
  tenant: TenantStore,
  classId: string,
  registrationId: string,
): Promise<RegistrationItem> {
  const registration = await registrationById(tenant, registrationId, { consistent: true });
  if (registration?.classId !== classId)
    throw notFound('registration of the class', registrationId, 'registrationId');
  return registration;
}

/**
 * A session of the class.
 * @throws Failure 404
 */
export function requireSessionOfClass({ sessions }: ClassItem, sessionId: string): ClassSession {
  const session = sessions.find(({ id }) => id === sessionId);
  if (!session) throw notFound('session of the class', sessionId, 'sessionId');
  return session;
}
