// What a person has taken part in and what does not count yet, because it waits for the evaluation of its class.
import type { EvaluationHoldItem } from '../training-record/training-record.ts';
import type { Progress } from './progress.ts';
import { missingCourses, remainingElectives } from './requirements/missing.ts';

/** What waits and would count towards an award: its course or its credits are missing. */
export function selectWaiting(
  holds: readonly EvaluationHoldItem[],
  { requirements, renewal }: Pick<Progress, 'requirements' | 'renewal'>,
): readonly EvaluationHoldItem[] {
  const courses = [...missingCourses(requirements), ...remainingElectives(requirements)];
  const types = [...requirements.credits, ...(renewal?.credits ?? [])]
    .filter(({ missing }) => missing > 0)
    .map(({ creditTypeId }) => creditTypeId);
  return holds.filter(
    ({ courseId, creditTypeIds }) =>
      courses.includes(courseId) || creditTypeIds.some((id) => types.includes(id)),
  );
}

/** What must be done for it to count; empty when nothing waits. */
export const describeWaiting = (waiting: readonly Pick<EvaluationHoldItem, 'className'>[]): string =>
  waiting.map(({ className }) => ` ${className} counts once its evaluation is answered.`).join('');
