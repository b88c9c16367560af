// Which of a course's statements complete it (cmi5 13.1.4).
import type { ExternalEvidence } from '../../records/training-record/training-record.ts';
import type { EnrollmentItem, MetCriteria, StatementItem } from './enrollment.ts';
import type { MoveOn } from './external-course.ts';
import { verbs } from './statement.ts';
import type { Statement } from './statement-schemas.ts';

/** Whether what was reported completes the course. */
export function isSatisfied(moveOn: MoveOn, { completed, passed }: MetCriteria): boolean {
  switch (moveOn) {
    case 'Passed':
      return passed !== undefined;
    case 'Completed':
      return completed !== undefined;
    case 'CompletedAndPassed':
      return completed !== undefined && passed !== undefined;
    case 'CompletedOrPassed':
      return completed !== undefined || passed !== undefined;
    case 'NotApplicable':
      return true;
  }
}

/** The statements by which the criteria are met, the first of each. */
export function listEvidence(moveOn: MoveOn, { completed, passed }: MetCriteria): ExternalEvidence[] {
  const counts = { completed: moveOn !== 'Passed', passed: moveOn !== 'Completed' };
  const met = [
    ...(counts.completed && completed ? [completed] : []),
    ...(counts.passed && passed ? [passed] : []),
  ];
  // A score of LTI may meet both.
  return met.filter(
    ({ statementId }, index) => met.findIndex((other) => other.statementId === statementId) === index,
  );
}

/**
 * Which criterion a statement about the activity meets. A course that follows no profile may say in the result that it was not
 * completed or passed after all, or report a score below what is needed.
 */
export function findCriterion(
  { verb, result }: Pick<Statement, 'verb' | 'result'>,
  masteryScore: number | undefined,
): keyof MetCriteria | undefined {
  if (verb.id === verbs.completed) return result?.completion === false ? undefined : 'completed';
  if (verb.id !== verbs.passed || result?.success === false) return undefined;
  const scaled = result?.score?.scaled;
  return scaled !== undefined && masteryScore !== undefined && scaled < masteryScore ? undefined : 'passed';
}

/** A statement as the evidence of a completion. */
export const buildEvidence = (
  { id, terms }: Pick<EnrollmentItem, 'id' | 'terms'>,
  item: StatementItem,
  result: Statement['result'],
): ExternalEvidence => ({
  standard: terms.standard,
  statementId: item.id,
  verb: item.verb,
  ...(result?.score && { score: result.score }),
  timestamp: item.timestamp,
  receivedDate: item.storedDate,
  activityId: terms.activityId,
  registration: id,
});
