// Continues the broadcasts that are due.
import { randomUUID } from 'node:crypto';
import { broadcastRuns } from '../../../../shared/broadcasts/store.ts';
import { logError } from '../../../../shared/log/log.ts';
import { openMailSender } from '../../../../shared/mail/deliver.ts';
import { createTimeCheck, type RemainingTime } from '../../../../shared/platform/tenant-rounds.ts';
import { iterateTenants } from '../../../../shared/platform/tenants.ts';
import { runBroadcast } from '../../broadcasts/run/run-broadcast.ts';

/** The milliseconds that must be left for a page of mails; the rest is left to the next call. */
const TIME_FOR_PAGE = 20_000;

export const handler = async (
  _event?: unknown,
  context?: RemainingTime,
  now: () => Date = () => new Date(),
): Promise<void> => {
  const isInTime = createTimeCheck(context, TIME_FOR_PAGE);
  const openSender = () => openMailSender(true);
  for await (const tenant of iterateTenants())
    for (const { id } of await broadcastRuns.listDue(tenant, now())) {
      if (!isInTime()) return;
      // A broadcast that fails must not block the others.
      await runBroadcast(tenant, id, { now, newId: randomUUID, isInTime, openSender }).catch(
        (error: unknown) => logError(`broadcast ${id} of ${tenant.code}`, error),
      );
    }
};
