// One import of what a source has, by the command or by a data feed: where it writes, and to whom it reports.
import type { TenantStore } from '../../../shared/data/store.ts';
import type { RowProblem } from '../../../shared/import/rows/row-source.ts';
import type { SourceName } from '../source-name.ts';

/** What the rows of a source of legislation are. */
type SourceKind = 'bills' | 'events';

/** Receives the outcome of each row. */
export interface RowReport {
  /** Counts a row that was not refused. */
  count(kind: SourceKind, outcome: 'created' | 'updated' | 'unchanged'): void;
  /** Counts a refused row, with everything that is wrong with it. */
  refuse(kind: SourceKind, row: string, problems: readonly RowProblem[]): void;
  /** Notes values of a row that were left out while the row was taken. */
  leaveOut(kind: SourceKind, row: string, problems: readonly RowProblem[]): void;
}

/** An import under way. */
export interface SourceRun {
  readonly tenant: TenantStore;
  /** What is imported, as its records name it. */
  readonly source: SourceName;
  readonly now: Date;
  readonly dryRun: boolean;
  readonly report: RowReport;
  readonly progress: {
    begin(what: string, total: number): void;
    add(rows: number): void;
    end(): void;
  };
  /** Reports something that concerns the whole source. */
  readonly remark: (sentences: readonly string[]) => void;
}
