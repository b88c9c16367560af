// What a run of an import needs from the importer of a kind.
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { UpsertOptions } from '../../../../shared/directory/writing/upsert.ts';
import type { RowResult } from '../../../../shared/import/import-batch.ts';
import type { ReadOptions } from '../../../../shared/import/rows/row-source.ts';
import type { ImportColumn } from '../record/import.ts';
import type { FileRow } from '../record/store.ts';

/** Imports a page of rows, or in a dry run only says what would become of each. */
export type PageImporter = (page: number, write: UpsertOptions) => Promise<readonly RowResult[]>;

/** The rows of a file, and how they are read. */
export interface RowsContext {
  readonly tenant: TenantStore;
  readonly columns: readonly ImportColumn[];
  readonly options: ReadOptions;
  readonly pages: number;
  /** The first page that is not imported yet. */
  readonly from: number;
  /** The day in UTC, as YYYY-MM-DD. */
  readonly today: string;
  readonly loadPage: (page: number) => Promise<readonly FileRow[]>;
}
