// What an award asks for, held against what somebody has: courses, credits by type, and what is missing.

import type { CourseCredit } from '../../courses/course.ts';
import type { Curriculum } from '../../courses/curriculum.ts';
import { isNotVoided, isWithinPeriod, sumCredits, toHundredths } from '../credits/credit.ts';
import type { CompletionItem, CreditItem } from '../training-record.ts';

/** What somebody has. */
export interface Evidence {
  readonly credits: readonly Pick<CreditItem, 'creditTypeId' | 'credits' | 'earnedDate' | 'voidedDate'>[];
  readonly completions: readonly Pick<CompletionItem, 'courseId' | 'completedDate' | 'voidedDate'>[];
}

/** The days within which credits count, both included; no credits count without a first day. */
export interface CreditWindow {
  readonly startDate: string | undefined;
  readonly endDate?: string | undefined;
}

/** Credits of a type that are asked for, and how many there are. */
export interface CreditRequirement {
  readonly creditTypeId: string;
  readonly needed: number;
  readonly earned: number;
  /** What lacks to `needed`; 0 when all is there. */
  readonly missing: number;
}

/** A course that is asked for, and the day it was first completed. */
export interface CourseRequirement {
  readonly courseId: string;
  readonly isElective: boolean;
  readonly completedDate?: string | undefined;
}

/** What is asked for and what is there. */
export interface Requirements {
  readonly courses: readonly CourseRequirement[];
  readonly electivesNeeded: number;
  readonly electivesMissing: number;
  readonly credits: readonly CreditRequirement[];
  /** 0 to 100, whole; 100 only when nothing is missing. */
  readonly percent: number;
  readonly isComplete: boolean;
}

/** An award without a curriculum asks for nothing: whoever awards it decides. */
export const emptyCurriculum: Curriculum = {
  requiredCourseIds: [],
  electiveCourseIds: [],
  electivesNeeded: 0,
  minimumCredits: [],
};

/**
 * Credits by type within a window: the CE rule (docs/interface/training.md#credits). A credit counts only if it was
 * earned between the registration for the certification and the end of grace, or the expiry where there is no grace.
 */
export function evaluateCredits(
  asked: readonly CourseCredit[],
  evidence: Evidence,
  window: CreditWindow,
): CreditRequirement[] {
  const counting =
    window.startDate === undefined
      ? []
      : evidence.credits.filter((credit) => isNotVoided(credit) && isWithinPeriod(credit.earnedDate, window));
  return asked
    .filter(({ credits }) => credits > 0)
    .map(({ creditTypeId, credits: needed }) => {
      const earned = sumCredits(
        counting.filter((credit) => credit.creditTypeId === creditTypeId).map(({ credits }) => credits),
      );
      return { creditTypeId, needed, earned, missing: Math.max(0, sumCredits([needed, -earned])) };
    });
}

/** The day a course was first completed, whenever that was: a course counts even if it was completed long before. */
const firstCompletionDay = (evidence: Evidence, courseId: string): string | undefined =>
  evidence.completions
    .filter((completion) => isNotVoided(completion) && completion.courseId === courseId)
    .map(({ completedDate }) => completedDate)
    .sort()[0];

/** How much of the credits asked for is there, from 0 to 1, to the hundredth of a credit. */
const fulfilledShare = ({ needed, missing }: CreditRequirement): number =>
  1 - toHundredths(missing) / Math.max(1, toHundredths(needed));

/** Everything a curriculum asks for, held against what somebody has. Each course and each type of credit weighs the same. */
export function evaluateRequirements(
  curriculum: Curriculum,
  evidence: Evidence,
  window: CreditWindow,
): Requirements {
  const { requiredCourseIds, electiveCourseIds, minimumCredits } = curriculum;
  const asked = (courseId: string, isElective: boolean): CourseRequirement => ({
    courseId,
    isElective,
    completedDate: firstCompletionDay(evidence, courseId),
  });
  const required = requiredCourseIds.map((id) => asked(id, false));
  const electives = electiveCourseIds.map((id) => asked(id, true));
  const electivesNeeded = Math.min(curriculum.electivesNeeded, electives.length);
  const isDone = ({ completedDate }: CourseRequirement): boolean => completedDate !== undefined;
  const electivesMissing = Math.max(0, electivesNeeded - electives.filter(isDone).length);
  const credits = evaluateCredits(minimumCredits, evidence, window);
  const isComplete =
    required.every(isDone) && electivesMissing === 0 && credits.every(({ missing }) => missing === 0);
  const parts = required.length + electivesNeeded + credits.length;
  const done =
    required.filter(isDone).length +
    (electivesNeeded - electivesMissing) +
    credits.reduce((sum, one) => sum + fulfilledShare(one), 0);
  return {
    courses: [...required, ...electives],
    electivesNeeded,
    electivesMissing,
    credits,
    percent: isComplete ? 100 : Math.min(99, Math.floor((100 * done) / parts)),
    isComplete,
  };
}

/** What a renewal asks for: credits alone, those of a renewal where the curriculum has some, else those it was earned by. */
export const requiredRenewalCredits = ({
  renewalCredits,
  minimumCredits,
}: Curriculum): readonly CourseCredit[] => renewalCredits ?? minimumCredits;
