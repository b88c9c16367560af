// Notifications about certifications.
import type { Change } from '../../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { queueNotification } from '../../../notifications/notification-message.ts';
import type { CertificationItem } from '../../training-record/certification.ts';

/** The template values of every notification about a certification. */
export const certificationValues = (certification: CertificationItem) => ({
  memberName: certification.personName,
  awardName: certification.awardName,
  certificateNumber: certification.certificateNumber,
  awardedDate: certification.awardedDate,
  validThrough: certification.validThrough ?? '',
  graceThrough: certification.graceThrough ?? '',
});

/** Notifies the holder that a certification was awarded, or was revoked and why. */
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

/** Notifies the holder that a re-evaluation has changed until when a certification is valid. */
export const notifyReevaluated = (
  tenant: TenantStore,
  before: CertificationItem,
  after: CertificationItem,
  now: Date,
): Change =>
  queueNotification(
    tenant,
    {
      kind: 'certificationReevaluated',
      to: { kind: 'person', personId: after.personId },
      about: `${after.id}#${after.version}`,
      values: {
        ...certificationValues(after),
        previousValidThrough: before.validThrough ?? '',
        missing: after.reevaluations?.at(-1)?.missing ?? '',
      },
      link: { type: 'certification', id: after.id },
    },
    now,
  );

/** Notifies a person that all requirements of an award are met, once per award registration. */
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
