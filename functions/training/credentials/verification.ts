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

/** The verification of a certification. */
export const presentVerification = (
  certification: CertificationItem,
  issuer: string,
  today: string,
): VerificationView => ({
  status: computeVerificationStatus(certification, today),
  certificateNumber: certification.certificateNumber,
  issuer,
  holder: certification.personName,
  award: certification.awardName,
  awardedDate: certification.awardedDate,
  validFrom: certification.validFrom,
  validThrough: certification.validThrough,
  revokedDate: certification.revokedDate,
});
