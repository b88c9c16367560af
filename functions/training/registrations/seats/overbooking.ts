// Seats beyond the limits of a class, which an administrator gives with a reason
// (docs/interface/training.md#overbooking).
import { type AuditContext, auditRecordChange } from '../../../../shared/audit/audit.ts';
import type { Caller } from '../../../../shared/auth/access/access.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { invalid, permissionDenied } from '../../../../shared/errors/failure.ts';
import type { ClassWithSeats } from '../../classes/record/store.ts';
import type { RegistrationType } from '../../people/managers/registration-permission.ts';
import type { RegistrationItem } from '../record/registration.ts';

/**
 * Only an administrator gives a seat beyond the limits.
 * @throws Failure 400 without registrationType Admin; 403
 */
export function assertMayOverbook(caller: Caller, registrationType: RegistrationType): void {
  if (registrationType !== 'Admin')
    throw invalid([
      {
        code: 'NOT_ALLOWED',
        message: `overbookReason needs registrationType Admin, but was sent with ${registrationType}.`,
        target: 'overbookReason',
      },
    ]);
  if (!caller.permissions.has('training.registrations.overbook'))
    throw permissionDenied('training.registrations.overbook');
}

/** What a registration keeps of an overbooking. */
export type OverbookingFields = Pick<RegistrationItem, 'overbooking' | 'isOverbooked'>;

export const buildOverbooking = (reason: string, caller: Caller, now: Date): OverbookingFields => ({
  isOverbooked: true,
  overbooking: {
    at: now.toISOString(),
    by: caller.subject,
    byName: caller.kind === 'anonymous' ? undefined : caller.name,
    reason,
  },
});

/** Records an overbooking in the audit, with the seats as they were; nothing where a registration has none. */
export function auditOverbooking(
  tenant: TenantStore,
  { id, classId, memberId, attendanceMode, overbooking }: RegistrationItem,
  { item, seats }: ClassWithSeats,
  context: AuditContext,
): Change[] {
  if (!overbooking) return [];
  const { capacity, separateSeats } = item.registration;
  const { taken, takenOnSite, takenOnline } = seats;
  const after = {
    ...{ classId, sectionName: item.sectionName, memberId, attendanceMode, reason: overbooking.reason },
    takenBefore: { all: taken, ...(separateSeats && { onSite: takenOnSite, online: takenOnline }) },
    limits: {
      all: capacity,
      ...(separateSeats && { onSite: separateSeats.onSite, online: separateSeats.online }),
    },
  };
  return [auditRecordChange(tenant, { recordType: 'Overbooking', recordId: id, after }, context)];
}
