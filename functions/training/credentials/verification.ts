// Verifies a certificate for anyone who has its number: it reveals no more than what is printed on it.
import type { CertificationItem } from '../records/training-record/certification.ts';

export type VerificationStatus = 'Valid' | 'NotYetValid' | 'Expired' | 'Revoked' | 'Unknown';

/** The result of a verification. */
export interface VerificationView {
  readonly status: VerificationStatus;
  readonly certificateNumber: string;
  /** The tenant's name. */
  readonly issuer?: string | undefined;
  readonly holder?: string | undefined;
  readonly award?: string | undefined;
  readonly awardedDate?: string | undefined;
  readonly validFrom?: string | undefined;
  readonly validThrough?: string | undefined;
  readonly revokedDate?: string | undefined;
  /** The number of the certificate that replaced this one, and the day. */
  readonly replacedBy?: string | undefined;
  readonly replacedDate?: string | undefined;
}

/**
 * The status on a day. The grace period is only for renewal: for others the certificate has expired. Revoked takes
 * precedence over expired (docs/interface/training.md#certification-status).
 * @param today YYYY-MM-DD in the tenant's time zone
 */
export function computeVerificationStatus(
  {
    validFrom,
    validThrough,
    revokedDate,
  }: Pick<CertificationItem, 'validFrom' | 'validThrough' | 'revokedDate'>,
  today: string,
): VerificationStatus {
  if (revokedDate !== undefined) return 'Revoked';
  if (validThrough !== undefined && today > validThrough) return 'Expired';
  return today < validFrom ? 'NotYetValid' : 'Valid';
}

function presentHolder(
  { personName, certificateNumber, formerCertificates = [] }: CertificationItem,
  number: string,
): Pick<VerificationView, 'certificateNumber' | 'holder' | 'replacedBy' | 'replacedDate'> {
  const former = formerCertificates.find((each) => each.certificateNumber === number);
  return former
    ? {
        ...{ certificateNumber: number, holder: former.personName },
        ...{ replacedBy: certificateNumber, replacedDate: former.replacedDate },
      }
    : { certificateNumber, holder: personName };
}

/**
 * The verification of a certificate: of the present one of a certification, or of one that it replaced, which shows the name
 * that is printed on it.
 * @param number by which it was asked for
 */
export const presentVerification = (
  certification: CertificationItem,
  number: string,
  issuer: string,
  today: string,
): VerificationView => ({
  status: computeVerificationStatus(certification, today),
  issuer,
  ...presentHolder(certification, number),
  award: certification.awardName,
  awardedDate: certification.awardedDate,
  validFrom: certification.validFrom,
  validThrough: certification.validThrough,
  revokedDate: certification.revokedDate,
});
