// What people are told of their certifications.
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { queueNotification } from '../../notifications/notification-message.ts';
import type { CertificationItem } from '../certification.ts';

/** What every notice about a certification tells. */
export const certificationValues = (certification: CertificationItem) => ({
  memberName: certification.personName,
  awardName: certification.awardName,
  certificateNumber: certification.certificateNumber,
  awardedDate: certification.awardedDate,
  validThrough: certification.validThrough ?? '',
  graceThrough: certification.graceThrough ?? '',
});

/** Tells its holder that a certification was awarded, or revoked and why. */
export const notifyHolder = (
  tenant: TenantStore,
  kind: 'certificationAwarded' | 'certificationRevoked',
  certification: CertificationItem,
  now: Date,
): Change => {
  const { id, personId, revocationReason } = certification;
  return queueNotification(
    tenant,
    {
      kind,
      to: { kind: 'person', personId },
      about: id,
      values: {
        ...certificationValues(certification),
        ...(revocationReason !== undefined && { reason: revocationReason }),
      },
      link: { type: 'certification', id },
    },
    now,
  );
};

/** Tells somebody that everything an award asks for is there. Told once for each registration for the award. */
export const notifyAwardEarned = (
  tenant: TenantStore,
  registration: {
    readonly id: string;
    readonly personId: string;
    readonly personName: string;
    readonly awardId: string;
    readonly awardName: string;
  },
  now: Date,
): Change =>
  queueNotification(
    tenant,
    {
      kind: 'awardEarned',
      to: { kind: 'person', personId: registration.personId },
      about: registration.id,
      values: { memberName: registration.personName, awardName: registration.awardName },
      link: { type: 'award', id: registration.awardId },
    },
    now,
  );
