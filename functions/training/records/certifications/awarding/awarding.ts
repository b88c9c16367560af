// The rules of awarding: how a certification is built, by which rules it is evaluated, and when it can't be awarded.

import { displayName } from '../../../../../shared/directory/people/person.ts';
import type { PersonItem } from '../../../../../shared/directory/people/person-store.ts';
import { conflict, type ErrorDetail, Failure } from '../../../../../shared/errors/failure.ts';
import { pick } from '../../../../../shared/values/pick.ts';
import type { AwardItem } from '../../../awards/record/award-record.ts';
import type { CarriedCredit } from '../../../awards/record/credit-rules.ts';
import {
  type Curriculum,
  type CurriculumItem,
  emptyCurriculum,
} from '../../../awards/record/curriculum-record.ts';
import { deriveRecordNumber } from '../../../record-numbers.ts';
import type { SelfReportedLimit } from '../../../self-reported-limit.ts';
import type { Progress } from '../../progress/progress.ts';
import { validateRenewal } from '../../progress/requirements/missing.ts';
import type { Names } from '../../progress/requirements/requirement-names.ts';
import type { CertificationItem, Override, RulesSnapshot } from '../../training-record/certification.ts';
import { isHeld } from '../../training-record/certification-status.ts';
import { computeGraceThrough, computeLastDay, computeRenewalStart } from './validity.ts';

const curriculumFields = [
  ...(['requiredCourseIds', 'electiveCourseIds', 'electivesNeeded', 'minimumCredits'] as const),
  ...(['renewalCredits', 'creditRules', 'renewalCreditRules'] as const),
] as const satisfies readonly (keyof Curriculum)[];

/**
 * The current rules: stored with the certification, so that a later change of them does not affect it
 * (docs/interface/training.md#rule-snapshots).
 */
export function snapshotRules(
  award: Pick<AwardItem, 'version' | 'validityPeriod' | 'validityEndsOn'>,
  curriculum: CurriculumItem | undefined,
  graceDays: number,
  now: Date,
  selfReportedLimits?: readonly SelfReportedLimit[],
): RulesSnapshot {
  return {
    awardVersion: award.version,
    curriculumVersion: curriculum?.version ?? 0,
    curriculum: pick(curriculum ?? emptyCurriculum, curriculumFields),
    validityPeriod: award.validityPeriod,
    ...(award.validityEndsOn && { validityEndsOn: award.validityEndsOn }),
    graceDays,
    ...(selfReportedLimits && { selfReportedLimits }),
    judgedAt: now.toISOString(),
  };
}

/** The validity of a certification that begins on a day, by the rules it is evaluated by. */
export function computeValidity(validFrom: string, rules: RulesSnapshot) {
  const lastValidDay = computeLastDay(validFrom, rules);
  return {
    validFrom,
    validThrough: lastValidDay,
    graceThrough: computeGraceThrough(lastValidDay, rules.graceDays),
  };
}

/** What a certification is built from. */
export interface BuildCertificationInput {
  readonly award: AwardItem;
  readonly person: PersonItem;
  readonly rules: RulesSnapshot;
  /** YYYY-MM-DD in the tenant's time zone. */
  readonly awardedDate: string;
  readonly validFrom: string;
  /** The subject who awards. */
  readonly by: string;
  readonly override?: Override | undefined;
  /** The credits of `awardedDate` that earn it. */
  readonly countedCreditIds?: readonly string[] | undefined;
  /** For a renewal. */
  readonly carriedOver?: readonly CarriedCredit[] | undefined;
  readonly renews?: string | undefined;
  readonly renewalRules?: RulesSnapshot | undefined;
  readonly statusIndex: number;
  readonly newId: () => string;
  readonly now: Date;
}

/** Builds a new certification with its own number. */
export function buildCertification(input: BuildCertificationInput): CertificationItem {
  const { award, person, rules, awardedDate, validFrom, by, newId, now } = input;
  const createdDate = now.toISOString();
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
    overrideReason: input.override?.reason,
    override: input.override,
    countedCreditIds: input.countedCreditIds,
    ...(input.carriedOver?.length && { carriedOver: input.carriedOver }),
    rules,
    renews: input.renews,
    renewalRules: input.renewalRules,
    statusIndex: input.statusIndex,
    version: 1,
    createdDate,
    modifiedDate: createdDate,
    schemaVersion: 1,
  };
}

export const notEligible = (message: string, details: readonly ErrorDetail[]): Failure =>
  new Failure('NOT_ELIGIBLE', message, { target: details[0]?.target, details });

/**
 * A person who holds a certification of the award can't get another one: it is renewed instead.
 * @throws Failure 409
 */
export function assertNotHeld(
  certifications: readonly CertificationItem[],
  awardId: string,
  today: string,
): void {
  const held = certifications.find(
    (certification) => certification.awardId === awardId && isHeld(certification, today),
  );
  if (held)
    throw conflict(
      `${held.personName} holds ${held.awardName} (${held.certificateNumber})${held.validThrough === undefined ? '' : ` until ${held.validThrough}`}; renew that certification instead.`,
    );
}

/** The first day of a renewal, and what an override waives. */
interface RenewalDecision {
  readonly validFrom: string;
  readonly waived: readonly string[];
}

/**
 * Decides about a renewal.
 * @throws Failure 409 when there is nothing to renew, 422 NOT_ELIGIBLE when it is too early, too late, or credits are
 * missing
 */
export function decideRenewal(
  certification: CertificationItem,
  renewal: Progress['renewal'],
  names: Names,
  today: string,
  isOverridden: boolean,
): RenewalDecision {
  const { awardName, validThrough, revokedDate, renewedBy } = certification;
  if (revokedDate !== undefined)
    throw conflict(`${awardName} was revoked on ${revokedDate}; it can't be renewed.`);
  if (renewedBy !== undefined) throw conflict(`${awardName} was already renewed by ${renewedBy}.`);
  if (!renewal || validThrough === undefined)
    throw conflict(`${awardName} does not expire; there is nothing to renew.`);
  const { opensOn, closesOn } = renewal;
  const notAllowed = (message: string): ErrorDetail => ({ code: 'NOT_ALLOWED', message, target: 'today' });
  const details = [
    ...(today < opensOn ? [notAllowed(`It can be renewed from ${opensOn}.`)] : []),
    ...(today > closesOn
      ? [notAllowed(`It could be renewed until ${closesOn}; it must be earned again.`)]
      : []),
    ...validateRenewal(renewal, names),
  ];
  const waived = details.map(({ message }) => message);
  if (details.length > 0 && !isOverridden)
    throw notEligible(`${awardName} can't be renewed: ${waived.join(' ')}`, details);
  return { validFrom: computeRenewalStart(validThrough, today), waived };
}

/**
 * The certification with a certificate of its own number in the present name of its holder.
 * @throws Failure 409 when it was revoked, or has that name
 */
export function applyReissue(
  before: CertificationItem,
  personName: string,
  {
    by,
    today,
    newId,
    now,
  }: { readonly by: string; readonly today: string; readonly newId: () => string; readonly now: Date },
): CertificationItem {
  if (before.revokedDate !== undefined)
    throw conflict(
      `${before.awardName} was revoked on ${before.revokedDate}; there is no certificate to issue again.`,
    );
  if (before.personName === personName)
    throw conflict(`The certificate is in the name of ${personName} already.`);
  const { certificateNumber, formerCertificates = [] } = before;
  const former = { certificateNumber, personName: before.personName, replacedDate: today, replacedBy: by };
  return {
    ...before,
    personName,
    certificateNumber: deriveRecordNumber(newId(), 'certificate'),
    formerCertificates: [...formerCertificates, former],
    version: before.version + 1,
    modifiedDate: now.toISOString(),
  };
}

/**
 * The certification after revocation. It keeps its validity: revoked is not expired
 * (docs/interface/training.md#certification-status).
 * @throws Failure 409 when it was already revoked
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
      `${before.awardName} was already revoked on ${before.revokedDate}: ${before.revocationReason}`,
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
