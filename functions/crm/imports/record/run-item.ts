// The run of an import: what a worker does, and how far it has come.

import type { TableFormat } from '../../../../shared/import/tables/table-format.ts';
import { type LeasedRun, startRun } from '../../../../shared/jobs/leased-run.ts';
import type { ImportColumn, ImportItem } from './import.ts';
import { noCounts } from './import.ts';
import type { ImportCounts } from './schemas.ts';

/** What a run does. */
export type RunTask = 'read' | 'check' | 'write';

/** A run. A separate item, so that progress does not change the import. */
export interface ImportRunItem extends LeasedRun {
  readonly type: 'import-run';
  readonly task: RunTask;
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
  /** The rows above the headings. */
  readonly titles?: readonly (readonly string[])[];
}

/** A new run, which is due. */
export const buildRun = (
  { id, ttl }: Pick<ImportItem, 'id' | 'ttl'>,
  task: RunTask,
  runId: string,
  receivedAt: Date,
): ImportRunItem => ({
  ...{ type: 'import-run', id, runId, task, page: 0, refusalPages: 0, counts: noCounts, ttl },
  ...startRun(receivedAt),
});
