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
  readonly proceed: (tenant: TenantStore, run: R) => Promise<void>;
}

/** Continues the runs that are due; one that fails does not block the others. */
export async function continueDueRuns<R extends LeasedRun>(work: DueRuns<R>): Promise<void> {
  const { job, name, runs, now, isInTime, proceed } = work;
  await serveDueTenants({
    job,
    kinds: [runs.dueKind],
    now: now(),
    hasTime: isInTime,
    serve: async (tenant) => {
      let hasFailed = false;
      for (const run of await runs.listDue(tenant, now())) {
        if (!isInTime()) return true;
        await proceed(tenant, run).catch((error: unknown) => {
          hasFailed = true;
          logError(`${name} ${run.id} of ${tenant.code}`, error);
        });
      }
      return hasFailed && 'failed';
    },
  });
}
