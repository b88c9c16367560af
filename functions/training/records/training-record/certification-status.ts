// The status of a certification on a day: valid, in grace, expired, revoked. Revoked is not expired
// (docs/interface/training.md#certification-status).
import type { CertificationItem } from './certification.ts';

export const certificationStatuses = [
  'NotYetValid',
  'Valid',
  'InGrace',
  'Renewed',
  'Expired',
  'Revoked',
] as const;
export type CertificationStatus = (typeof certificationStatuses)[number];

type CertificationDates = Pick<
  CertificationItem,
  'validFrom' | 'validThrough' | 'graceThrough' | 'revokedDate' | 'renewedBy'
>;

/**
 * The status of a certification. A renewed one stays valid until its own last day, and is Renewed after it.
 *
 * @param today YYYY-MM-DD in the tenant's time zone
 */
export function computeStatus(
  { validFrom, validThrough, graceThrough, revokedDate, renewedBy }: CertificationDates,
  today: string,
): CertificationStatus {
  if (revokedDate !== undefined) return 'Revoked';
  if (today < validFrom) return 'NotYetValid';
  if (validThrough === undefined || today <= validThrough) return 'Valid';
  if (renewedBy !== undefined) return 'Renewed';
  return graceThrough !== undefined && today <= graceThrough ? 'InGrace' : 'Expired';
}

/** Whether it is held on that day, including the grace period, or starts later. */
export const isHeld = (certification: CertificationDates, today: string): boolean =>
  ['NotYetValid', 'Valid', 'InGrace'].includes(computeStatus(certification, today));

const lastValidDay = ({ validThrough }: CertificationDates): string => validThrough ?? '9999-12-31';
const compareDescending =
  <T extends CertificationDates>(toText: (item: T) => string) =>
  (a: T, b: T): number =>
    toText(a) < toText(b) ? 1 : toText(a) > toText(b) ? -1 : 0;

/**
 * The certification that decides a person's status for an award: the held one that is valid longest, or the last one;
 * undefined when there was none.
 */
export function selectCurrentCertification<T extends CertificationDates>(
  certifications: readonly T[],
  today: string,
): T | undefined {
  const held = certifications.filter((certification) => isHeld(certification, today));
  const [longest] = [...held].sort(compareDescending(lastValidDay));
  const [last] = [...certifications].sort(compareDescending(({ validFrom }) => validFrom));
  return longest ?? last;
}
