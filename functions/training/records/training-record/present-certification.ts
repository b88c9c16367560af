// Presents certifications.
import type { CertificationItem } from './certification.ts';
import { computeStatus } from './certification-status.ts';

/** A certification with its status on a day, without the rules it was evaluated by. */
export const presentCertification = (certification: CertificationItem, today: string) => ({
  id: certification.id,
  awardId: certification.awardId,
  awardName: certification.awardName,
  personId: certification.personId,
  personName: certification.personName,
  certificateNumber: certification.certificateNumber,
  standing: computeStatus(certification, today),
  awardedDate: certification.awardedDate,
  validFrom: certification.validFrom,
  validThrough: certification.validThrough,
  graceThrough: certification.graceThrough,
  renews: certification.renews,
  renewedBy: certification.renewedBy,
  revokedDate: certification.revokedDate,
  revocationReason: certification.revocationReason,
});

/** A certification with the rules it was evaluated by. */
export const presentCertificationDetail = (certification: CertificationItem, today: string) => ({
  ...presentCertification(certification, today),
  awardedBy: certification.awardedBy,
  overrideReason: certification.overrideReason,
  rules: certification.rules,
  createdDate: certification.createdDate,
  modifiedDate: certification.modifiedDate,
});
