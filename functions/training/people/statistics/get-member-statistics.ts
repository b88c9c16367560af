// GET /api/v1/Awards/GetMemberStatistics/{personId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { computeTotals } from '../../records/credits/transcript.ts';
import type { ProgressState } from '../../records/progress/progress.ts';
import { isNotVoided } from '../../records/training-record/credit.ts';
import { fiscalYearContaining } from '../../time/fiscal-year-days.ts';
import { getMemberStatistics } from './contract.ts';
import { loadMemberProgress } from './member-progress.ts';

export const handler = lambda(getMemberStatistics, async (ctx) => {
  const { record, entries, today } = await loadMemberProgress(ctx);
  const { total, byType } = computeTotals(record.credits);
  const courses = record.completions.filter(isNotVoided).map(({ courseId }) => courseId);
  const many = (...states: readonly ProgressState[]): number =>
    entries.filter(({ progress }) => states.includes(progress.state)).length;
  return ok({
    personId: ctx.params.personId,
    totalCredits: total,
    fiscalYearCredits: computeTotals(
      record.credits,
      fiscalYearContaining(today, ctx.settings.fiscalYearStart),
    ).total,
    creditsByType: byType,
    coursesCompleted: new Set(courses).size,
    awardsInProgress: many('InProgress'),
    awardsEarned: many('Earned'),
    awardsAwarded: many('Awarded', 'InGrace'),
    awardsInGrace: many('InGrace'),
    awardsExpired: many('Expired'),
  });
});
