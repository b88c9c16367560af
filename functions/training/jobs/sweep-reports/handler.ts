// Continues the reports that are due: cut off, released for lack of time, or to be retried.
import { continueDueRuns } from '../../../../shared/jobs/continue-due-runs.ts';
import { createTimeCheck, type RemainingTime } from '../../../../shared/platform/remaining-time.ts';
import { minTimeForPart, runReport } from '../../reports/run.ts';
import { reportRuns } from '../../reports/store.ts';

export const handler = (_event?: unknown, context?: RemainingTime): Promise<void> => {
  const now = () => new Date();
  const timeLeft = (): number => context?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY;
  return continueDueRuns({
    ...{ job: 'sweep-reports', name: 'report', runs: reportRuns, now },
    isInTime: createTimeCheck(context, minTimeForPart),
    proceed: (tenant, run, isInTime) =>
      runReport(tenant, run, { now, timeLeft: () => (isInTime() ? timeLeft() : 0) }),
  });
};
