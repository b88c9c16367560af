// Whether credits are reported to a board under a license, and what the board knows of them already
// (docs/interface/training.md#reports-to-boards).
import { contentHash } from '../../../../shared/values/content-hash.ts';
import { isLicenseExpired, type LicenseItem } from '../../people/licenses/license.ts';
import type { CreditItem } from '../../records/training-record/training-record.ts';

/** What a row says of credits: what the board must learn, what it knows, or that they are not reported. */
export type BoardState = 'New' | 'Changed' | 'Voided' | 'Reported' | 'NotReported';

/** What was last reported of credits under a license. */
export interface BoardMark {
  readonly creditId: string;
  readonly licenseId: string;
  /** The day on which the credits were earned. */
  readonly day: string;
  /** Identifies what was reported; empty when they were reported as voided. */
  readonly fingerprint: string;
}

/** Credits under a license, or without one and with the reason. */
export interface BoardDecision {
  readonly state: BoardState;
  readonly license?: LicenseItem | undefined;
  /** The license under which they were reported, also where it was removed since. */
  readonly licenseId?: string | undefined;
  readonly reason?: string | undefined;
  readonly fingerprint?: string | undefined;
}

type Credit = Pick<CreditItem, 'id' | 'credits' | 'earnedDate' | 'courseId' | 'classId' | 'source'>;

export const markName = (creditId: string, licenseId: string): string => `${creditId}#${licenseId}`;

/** Identifies what a board learns of credits under a license. */
export const computeFingerprint = (
  { credits, earnedDate, courseId }: Credit,
  { number, jurisdiction, profession }: LicenseItem,
): string => contentHash([credits, earnedDate, courseId, number, jurisdiction, profession]).slice(0, 16);

/** Why credits are reported to no board, whatever license the person has. */
function findCreditReason({ source, courseId, classId }: Credit): string | undefined {
  if (source === 'selfReported') return 'The credits were earned from another provider.';
  if (courseId === undefined && classId === undefined)
    return 'The credits name no course, which a board needs.';
  return undefined;
}

/** Why credits can't be reported under a license. @param today YYYY-MM-DD of the tenant */
function findLicenseReason(license: LicenseItem, { earnedDate }: Credit, today: string): string | undefined {
  const { number, status, issuedDate, expiryDate } = license;
  if (status !== 'Active') return `The license ${number} is ${status.toLowerCase()}.`;
  if (isLicenseExpired(license, today)) return `The license ${number} expired on ${expiryDate}.`;
  if (issuedDate !== undefined && issuedDate > earnedDate)
    return `The license ${number} was issued on ${issuedDate}, after the credits were earned.`;
  return undefined;
}

function decideState(
  credit: Credit,
  license: LicenseItem,
  marks: ReadonlyMap<string, BoardMark>,
): BoardDecision {
  const fingerprint = computeFingerprint(credit, license);
  const mark = marks.get(markName(credit.id, license.id));
  const state = !mark ? 'New' : mark.fingerprint === fingerprint ? 'Reported' : 'Changed';
  return { state, license, fingerprint };
}

/**
 * What is reported of credits that count: under each usable license of the person, or not at all, with the reasons.
 * @param licenses those of the person for the board
 */
export function decideCredit(
  credit: Credit,
  licenses: readonly LicenseItem[],
  {
    board,
    today,
    marks,
  }: { readonly board: string; readonly today: string; readonly marks: ReadonlyMap<string, BoardMark> },
): readonly BoardDecision[] {
  const creditReason = findCreditReason(credit);
  if (creditReason !== undefined) return [{ state: 'NotReported', reason: creditReason }];
  if (licenses.length === 0)
    return [{ state: 'NotReported', reason: `The person has no license of ${board}.` }];
  const found = licenses.map((license) => ({ license, reason: findLicenseReason(license, credit, today) }));
  const usable = found.filter(({ reason }) => reason === undefined);
  return usable.length > 0
    ? usable.map(({ license }) => decideState(credit, license, marks))
    : found.map(({ license, reason }) => ({ state: 'NotReported', license, reason }));
}
