// Pauses, resumes and cancels broadcasts.

import {
  assertMay,
  type BroadcastItem,
  type BroadcastRunItem,
} from '../../../../shared/broadcasts/broadcast.ts';
import {
  broadcastRuns,
  callForCancelled,
  callJob,
  requireBroadcast,
  saveBroadcast,
} from '../../../../shared/broadcasts/store.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { conflict } from '../../../../shared/errors/failure.ts';
import type { IfMatch } from '../../../../shared/http/etag.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { startRun } from '../../../../shared/jobs/leased-run.ts';
import { loadAndPresent } from './present.ts';

interface SteeringContext {
  readonly tenant: TenantStore;
  readonly params: { readonly id: string };
  readonly now: Date;
  readonly receivedAt: Date;
  readonly newId: () => string;
  readonly ifMatch: IfMatch | undefined;
}

/** How far a run has come. */
const pickProgress = ({ source, after, isCollected, zoneTimes, hasRecipients }: BroadcastRunItem) => ({
  ...{ source, after, isCollected, zoneTimes, hasRecipients },
});

/**
 * Changes the state of a broadcast. The worker that has it sees it before its next page; resuming starts another run, which
 * goes on where the former one was.
 * @throws Failure 404, 409 when its state does not allow it
 */
export async function steer(context: SteeringContext, action: 'pause' | 'resume' | 'cancel') {
  const { tenant, params, now, receivedAt, newId, ifMatch } = context;
  const before = await requireBroadcast(tenant, params.id);
  if (before.seriesId !== undefined)
    throw conflict(`${before.name} is a step of a series; pause, resume or end the series.`);
  assertMay(action, before);
  // With the recipients' clocks it is not sending before the first of them: the worker says so.
  const isDue = before.clock !== 'recipient' && (before.dueDate ?? '') <= receivedAt.toISOString();
  const status =
    action === 'pause' ? 'paused' : action === 'cancel' ? 'cancelled' : isDue ? 'sending' : 'scheduled';
  const { pausedReason: _former, ...rest } = before;
  const after: BroadcastItem = {
    ...rest,
    ...(action === 'resume' && before.reports && { reports: 'tolerated' }),
    ...{ status, version: before.version + 1, modifiedDate: now.toISOString() },
  };
  const former = await tenant.get(broadcastRuns.key(tenant, before.id), { consistent: true });
  const run = {
    ...({
      type: 'broadcast-run',
      id: before.id,
      source: 0,
      isCollected: false,
    } as const),
    ...(former && pickProgress(former)),
    ...startRun(receivedAt),
    ...{ runId: newId(), dueAt: Math.max(Date.parse(before.dueDate ?? ''), receivedAt.getTime()) },
  };
  return write(
    [
      saveBroadcast(tenant, before, after, ifMatch),
      ...(action === 'resume'
        ? [broadcastRuns.put(tenant, former, run), callJob(tenant, before.id, newId())]
        : []),
      ...(action === 'cancel' ? callForCancelled(tenant, former, receivedAt, newId()) : []),
    ],
    ok(await loadAndPresent(tenant, after), { version: after.version, isComposed: true }),
  );
}
