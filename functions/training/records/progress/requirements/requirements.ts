// Evaluates the requirements of an award for a person: courses, credits by type, and what is missing.

import { sumAmounts, toHundredths } from '../../../../../shared/money/amount.ts';
import { type CreditRules, countsType } from '../../../awards/record/credit-rules.ts';
import type { Curriculum } from '../../../awards/record/curriculum-record.ts';
import { type SelfReportedLimit, sumCountedCredits } from '../../../self-reported-limit.ts';
import type { CreditAmount } from '../../../settings/types/credit-amounts.ts';
import { isNotVoided, isWithinPeriod } from '../../training-record/credit.ts';
import type { CompletionItem, CreditItem } from '../../training-record/training-record.ts';
import { type CreditRulesResult, evaluateCreditRules } from './credit-rules.ts';

/** The credits and completions of a person. */
export interface Evidence {
  readonly credits: readonly (Pick<CreditItem, 'creditTypeId' | 'credits' | 'earnedDate' | 'voidedDate'> &
    Partial<Pick<CreditItem, 'id' | 'createdDate' | 'source' | 'attendanceMode'>>)[];
  readonly completions: readonly (Pick<CompletionItem, 'courseId' | 'completedDate' | 'voidedDate'> &
    Partial<Pick<CompletionItem, 'createdDate'>>)[];
  /** How many self-reported credits count; without a limit of their type all do. */
  readonly selfReportedLimits?: readonly SelfReportedLimit[] | undefined;
}

/** The days within which credits count, both inclusive; no credits count without a first day. */
export interface CreditWindow {
  readonly startDate: string | undefined;
  readonly endDate?: string | undefined;
}

/** The required credits of one type, and how many were earned. */
export interface CreditRequirement {
  readonly creditTypeId: string;
  readonly needed: number;
  readonly earned: number;
  /** How many credits are missing; 0 when enough were earned. */
  readonly missing: number;
}

/** A course of the curriculum, and the day it was first completed. */
export interface CourseRequirement {
  readonly courseId: string;
  readonly isElective: boolean;
  readonly completedDate?: string | undefined;
}

/** The requirements of a curriculum, and how far a person meets them. */
export interface Requirements {
  readonly courses: readonly CourseRequirement[];
  readonly electivesNeeded: number;
  readonly electivesMissing: number;
  readonly credits: readonly CreditRequirement[];
  /** Absent where the award has no credit rules. */
  readonly creditRules?: CreditRulesResult | undefined;
  /** 0 to 100, whole; 100 only when nothing is missing. */
  readonly percent: number;
  readonly isComplete: boolean;
}

/** What a renewal requires, and how far a person meets it. */
export interface RenewalRequirements {
  readonly courses: readonly CourseRequirement[];
  readonly credits: readonly CreditRequirement[];
  readonly creditRules?: CreditRulesResult | undefined;
}

/** The credits that count in a window: none without a first day. */
export const selectWithin = (evidence: Evidence, window: CreditWindow): Evidence['credits'] =>
  window.startDate === undefined
    ? []
    : evidence.credits.filter((credit) => isNotVoided(credit) && isWithinPeriod(credit.earnedDate, window));

/**
 * Credits by type within a window: the CE rule (docs/interface/training.md#credits). A credit counts only if it was
 * earned between the registration for the certification and the end of grace, or the expiry where there is no grace.
 */
export function evaluateCredits(
  required: readonly CreditAmount[],
  evidence: Evidence,
  window: CreditWindow,
): CreditRequirement[] {
  const counting = selectWithin(evidence, window);
  return required
    .filter(({ credits }) => credits > 0)
    .map(({ creditTypeId, credits: needed }) => {
      const limit = evidence.selfReportedLimits?.find((entry) => entry.creditTypeId === creditTypeId);
      const earned = sumCountedCredits(
        counting.filter((credit) => credit.creditTypeId === creditTypeId),
        limit,
      );
      return { creditTypeId, needed, earned, missing: Math.max(0, sumAmounts([needed, -earned])) };
    });
}

/** The day a course was first completed: it counts even if that was before the registration. */
export const firstCompletionDay = (
  evidence: Pick<Evidence, 'completions'>,
  courseId: string,
): string | undefined =>
  evidence.completions
    .filter((completion) => isNotVoided(completion) && completion.courseId === courseId)
    .map(({ completedDate }) => completedDate)
    .sort()[0];

/** The fulfilled share of a credit requirement, from 0 to 1. */
const fulfilledShare = ({ needed, missing }: CreditRequirement): number =>
  1 - toHundredths(missing) / Math.max(1, toHundredths(needed));

/** The fulfilled share of each credit rule that needs something, from 0 to 1. */
const fulfilledShares = (result: CreditRulesResult): number[] =>
  [
    { needed: result.needed, missing: result.missing },
    ...result.limits.map(({ minimum: needed = 0, missing }) => ({ needed, missing })),
  ]
    .filter(({ needed }) => needed > 0)
    .map(({ needed, missing }) => 1 - toHundredths(missing) / toHundredths(needed));

/** The credit rules of a curriculum for the credits within a window; absent where it has none. */
export const evaluateRules = (
  rules: CreditRules | undefined,
  evidence: Evidence,
  window: CreditWindow,
  more: Pick<Parameters<typeof evaluateCreditRules>[1], 'carriedOver' | 'share'> = {},
): CreditRulesResult | undefined =>
  rules &&
  evaluateCreditRules(rules, {
    ...more,
    credits: selectWithin(evidence, window),
    selfReportedLimits: evidence.selfReportedLimits,
  });

/** Evaluates a curriculum for a person. Each course, each credit type and each credit rule has the same weight. */
export function evaluateRequirements(
  curriculum: Curriculum,
  evidence: Evidence,
  window: CreditWindow,
): Requirements {
  const { requiredCourseIds, electiveCourseIds, minimumCredits } = curriculum;
  const evaluateCourse = (courseId: string, isElective: boolean): CourseRequirement => ({
    courseId,
    isElective,
    completedDate: firstCompletionDay(evidence, courseId),
  });
  const required = requiredCourseIds.map((id) => evaluateCourse(id, false));
  const electives = electiveCourseIds.map((id) => evaluateCourse(id, true));
  const electivesNeeded = Math.min(curriculum.electivesNeeded, electives.length);
  const isDone = ({ completedDate }: CourseRequirement): boolean => completedDate !== undefined;
  const electivesMissing = Math.max(0, electivesNeeded - electives.filter(isDone).length);
  const credits = evaluateCredits(minimumCredits, evidence, window);
  const creditRules = evaluateRules(curriculum.creditRules, evidence, window);
  const isComplete =
    required.every(isDone) &&
    electivesMissing === 0 &&
    credits.every(({ missing }) => missing === 0) &&
    (creditRules?.isComplete ?? true);
  const ruleShares = creditRules ? fulfilledShares(creditRules) : [];
  const parts = required.length + electivesNeeded + credits.length + ruleShares.length;
  const done =
    required.filter(isDone).length +
    (electivesNeeded - electivesMissing) +
    credits.reduce((sum, credit) => sum + fulfilledShare(credit), 0) +
    ruleShares.reduce((sum, share) => sum + share, 0);
  return {
    courses: [...required, ...electives],
    electivesNeeded,
    electivesMissing,
    credits,
    ...(creditRules && { creditRules }),
    percent: isComplete ? 100 : Math.min(99, Math.floor((100 * done) / parts)),
    isComplete,
  };
}

/** What was earned and completed up to a day, inclusive. */
export const selectEvidenceUntil = (
  { credits, completions, selfReportedLimits }: Evidence,
  day: string,
): Evidence => ({
  selfReportedLimits,
  credits: credits.filter(({ earnedDate }) => earnedDate <= day),
  completions: completions.filter(({ completedDate }) => completedDate <= day),
});

const requiresNothing = ({ courses, electivesNeeded, credits, creditRules }: Requirements): boolean =>
  creditRules === undefined &&
  credits.length === 0 &&
  electivesNeeded === 0 &&
  courses.every(({ isElective }) => isElective);

/**
 * The first day on which a registered person met all requirements, which the evidence meets now: the day of the course
 * or the credits that were the last ones; for an award that requires nothing, the day of the registration.
 */
export function findDayOfCompletion(
  curriculum: Curriculum,
  evidence: Evidence,
  registeredDate: string,
): string {
  const window = { startDate: registeredDate };
  if (requiresNothing(evaluateRequirements(curriculum, evidence, window))) return registeredDate;
  const days = [
    ...evidence.credits.map(({ earnedDate }) => earnedDate),
    ...evidence.completions.map(({ completedDate }) => completedDate),
  ];
  const isComplete = (day: string): boolean =>
    evaluateRequirements(curriculum, selectEvidenceUntil(evidence, day), window).isComplete;
  return [...new Set(days)].sort().find(isComplete) ?? registeredDate;
}

/** The credits that a renewal requires: the renewal credits of the curriculum, or else its minimum credits. */
export const requiredRenewalCredits = ({
  renewalCredits,
  minimumCredits,
}: Curriculum): readonly CreditAmount[] => renewalCredits ?? minimumCredits;

/** The credit rules of a renewal: those for renewals, or else those of the award. */
export const selectRenewalRules = ({
  renewalCreditRules,
  creditRules,
}: Curriculum): CreditRules | undefined => renewalCreditRules ?? creditRules;

/** Whether credits of a type can count for a renewal. */
export const countsForRenewal = (curriculum: Curriculum, creditTypeId: string): boolean =>
  countsType(selectRenewalRules(curriculum), creditTypeId) ||
  requiredRenewalCredits(curriculum).some(
    (required) => required.creditTypeId === creditTypeId && required.credits > 0,
  );
