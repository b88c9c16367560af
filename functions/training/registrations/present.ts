// Presents a registration.
import type * as z from 'zod';
import { presentApproval } from './present-approval.ts';
import type { RegistrationItem } from './record/registration.ts';
import type { ClassRegistration } from './registration-schemas.ts';

/** The waitlist position is given where it is known. */
export function presentRegistration(
  registration: RegistrationItem,
  waitlistPosition?: number | undefined,
): z.input<typeof ClassRegistration> {
  const { approval, history, payment, promotion } = registration;
  return {
    id: registration.id,
    classId: registration.classId,
    sectionName: registration.sectionName,
    classStartsAt: registration.classStartsAt,
    courseId: registration.courseId,
    awardId: registration.awardId,
    memberId: registration.memberId,
    memberName: registration.memberName,
    organizationId: registration.organizationId,
    organizationName: registration.organizationName,
    kind: registration.kind,
    phase: registration.phase,
    registrationType: registration.registrationType,
    registeredBy: registration.registeredBy,
    justification: registration.justification,
    notes: registration.notes,
    status: registration.status,
    holdsSeat: registration.holdsSeat,
    confirmationNumber: registration.confirmationNumber,
    payment: { ...payment },
    waitlistedAt: registration.waitlistedAt,
    waitlistPosition,
    offerExpiresAt: registration.offerExpiresAt,
    promotion: promotion && { ...promotion },
    approval: approval && presentApproval(approval),
    transferredTo: registration.transferredTo,
    transferredFrom: registration.transferredFrom,
    history: history.map(({ at, from, to, by, reason }) => ({ at, from, to, by, reason })),
    version: registration.version,
    createdDate: registration.createdDate,
    modifiedDate: registration.modifiedDate,
  };
}
