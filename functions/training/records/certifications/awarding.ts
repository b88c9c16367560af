// The rules of awarding: what a certification is when it is given, by which rules, and what keeps it from being given.
import { displayName } from '../../../../shared/directory/person.ts';
import type { PersonItem } from '../../../../shared/directory/person-store.ts';
import { conflict, type ErrorDetail, Failure } from '../../../../shared/errors/failure.ts';
import type { AwardItem } from '../../awards/award.ts';
import type { CurriculumItem } from '../../courses/curriculum.ts';
import { deriveRecordNumber } from '../../record-numbers.ts';
import type { AwardRegistrationItem, CertificationItem, RulesSnapshot } from '../certification.ts';
import { type Names, validateCredits, validateRequirements } from '../progress/missing.ts';
import type { Progress } from '../progress/progress.ts';
import { emptyCurriculum } from '../progress/requirements.ts';
import { isHeld } from './status.ts';
import { computeGraceThrough, computeRenewalStart, computeValidThrough } from './validity.ts';

/**
 * The rules as they are now: kept with what is judged by them, so that a change of them rewrites nothing
 * (docs/interface/training.md#rule-snapshots).
 */
export function snapshotRules(
  award: Pick<AwardItem, 'version' | 'validityPeriod'>,
  curriculum: CurriculumItem | undefined,
  graceDays: number,
  now: Date,
): RulesSnapshot {
  const { requiredCourseIds, electiveCourseIds, electivesNeeded, minimumCredits, renewalCredits } =
    curriculum ?? { ...emptyCurriculum, renewalCredits: undefined };
  return {
    awardVersion: award.version,
    curriculumVersion: curriculum?.version ?? 0,
    curriculum: { requiredCourseIds, electiveCourseIds, electivesNeeded, minimumCredits, renewalCredits },
    validityPeriod: award.validityPeriod,
    graceDays,
    judgedAt: now.toISOString(),
  };
}

/** The days of a certification that begins on a day, by the rules it is judged by. */
export function computeValidity(validFrom: string, { validityPeriod, graceDays }: RulesSnapshot) {
  const last = computeValidThrough(validFrom, validityPeriod);
  return { validFrom, validThrough: last, graceThrough: computeGraceThrough(last, graceDays) };
}

/** What a certification is made of. */
export interface BuildCertificationInput {
  readonly award: AwardItem;
  readonly person: PersonItem;
  readonly rules: RulesSnapshot;
  /** YYYY-MM-DD in the tenant's time zone. */
  readonly awardedDate: string;
  readonly validFrom: string;
  /** The subject who awards. */
  readonly by: string;
  readonly overrideReason?: string | undefined;
  readonly renews?: string | undefined;
  readonly statusIndex: number;
  readonly newId: () => string;
  readonly now: Date;
}

/** A new certification with a number of its own. */
export function buildCertification(giving: BuildCertificationInput): CertificationItem {
  const { award, person, rules, awardedDate, validFrom, by, newId, now } = giving;
  const moment = now.toISOString();
  return {
    type: 'certification',
    id: newId(),
    personId: person.id,
    personName: displayName(person),
    organizationId: person.organizationId,
    awardId: award.id,
    awardName: award.name,
    awardDescription: award.description,
    certificateNumber: deriveRecordNumber(newId(), 'certificate'),
    awardedDate,
    ...computeValidity(validFrom, rules),
    awardedBy: by,
    overrideReason: giving.overrideReason,
    rules,
    renews: giving.renews,
    statusIndex: giving.statusIndex,
    version: 1,
    createdDate: moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
}

const notEligible = (message: string, details: readonly ErrorDetail[]): Failure =>
  new Failure('NOT_ELIGIBLE', message, { target: details[0]?.target, details });

const validateRegistration = (registration: AwardRegistrationItem | undefined): ErrorDetail[] => {
  if (registration?.status === 'Active') return [];
  const message =
    registration?.status === 'PendingApproval'
      ? 'The registration for the award awaits approval.'
      : 'There is no registration for the award, from which on credits would count.';
  return [{ code: 'NOT_ALLOWED', message, target: 'requirements.registration' }];
};

/**
 * Refuses a second certification while one is held: it is renewed instead.
 * @throws Failure 409
 */
export function assertNotHeld(
  certifications: readonly CertificationItem[],
  awardId: string,
  today: string,
): void {
  const held = certifications.find((one) => one.awardId === awardId && isHeld(one, today));
  if (held)
    throw conflict(
      `${held.personName} holds ${held.awardName} (${held.certificateNumber})${held.validThrough === undefined ? '' : ` until ${held.validThrough}`}; renew that certification instead.`,
    );
}

/**
 * Refuses to award while something is missing, with everything that is.
 * @throws Failure 422 NOT_ELIGIBLE
 */
export function assertRequirementsMet(
  { requirements, registration }: Progress,
  award: Pick<AwardItem, 'name'>,
  names: Names,
): void {
  const faults = [...validateRegistration(registration), ...validateRequirements(requirements, names)];
  if (faults.length > 0)
    throw notEligible(
      `${award.name} can't be awarded yet: ${faults.map(({ message }) => message).join(' ')}`,
      faults,
    );
}

/**
 * From which day a renewal holds.
 * @throws Failure 409 when there is nothing to renew, 422 NOT_ELIGIBLE when it is too early, too late, or credits lack
 */
export function resolveRenewalStart(
  certification: CertificationItem,
  renewal: Progress['renewal'],
  names: Names,
  today: string,
  isOverridden: boolean,
): string {
  const { awardName, validThrough, revokedDate, renewedBy } = certification;
  if (revokedDate !== undefined)
    throw conflict(`${awardName} was revoked on ${revokedDate}; it can't be renewed.`);
  if (renewedBy !== undefined) throw conflict(`${awardName} was renewed already, by ${renewedBy}.`);
  if (!renewal || validThrough === undefined)
    throw conflict(`${awardName} holds without an end; there is nothing to renew.`);
  const { opensOn, closesOn } = renewal;
  const when = (message: string): ErrorDetail => ({ code: 'NOT_ALLOWED', message, target: 'today' });
  const faults = [
    ...(today < opensOn ? [when(`It can be renewed from ${opensOn} on.`)] : []),
    ...(today > closesOn ? [when(`It could be renewed until ${closesOn}; it has to be earned anew.`)] : []),
    ...validateCredits(renewal.credits, names),
  ];
  if (faults.length > 0 && !isOverridden)
    throw notEligible(
      `${awardName} can't be renewed: ${faults.map(({ message }) => message).join(' ')}`,
      faults,
    );
  return computeRenewalStart(validThrough, today);
}

/**
 * The certification, revoked. It keeps its days: revoked is not expired
 * (docs/interface/training.md#certification-status).
 * @throws Failure 409 when it is revoked already
 */
export function applyRevocation(
  before: CertificationItem,
  {
    by,
    reason,
    today,
    now,
  }: { readonly by: string; readonly reason: string; readonly today: string; readonly now: Date },
): CertificationItem {
  if (before.revokedDate !== undefined)
    throw conflict(
      `${before.awardName} was revoked on ${before.revokedDate} already: ${before.revocationReason}`,
    );
  return {
    ...before,
    revokedDate: today,
    revokedBy: by,
    revocationReason: reason,
    version: before.version + 1,
    modifiedDate: now.toISOString(),
  };
}
