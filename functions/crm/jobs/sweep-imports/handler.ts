// Continues the imports that are due: cut off, waiting, or to be tried again.
import { randomUUID } from 'node:crypto';
import { continueDueRuns } from '../../../../shared/jobs/continue-due-runs.ts';
import { createTimeCheck, type RemainingTime } from '../../../../shared/platform/remaining-time.ts';
import { importRuns } from '../../imports/record/store.ts';
import { runImport } from '../../imports/run-import.ts';

/** The milliseconds that must be left for another page; the rest is left to the next call. */
const TIME_FOR_STEP = 15_000;

export const handler = async (
  _event?: unknown,
  context?: RemainingTime,
  now: () => Date = () => new Date(),
): Promise<void> => {
  const hasTime = createTimeCheck(context, TIME_FOR_STEP);
  await continueDueRuns({
    ...{ job: 'sweep-imports', name: 'import', runs: importRuns, now, isInTime: hasTime },
    proceed: (tenant, { id }, isInTime) => runImport(tenant, id, { now, newId: randomUUID, isInTime }),
  });
};
