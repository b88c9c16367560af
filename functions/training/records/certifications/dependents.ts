// What was built on a certification that is revoked: its renewals, and certifications whose award requires it
// (docs/interface/training.md#revocation).
import { conflict } from '../../../../shared/errors/failure.ts';
import type { Prerequisite } from '../../awards/record/award-record.ts';
import type { CertificationItem } from '../training-record/certification.ts';
import { computeStatus, isHeld } from '../training-record/certification-status.ts';

/** A certification that was built on another one. */
export interface Dependent {
  readonly certification: CertificationItem;
  readonly basis: 'Renewal' | 'Prerequisite';
  /** The certification that it was built on. */
  readonly basedOn: CertificationItem;
}

/** The awards that an award requires, by the id of the award. */
export type AwardPrerequisites = ReadonlyMap<string, readonly Prerequisite[]>;

/** The dependents of one revocation: with their awards they stay below the hundred writes of a transaction. */
const MAX_DEPENDENTS = 15;

/**
 * Why a certification does not hold without those that end; undefined where it does: it was awarded before them or by an
 * override, or the person holds another certification of the award that is required.
 */
function findBasis(
  candidate: CertificationItem,
  ending: ReadonlyMap<string, CertificationItem>,
  held: readonly CertificationItem[],
  prerequisites: AwardPrerequisites,
): Dependent | undefined {
  const renewed = candidate.renews === undefined ? undefined : ending.get(candidate.renews);
  if (renewed) return { certification: candidate, basis: 'Renewal', basedOn: renewed };
  if (candidate.overrideReason !== undefined || candidate.override !== undefined) return undefined;
  const required = new Set(
    (prerequisites.get(candidate.awardId) ?? []).flatMap(({ type, id }) => (type === 'Award' ? [id] : [])),
  );
  const isMetOtherwise = (awardId: string): boolean =>
    held.some((other) => other.awardId === awardId && !ending.has(other.id));
  const basedOn = [...ending.values()].find(
    ({ awardId, awardedDate }) =>
      required.has(awardId) && awardedDate <= candidate.awardedDate && !isMetOtherwise(awardId),
  );
  return basedOn && { certification: candidate, basis: 'Prerequisite', basedOn };
}

/**
 * The held certifications of a person that were built on one that is revoked, and on these in turn; one that is based on
 * another follows it.
 *
 * @param certifications all of the person
 * @param today YYYY-MM-DD in the tenant's time zone
 */
export function findDependents(
  revoked: CertificationItem,
  certifications: readonly CertificationItem[],
  prerequisites: AwardPrerequisites,
  today: string,
): readonly Dependent[] {
  const held = certifications.filter(({ id, ...dates }) => id !== revoked.id && isHeld(dates, today));
  const ending = new Map([[revoked.id, revoked]]);
  const dependents: Dependent[] = [];
  for (;;) {
    const found = held
      .filter(({ id }) => !ending.has(id))
      .flatMap((candidate) => findBasis(candidate, ending, held, prerequisites) ?? []);
    if (found.length === 0) return dependents;
    dependents.push(...found);
    for (const { certification } of found) ending.set(certification.id, certification);
  }
}

/**
 * Asserts that these can be revoked in one transaction.
 * @throws Failure 409
 */
export function assertFewDependents({ length }: readonly Dependent[]): void {
  if (length > MAX_DEPENDENTS)
    throw conflict(
      `${length} certifications were built on this one, and at most ${MAX_DEPENDENTS} can be revoked with it; revoke some of them first, or send dependents: keep.`,
      'dependents',
    );
}

/** Why a certification ends that was built on a revoked one. */
export const describeRevocation = (
  { basis, basedOn: { awardName, certificateNumber } }: Dependent,
  reason: string,
): string =>
  `The certification ${certificateNumber} for ${awardName}, which ${basis === 'Renewal' ? 'it renews' : 'it requires'}, was revoked: ${reason}`;

/** A dependent in the response, as it was before the revocation. */
export const presentDependent = ({ certification, basis, basedOn }: Dependent, today: string) => ({
  certificationId: certification.id,
  awardId: certification.awardId,
  awardName: certification.awardName,
  certificateNumber: certification.certificateNumber,
  standing: computeStatus(certification, today),
  validFrom: certification.validFrom,
  validThrough: certification.validThrough,
  basis,
  basedOn: basedOn.id,
});
