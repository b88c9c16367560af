// What the readers of all providers are: each reads the next part of what is new, from the place that a run has reached.
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { SourceRun } from '../../sources/source-run.ts';
import type { FeedItem, FeedPosition } from '../record/feed.ts';
import type { ProviderClient } from './client.ts';

/** What a reader works with. */
export interface ReaderContext {
  readonly tenant: TenantStore;
  readonly feed: FeedItem;
  readonly client: ProviderClient;
  readonly now: () => Date;
  /** Whether there is time for another record. */
  readonly isInTime: () => boolean;
}

/** Where a run is after a part; `position` is undefined when all is read. */
export interface ReadPart {
  readonly position: FeedPosition | undefined;
  /** What is committed with the place: the marks of what was imported. */
  readonly changes: readonly Change[];
}

/** Reads and imports the next part. It may keep what it has loaded for the parts after it. */
export interface FeedReader {
  readNext(position: FeedPosition, run: SourceRun): Promise<ReadPart>;
}

/** Counts rows that were not read again because the provider says that they are as they were. */
export const countUnchanged = (run: SourceRun, rows: number, kind: 'bills' | 'events' = 'bills'): void => {
  for (let index = 0; index < rows; index += 1) run.report.count(kind, 'unchanged');
};
