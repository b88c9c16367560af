// Runs reports when they are requested. sweep-reports continues those that failed or ran out of time.
import type { RemainingTime } from '../../../../shared/platform/remaining-time.ts';
import { listChangedItems } from '../../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../../shared/platform/trigger.ts';
import { minTimeForPart, runReport } from '../../reports/run.ts';
import { reportById } from '../../reports/store.ts';

const reportPartition = /^REPORT#(.+)$/;

export const handler = async (event: ChangeEventInput, context?: RemainingTime): Promise<void> => {
  for (const item of listChangedItems(event)) {
    const id = reportPartition.exec(item.partition)?.[1];
    if (id === undefined) continue;
    if (context && context.getRemainingTimeInMillis() < minTimeForPart) break;
    const state = await reportById(item.tenant, id, { consistent: true });
    // sweep-reports retries a run that was tried before.
    if (state?.run?.version !== 1) continue;
    await runReport(item.tenant, state.run, {
      now: () => new Date(),
      ...(context && { timeLeft: () => context.getRemainingTimeInMillis() }),
    });
  }
};
