// What the readers of all providers are: each reads the next part of what is new, from the place that a run has reached.
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { RowProblem } from '../../../../shared/import/rows/row-source.ts';
import type { SessionContent } from '../../../../shared/legislature/sessions/session.ts';
import type { RowReport, SourceRun } from '../../sources/source-run.ts';
import type { FeedItem, FeedKind, FeedPosition, FeedUnit } from '../record/feed.ts';
import type { ProviderClient } from './client.ts';

/** What a reader works with. */
export interface ReaderContext {
  readonly tenant: TenantStore;
  readonly feed: FeedItem;
  readonly client: ProviderClient;
  readonly now: () => Date;
  /** Whether the tenant tracks bills of a session that are not decided. */
  readonly hasPendingBills: (session: SessionContent) => Promise<boolean>;
  /** Whether there is time for another record. */
  readonly isInTime: () => boolean;
}

/** A session all of whose bills the run has looked at by now. */
export interface ReadSession {
  readonly session: SessionContent;
  /** The numbers of all its bills, as they are stored; absent where the provider gave only those that changed. */
  readonly billNumbers?: readonly string[] | undefined;
  /** Whether the provider no longer updates it. */
  readonly isArchived?: boolean | undefined;
}

/** Where a run is after a part; `position` is undefined when all is read. */
export interface ReadPart {
  readonly position: FeedPosition | undefined;
  /** What is committed with the place: the marks of what was imported. */
  readonly changes: readonly Change[];
  readonly sessions?: readonly ReadSession[];
}

/** The session of a unit that is read to its end. */
export const leaveSession = (
  { session, isArchived }: FeedUnit,
  billNumbers?: readonly string[],
): readonly ReadSession[] => (session ? [{ session, isArchived, billNumbers }] : []);

/** Receives the outcome of each row of a feed, which also reads texts. */
export interface FeedReport extends RowReport {
  count(kind: FeedKind, outcome: 'created' | 'updated' | 'unchanged'): void;
  refuse(kind: FeedKind, row: string, problems: readonly RowProblem[]): void;
}

/** A run of a feed under way. */
export interface FeedRun extends SourceRun {
  readonly report: FeedReport;
  /** Says what the feed lacks although the run has read everything else: a part of its reason and of the feed's health. */
  readonly warn: (sentence: string) => void;
}

/** Reads and imports the next part. It may keep what it has loaded for the parts after it. */
export interface FeedReader {
  readNext(position: FeedPosition, run: FeedRun): Promise<ReadPart>;
  /** The place after the one row that can't be read; undefined where the rest of the unit can't be read either. */
  skipRow?(position: FeedPosition): FeedPosition | undefined;
}

/** Counts rows that were not read again because the provider says that they are as they were. */
export const countUnchanged = (run: SourceRun, rows: number, kind: 'bills' | 'events' = 'bills'): void => {
  for (let index = 0; index < rows; index += 1) run.report.count(kind, 'unchanged');
};
