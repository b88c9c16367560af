// The run of an import: what a worker does, and how far it has come.
import type { TableFormat } from '../../../shared/import/table-format.ts';
import type { ImportColumn, ImportItem } from './import.ts';
import { noCounts } from './import.ts';
import type { ImportCounts } from './schemas.ts';

/** What a run does. */
export type RunTask = 'read' | 'check' | 'write';

/** A run. A separate item, so that progress does not change the import. */
export interface ImportRunItem {
  readonly type: 'import-run';
  readonly id: string;
  /** Another one for each run. */
  readonly runId: string;
  readonly task: RunTask;
  /** The number of consecutive tries without progress. */
  readonly tries: number;
  /** Epoch milliseconds: when the run is due; while a worker has it, when the lease ends. */
  readonly dueAt: number;
  readonly version: number;
  /** The pages that are read or written, and the next one of refused rows. */
  readonly page: number;
  readonly refusalPages: number;
  readonly counts: ImportCounts;
  /** Where reading continues. */
  readonly reading?: ReadingState | undefined;
  readonly ttl: number;
}

/** How far the file is read. */
export interface ReadingState {
  readonly format: TableFormat;
  readonly row: number;
  readonly end: number;
  readonly rows: number;
  readonly columns: readonly Omit<ImportColumn, 'field'>[];
}

/** How long a worker has a run, in milliseconds: longer than a function runs. */
const LEASE = 90_000;
const MAX_TRIES = 5;

/** A new run, which is due. */
export const buildRun = (
  { id, ttl }: Pick<ImportItem, 'id' | 'ttl'>,
  task: RunTask,
  runId: string,
  receivedAt: Date,
): ImportRunItem => ({
  ...{ type: 'import-run', id, runId, task, tries: 0, dueAt: receivedAt.getTime() },
  ...{ version: 1, page: 0, refusalPages: 0, counts: noCounts, ttl },
});

/** Whether a worker may take the run at this moment. */
export const isDue = ({ dueAt }: ImportRunItem, now: Date): boolean => dueAt <= now.getTime();

/** Whether all tries are used, those that were cut off included. */
export const isExhausted = ({ tries }: ImportRunItem): boolean => tries >= MAX_TRIES;

/** The run as a worker takes it. */
export const takeRun = (run: ImportRunItem, now: Date): ImportRunItem => ({
  ...run,
  tries: run.tries + 1,
  dueAt: now.getTime() + LEASE,
  version: run.version + 1,
});

/** The run after some progress, which a worker keeps. */
export const advanceRun = (
  run: ImportRunItem,
  reached: Partial<ImportRunItem>,
  now: Date,
): ImportRunItem => ({
  ...run,
  ...reached,
  tries: 1,
  dueAt: now.getTime() + LEASE,
  version: run.version + 1,
});

/** The run as a worker leaves it, to be continued after a delay in milliseconds. */
export const releaseRun = (
  run: ImportRunItem,
  { delay, tries }: { readonly delay: number; readonly tries: number },
  now: Date,
): ImportRunItem => ({
  ...run,
  tries,
  dueAt: now.getTime() + delay,
  version: run.version + 1,
});

/** The delay before the next try in milliseconds: a minute, doubled with each try. */
export const retryDelay = ({ tries }: ImportRunItem): number => 60_000 * 2 ** Math.max(0, tries - 1);
