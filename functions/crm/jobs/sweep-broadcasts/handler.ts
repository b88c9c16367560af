// Continues the broadcasts that are due, and counts of audiences that were cut off.
import { randomUUID } from 'node:crypto';
import { broadcastRuns } from '../../../../shared/broadcasts/store.ts';
import { continueDueRuns } from '../../../../shared/jobs/continue-due-runs.ts';
import { openMailSender } from '../../../../shared/mail/deliver.ts';
import { createTimeCheck, type RemainingTime } from '../../../../shared/platform/remaining-time.ts';
import { runCount } from '../../communication/broadcasts/audience-count/run-count.ts';
import { audienceRuns } from '../../communication/broadcasts/audience-count/store.ts';
import { runBroadcast } from '../../communication/broadcasts/run/run-broadcast.ts';

/** The milliseconds that must be left for a page of mails; the rest is left to the next call. */
const TIME_FOR_PAGE = 20_000;

export const handler = async (
  _event?: unknown,
  context?: RemainingTime,
  now: () => Date = () => new Date(),
): Promise<void> => {
  const hasTime = createTimeCheck(context, TIME_FOR_PAGE);
  const openSender = () => openMailSender(true);
  await continueDueRuns({
    ...{ job: 'sweep-broadcasts', name: 'broadcast', runs: broadcastRuns, now, isInTime: hasTime },
    proceed: (tenant, { id }, isInTime) =>
      runBroadcast(tenant, id, { now, newId: randomUUID, isInTime, openSender }),
  });
  await continueDueRuns({
    ...{ job: 'sweep-broadcasts', name: 'audience', runs: audienceRuns, now, isInTime: hasTime },
    proceed: (tenant, { id }, isInTime) => runCount(tenant, id, { now, newId: randomUUID, isInTime }),
  });
};
