// Where a certification stands on a day: valid, in grace, expired, revoked. Revoked is not expired
// (docs/interface/training.md#certification-status).
import type { CertificationItem } from '../certification.ts';

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
 * Where a certification stands. One that is renewed keeps its own last day; after it, the renewal is what counts.
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

/** Whether somebody holds it on that day, grace included, or has it for certain later on. */
export const isHeld = (certification: CertificationDates, today: string): boolean =>
  ['NotYetValid', 'Valid', 'InGrace'].includes(computeStatus(certification, today));

const lastValidDay = ({ validThrough }: CertificationDates): string => validThrough ?? '9999-12-31';
const compareDescending =
  <T extends CertificationDates>(of: (one: T) => string) =>
  (a: T, b: T): number =>
    of(a) < of(b) ? 1 : of(a) > of(b) ? -1 : 0;

/**
 * The certification that tells where somebody stands with an award: the one held that holds longest, or the last one
 * there was; undefined when there was none.
 */
export function selectCurrentCertification<T extends CertificationDates>(
  certifications: readonly T[],
  today: string,
): T | undefined {
  const held = certifications.filter((one) => isHeld(one, today));
  const [longest] = [...held].sort(compareDescending(lastValidDay));
  const [last] = [...certifications].sort(compareDescending(({ validFrom }) => validFrom));
  return longest ?? last;
}
