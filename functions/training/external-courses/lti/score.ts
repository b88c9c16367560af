// What a score says of the course (AGS 2.0, 3.4).
import type { ExternalEvidence } from '../../records/training-record/training-record.ts';
import type { EnrollmentItem, MetCriteria } from '../record/enrollment.ts';
import type { Score } from './contract.ts';

/** Parts of a score are compared to this exactness: 8.1 of 9 is 0.9. */
const exactness = 1e-9;

/** The part of the maximum, at most 1: a score may be above its maximum (AGS 2.0, 3.4.4). */
export const scaleScore = ({
  scoreGiven,
  scoreMaximum,
}: Pick<Score, 'scoreGiven' | 'scoreMaximum'>): number | undefined =>
  typeof scoreGiven === 'number' && scoreMaximum ? Math.min(1, scoreGiven / scoreMaximum) : undefined;

/** Whether the tool has nothing to add: the person has completed the activity, and the grade is final. */
const isFinal = ({ activityProgress, gradingProgress }: Score): boolean =>
  activityProgress === 'Completed' && gradingProgress === 'FullyGraded';

/** The criteria that are met with a score. @param evidence the score as evidence of them */
export function applyScore(
  { met, terms }: Pick<EnrollmentItem, 'met' | 'terms'>,
  score: Score,
  evidence: ExternalEvidence,
): MetCriteria {
  if (!isFinal(score)) return met;
  const scaled = scaleScore(score);
  const isPassed = scaled !== undefined && scaled + exactness >= (terms.masteryScore ?? 0);
  return { completed: evidence, ...(isPassed && { passed: evidence }), ...met };
}
