// Work that takes longer than a function runs: a worker takes a run for a time (a lease), does some steps, and leaves the
// rest to another call. Whoever is cut off loses the lease, and the run is tried again, until it fails too often.
import {
  type Change,
  type Condition,
  check,
  commit,
  ifSame,
  put,
  remove,
  StaleRead,
} from '../data/changes.ts';
import { type DueKind, formatDueTime } from '../data/due-partition.ts';
import type { Key, Partition, Store, TenantStore } from '../data/store.ts';
import { Failure } from '../errors/failure.ts';
import { logError } from '../log/log.ts';

/** A run: what is under way, and how far it has come. */
export interface LeasedRun {
  readonly id: string;
  /** Another one for each run. */
  readonly runId: string;
  /** The number of consecutive tries without progress. */
  readonly tries: number;
  /** Epoch milliseconds: when the run is due; while a worker has it, when the lease ends. */
  readonly dueAt: number;
  /** The worker that has the run until `dueAt`; absent while none has it. */
  readonly heldBy?: string | undefined;
  readonly version: number;
}

/** The context of a run. */
export interface RunContext {
  /** Real time. */
  readonly now: () => Date;
  readonly newId: () => string;
  /** Whether there is time for another step. */
  readonly isInTime: () => boolean;
}

/** A run that a worker has. */
export interface TakenRun<R extends LeasedRun, S extends Store = TenantStore> {
  /** Where the run is stored: with its tenant, or with the platform. */
  readonly tenant: S;
  run: R;
}

/** This process as a worker: on AWS the function with the stream of its log, elsewhere the process. */
const workerName = (): string => {
  const { AWS_LAMBDA_FUNCTION_NAME: name, AWS_LAMBDA_LOG_STREAM_NAME: log } = process.env;
  return name && log ? `${name} (log stream ${log})` : `process ${process.pid}`;
};

/** How long a worker has a run, in milliseconds: longer than a function runs. */
const LEASE = 90_000;
/** How often a run is tried without progress. */
export const MAX_TRIES = 5;

/** The attributes of a run that no worker has taken yet. */
export const startRun = (now: Date) => ({ tries: 0, dueAt: now.getTime(), version: 1 });

/** Whether a worker may take the run at this moment. */
const isDue = ({ dueAt }: LeasedRun, now: Date): boolean => dueAt <= now.getTime();

/** Whether all tries are used, those that were cut off included. */
export const isExhausted = ({ tries }: Pick<LeasedRun, 'tries'>): boolean => tries >= MAX_TRIES;

/** The delay before the next try in milliseconds: a minute, doubled with each try. */
const retryDelay = ({ tries }: LeasedRun): number => 60_000 * 2 ** Math.max(0, tries - 1);

const leaseRun = <R extends LeasedRun>(run: R, tries: number, now: Date): R => ({
  ...run,
  ...{ tries, dueAt: now.getTime() + LEASE, heldBy: workerName(), version: run.version + 1 },
});

/** The run after some progress, which a worker keeps. */
export const advanceRun = <R extends LeasedRun>(run: R, reached: Partial<R>, now: Date): R =>
  leaseRun({ ...run, ...reached }, 1, now);

/** Commits the progress of a run with some changes. */
export async function advance<R extends LeasedRun, S extends Store>(
  runs: RunStore<R, S>,
  taken: TakenRun<R, S>,
  reached: Partial<R>,
  now: Date,
  changes: readonly Change[] = [],
): Promise<void> {
  const after = advanceRun(taken.run, reached, now);
  await commit([runs.put(taken.tenant, taken.run, after), ...changes]);
  taken.run = after;
}

/** Where the runs of one kind are stored. */
export interface RunStore<R extends LeasedRun, S extends Store = TenantStore> {
  readonly key: (tenant: S, id: string) => Key<R>;
  readonly listDue: (tenant: S, now: Date) => Promise<R[]>;
  /** All runs that are not done, by when they are due: those that a worker has, and those that wait. */
  readonly listOpen: (tenant: S) => Promise<R[]>;
  /** What is due, for the scheduled function that continues the runs of tenants. */
  readonly dueKind: DueKind;
  /** Holds while nobody else has taken or replaced the run. */
  readonly ifUnchanged: (run: R) => Condition;
  /** The commit succeeds only while nobody else has taken or replaced the run. */
  readonly check: (tenant: S, run: R) => Change;
  /** Stores a run: a new one, or one that was read as `before`. */
  readonly put: (tenant: S, before: R | undefined, after: R) => Change;
  readonly remove: (tenant: S, run: R) => Change;
}

/** Stores runs in the partition of what they work on, listed by when they are due. */
export function createRunStore<R extends LeasedRun, S extends Store = TenantStore>(
  partitionName: (id: string) => string,
  listing: string,
): RunStore<R, S> {
  const runsByDueTime = (tenant: S): Partition<R> => tenant.dueListing(listing);
  const key = (tenant: S, id: string): Key<R> => tenant.key(partitionName(id), 'RUN');
  const ifUnchanged = (run: R): Condition => ifSame<LeasedRun>(run, ['runId', 'version']).condition;
  return {
    key,
    ifUnchanged,
    check: (tenant, run) => check(key(tenant, run.id), ifUnchanged(run), 'retry'),
    dueKind: { listing, moment: 'milliseconds' },
    listDue: (tenant, now) => tenant.queryAll(runsByDueTime(tenant), { to: formatDueTime(now.getTime()) }),
    listOpen: (tenant) => tenant.queryAll(runsByDueTime(tenant)),
    put: (tenant, before, after) =>
      put(key(tenant, after.id), after, {
        ...(before && { condition: ifUnchanged(before), onConflict: 'retry' }),
        listed: { listing: runsByDueTime(tenant), sort: formatDueTime(after.dueAt) },
      }),
    remove: (tenant, run) =>
      remove(key(tenant, run.id), { condition: ifUnchanged(run), onConflict: 'retry' }),
  };
}

/** What a worker does with a run that it has taken. */
export interface RunSteps<R extends LeasedRun, T extends TakenRun<R, S>, S extends Store = TenantStore> {
  /** What the run works on, for the log. */
  readonly name: string;
  readonly runs: RunStore<R, S>;
  /** Works as long as there is time: done, more to do, or nothing to do before a delay in milliseconds. */
  readonly work: (taken: T) => Promise<'done' | 'more' | { readonly delay: number }>;
  /** Calls the job again; without it the next scheduled call goes on. */
  readonly callAgain?: () => Change;
  /** Ends the run for a reason that a person reads. */
  readonly fail: (taken: T, reason: string) => Promise<void>;
  /** The reason after the last try. */
  readonly explainLastTry: (run: R) => string;
  /** Whether it goes on however often it was cut off: what it did is stored apart from the run, so it comes to an end. */
  readonly survivesCuts?: boolean;
  /** Errors beside refusals that another try would meet again. */
  readonly isFinal?: (error: unknown) => error is Error;
}

const isRefusal = (error: unknown): error is Failure =>
  error instanceof Failure && error.status < 500 && error.code !== 'CONFLICT';

async function proceed<R extends LeasedRun, T extends TakenRun<R, S>, S extends Store>(
  taken: T,
  steps: RunSteps<R, T, S>,
  now: () => Date,
): Promise<void> {
  const { tenant } = taken;
  const release = (tries: number, delay: number, calls: readonly Change[] = []): Promise<void> => {
    const { run } = taken;
    const free = { tries, dueAt: now().getTime() + delay, heldBy: undefined };
    const after = { ...run, ...free, version: run.version + 1 };
    return commit([steps.runs.put(tenant, run, after), ...calls]);
  };
  try {
    const result = await steps.work(taken);
    if (result === 'more') await release(0, 0, steps.callAgain ? [steps.callAgain()] : []);
    else if (result !== 'done') await release(0, result.delay);
  } catch (error) {
    if (error instanceof StaleRead) throw error;
    if (isRefusal(error) || steps.isFinal?.(error)) return steps.fail(taken, error.message);
    logError(steps.name, error);
    if (!isExhausted(taken.run)) return release(taken.run.tries, retryDelay(taken.run));
    await steps.fail(taken, steps.explainLastTry(taken.run));
  }
}

/** Takes a run and works on it, unless it is not due or another worker has it. */
export async function workOnRun<R extends LeasedRun, T extends TakenRun<R, S>, S extends Store = TenantStore>(
  found: T,
  steps: RunSteps<R, T, S>,
  now: () => Date,
): Promise<void> {
  const { tenant, run } = found;
  if (!isDue(run, now())) return;
  try {
    const taken = { ...found, run: leaseRun(run, run.tries + 1, now()) };
    await commit([steps.runs.put(tenant, run, taken.run)]);
    // The last try was cut off: what ends a process would end the next one too.
    if (isExhausted(run) && !steps.survivesCuts) return await steps.fail(taken, steps.explainLastTry(run));
    await proceed(taken, steps, now);
  } catch (error) {
    // Another worker has taken it, or what it works on was deleted.
    if (!(error instanceof StaleRead)) throw error;
  }
}
