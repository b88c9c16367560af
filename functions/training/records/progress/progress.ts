// The rules of progress towards an award: not started, in progress, earned, awarded, in grace, expired or revoked.

import { addDays } from '../../../../shared/time/calendar-day.ts';
import type { ValidityPeriod } from '../../awards/record/award-record.ts';
import type { CreditRules } from '../../awards/record/credit-rules.ts';
import type { Curriculum } from '../../awards/record/curriculum-record.ts';
import {
  type AwardRegistrationItem,
  type CertificationItem,
  selectCurrentRules,
} from '../training-record/certification.ts';
import {
  type CertificationStatus,
  computeStatus,
  selectCurrentCertification,
} from '../training-record/certification-status.ts';
import { excludeCountedCredits, selectCarriedCredits } from './requirements/counted-credits.ts';
import { computeTermShare, type TermShare } from './requirements/credit-rules.ts';
import {
  type CourseRequirement,
  type Evidence,
  evaluateCredits,
  evaluateRequirements,
  evaluateRules,
  firstCompletionDay,
  type RenewalRequirements,
  type Requirements,
  requiredRenewalCredits,
  selectRenewalRules,
} from './requirements/requirements.ts';

/**
 * Every state, with the code that existing callers read (docs/interface/training.md#progress: 1 Not Started, 2 In
 * Progress, 4 Earned, 5 Awarded). They know no other codes: a person whose certification has ended and who has not
 * registered again has not started.
 */
export const stateCodes = {
  NotStarted: 1,
  InProgress: 2,
  Earned: 4,
  Awarded: 5,
  InGrace: 5,
  Expired: 1,
  Revoked: 1,
} as const;
export type ProgressState = keyof typeof stateCodes;
export const progressStates = [
  'NotStarted',
  'InProgress',
  'Earned',
  'Awarded',
  'InGrace',
  'Expired',
  'Revoked',
] as const satisfies readonly ProgressState[];

/** The renewal of a held certification. */
export interface Renewal extends RenewalRequirements {
  /** The first and the last day on which it can be renewed. */
  readonly opensOn: string;
  readonly closesOn: string;
  readonly isOpen: boolean;
  /** Whether all credits were earned and all courses completed. */
  readonly isReady: boolean;
}

/** A person's progress towards an award. */
export interface Progress {
  readonly state: ProgressState;
  readonly percent: number;
  /** The requirements of the award; for holders, by the rules of their certification. */
  readonly requirements: Requirements;
  readonly registration: AwardRegistrationItem | undefined;
  /** The certification that decides the state: the held one, or the last one. */
  readonly certification: CertificationItem | undefined;
  /** While it is held and expires. */
  readonly renewal: Renewal | undefined;
}

/** What progress is evaluated from. */
export interface ProgressContext {
  /** The current curriculum; holders are evaluated by the one in the rules of their certification. */
  readonly curriculum: Curriculum;
  readonly registration: AwardRegistrationItem | undefined;
  /** Of this award. */
  readonly certifications: readonly CertificationItem[];
  readonly evidence: Evidence;
  /** Days before the last valid day from which a certification can be renewed. */
  readonly renewalOpensDays: number;
  /** YYYY-MM-DD in the tenant's time zone. */
  readonly today: string;
}

/** The months of a first term among those of a whole one; undefined for a later term, and where it is not shorter. */
function computeFirstTermShare(
  { renews, validFrom }: CertificationItem,
  validThrough: string,
  validityPeriod: ValidityPeriod | undefined,
  { countsPartialMonths }: NonNullable<CreditRules['proration']>,
): TermShare | undefined {
  const { years = 0, months = 0 } = validityPeriod ?? {};
  return renews === undefined
    ? computeTermShare({ validFrom, validThrough }, 12 * years + months, countsPartialMonths)
    : undefined;
}

/** Completions of a term. One of the day of the award counts if it was recorded after the award. */
const selectCompletionsOfTerm = (
  { completions }: Evidence,
  { awardedDate, createdDate }: CertificationItem,
  closesOn: string,
): Evidence['completions'] =>
  completions.filter(
    ({ completedDate, createdDate: recordedAt = '' }) =>
      completedDate <= closesOn &&
      (completedDate > awardedDate || (completedDate === awardedDate && recordedAt > createdDate)),
  );

/**
 * The renewal of a certification; undefined when it does not expire. Credits count from the day on which it was awarded:
 * after an early renewal they count for the term that follows, although that has not begun.
 */
export function computeRenewal(
  certification: CertificationItem,
  evidence: Evidence,
  renewalOpensDays: number,
  today: string,
): Renewal | undefined {
  const { awardedDate, validThrough, graceThrough } = certification;
  if (validThrough === undefined) return undefined;
  const opensOn = addDays(validThrough, -renewalOpensDays);
  const closesOn = graceThrough ?? validThrough;
  const window = { startDate: awardedDate, endDate: closesOn };
  const { curriculum, selfReportedLimits, validityPeriod } = selectCurrentRules(certification);
  const uncounted = excludeCountedCredits({ ...evidence, selfReportedLimits }, certification);
  const credits = evaluateCredits(requiredRenewalCredits(curriculum), uncounted, window);
  const rules = selectRenewalRules(curriculum);
  const creditRules = evaluateRules(rules, uncounted, window, {
    carriedOver: selectCarriedCredits(evidence, certification),
    share:
      rules?.proration && computeFirstTermShare(certification, validThrough, validityPeriod, rules.proration),
  });
  const completions = selectCompletionsOfTerm(evidence, certification, closesOn);
  const courses = (rules?.requiredCourseIds ?? []).map(
    (courseId): CourseRequirement => ({
      ...{ courseId, isElective: false, completedDate: firstCompletionDay({ completions }, courseId) },
    }),
  );
  return {
    opensOn,
    closesOn,
    isOpen: today >= opensOn && today <= closesOn,
    courses,
    credits,
    ...(creditRules && { creditRules }),
    isReady:
      courses.every(({ completedDate }) => completedDate !== undefined) &&
      credits.every(({ missing }) => missing === 0) &&
      (creditRules?.isComplete ?? true),
  };
}

const heldStates: Readonly<Partial<Record<CertificationStatus, ProgressState>>> = {
  NotYetValid: 'Awarded',
  Valid: 'Awarded',
  InGrace: 'InGrace',
};

/**
 * A person's progress towards an award. A held certification decides first; then an active registration, even after an
 * earlier certification ended; then how the last certification ended.
 */
export function computeProgress(context: ProgressContext): Progress {
  const { curriculum, registration, certifications, evidence, renewalOpensDays, today } = context;
  const certification = selectCurrentCertification(certifications, today);
  const status = certification && computeStatus(certification, today);
  const held = status && heldStates[status];
  const isActive = registration?.status === 'Active';
  if (certification && held) {
    const { awardedDate } = certification;
    const window = { startDate: registration?.registeredDate ?? awardedDate, endDate: awardedDate };
    const { curriculum: judgedBy, selfReportedLimits } = selectCurrentRules(certification);
    return {
      state: held,
      percent: 100,
      requirements: evaluateRequirements(judgedBy, { ...evidence, selfReportedLimits }, window),
      registration,
      certification,
      renewal: computeRenewal(certification, evidence, renewalOpensDays, today),
    };
  }
  const requirements = evaluateRequirements(curriculum, evidence, {
    startDate: isActive ? registration.registeredDate : undefined,
  });
  const ended = status === 'Revoked' ? 'Revoked' : certification ? 'Expired' : 'NotStarted';
  return {
    state: isActive ? (requirements.isComplete ? 'Earned' : 'InProgress') : ended,
    percent: isActive ? requirements.percent : 0,
    requirements,
    registration,
    certification,
    renewal: undefined,
  };
}
