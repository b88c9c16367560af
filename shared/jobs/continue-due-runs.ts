// What scheduled functions do with runs: they continue those that are due, of all tenants.
import type { TenantStore } from '../data/store.ts';
import { logError } from '../log/log.ts';
import { serveDueTenants } from '../platform/due-tenants.ts';
import type { LeasedRun, RunStore } from './leased-run.ts';

/** Which runs are continued, and how. */
interface DueRuns<R extends LeasedRun> {
  /** The scheduled function, for the log. */
  readonly job: string;
  /** What a run works on, for the log. */
  readonly name: string;
  readonly runs: RunStore<R>;
  readonly now: () => Date;
  readonly isInTime: () => boolean;
  /** Works on a run as long as its turn has time. */
  readonly proceed: (tenant: TenantStore, run: R, isInTime: () => boolean) => Promise<void>;
}

/**
 * Continues the runs that are due; one that fails does not block the others. A run that is listed as it was when it was
 * continued, because what it works on is gone or the index is behind, is left to the next call.
 */
export async function continueDueRuns<R extends LeasedRun>(work: DueRuns<R>): Promise<void> {
  const { job, name, runs, now, isInTime, proceed } = work;
  const continued = new Set<string>();
  await serveDueTenants({
    job,
    kinds: [runs.dueKind],
    now: now(),
    hasTime: isInTime,
    serve: async (tenant, { hasTime, beginRun, isOver }) => {
      let hasFailed = false;
      for (const run of await runs.listDue(tenant, now())) {
        const state = `${tenant.code} ${run.id} ${run.runId} ${run.version}`;
        if (continued.has(state)) continue;
        if (!hasTime()) return true;
        continued.add(state);
        await proceed(tenant, run, beginRun()).catch((error: unknown) => {
          hasFailed = true;
          logError(`${name} ${run.id} of ${tenant.code}`, error);
        });
      }
      // A run whose turn was over is due again at once.
      return hasFailed ? 'failed' : isOver();
    },
  });
}
