// Continues the exports that are due: cut off or to be tried again.
import { randomUUID } from 'node:crypto';
import { continueDueRuns } from '../../../../shared/jobs/continue-due-runs.ts';
import { createTimeCheck, type RemainingTime } from '../../../../shared/platform/remaining-time.ts';
import { runExport } from '../../exports/run-export.ts';
import { exportRuns } from '../../exports/store.ts';

/** The milliseconds that must be left for another page; the rest is left to the next call. */
const TIME_FOR_STEP = 20_000;

export const handler = async (
  _event?: unknown,
  context?: RemainingTime,
  now: () => Date = () => new Date(),
): Promise<void> => {
  const hasTime = createTimeCheck(context, TIME_FOR_STEP);
  await continueDueRuns({
    ...{ job: 'sweep-exports', name: 'export', runs: exportRuns, now, isInTime: hasTime },
    proceed: (tenant, { id }, isInTime) => runExport(tenant, id, { now, newId: randomUUID, isInTime }),
  });
};
