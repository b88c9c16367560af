// A data feed: where a tenant's legislation comes from, when it is read, and what its runs did
// (docs/interface/billtracking.md#data-feeds).
import type { VersionedRecord } from '../../../../shared/data/versioned-record.ts';
import type { RowProblem } from '../../../../shared/import/rows/row-source.ts';
import type { LeasedRun } from '../../../../shared/jobs/leased-run.ts';
import type { SessionContent } from '../../../../shared/legislature/sessions/session.ts';
import type { DigestSchedule } from '../../../../shared/subscriptions/subscription.ts';

/** What a feed reads: an API bill by bill, or whole data sets. */
export const feedProviders = [
  'OPEN_STATES_API',
  'OPEN_STATES_BULK',
  'LEGISCAN_API',
  'LEGISCAN_DATASET',
  'CONGRESS_GOV',
] as const;
export type FeedProvider = (typeof feedProviders)[number];

/** The most feeds of a tenant. */
export const MAX_FEEDS = 20;

/** How many requests a key allows, where it is not a free one. */
export interface RequestLimits {
  readonly perMinute?: number | undefined;
  readonly perHour?: number | undefined;
  readonly perDay?: number | undefined;
  /** Within 30 days. */
  readonly perMonth?: number | undefined;
}

/** The requests within each limit since a moment (epoch milliseconds). */
export interface QuotaItem {
  readonly type: 'data-feed-quota';
  readonly uses: readonly {
    /** Which limit it is. */
    readonly seconds?: number | undefined;
    readonly since: number;
    readonly used: number;
  }[];
  readonly version: number;
}

/** What users decide about a feed. */
export interface FeedContent {
  readonly name: string;
  readonly provider: FeedProvider;
  /** FIPS codes; 0 is the Congress of the United States. */
  readonly stateIds: readonly number[];
  /** The sessions as the provider names them; the current ones when there is none. */
  readonly sessions: readonly string[];
  readonly schedule: DigestSchedule;
  readonly isPaused: boolean;
  /** Absent with a free key: then all feeds of the tenant at the provider are counted together. */
  readonly requestLimits?: RequestLimits | undefined;
  /** LegiScan: whether the bills that the key's account monitors are read too. */
  readonly readsMonitorList?: boolean | undefined;
}

export const feedHealthStates = ['OK', 'SILENT', 'EMPTY', 'REFUSING', 'FAILING', 'UNREAD'] as const;

/** The health of a feed, from the run on that changed it. */
export interface FeedHealth {
  readonly state: (typeof feedHealthStates)[number];
  /** ISO 8601. */
  readonly since: string;
  /** What is wrong, for people; absent when nothing is. */
  readonly reason?: string | undefined;
  /** Of a silent feed: the states of which nothing new has come. */
  readonly stateIds?: readonly number[] | undefined;
}

/** A feed as stored. Its key is encrypted for this feed only, and nobody reads it but the job. */
export interface FeedItem extends FeedContent, VersionedRecord {
  readonly type: 'data-feed';
  readonly id: string;
  readonly sealedKey?: string | undefined;
  readonly keySetDate?: string | undefined;
  /** Absent while nothing has been wrong. */
  readonly health?: FeedHealth | undefined;
}

/** How many rows had each outcome. */
export interface FeedCounts {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly leftOut: number;
}

export const noCounts: FeedCounts = { created: 0, changed: 0, unchanged: 0, refused: 0, leftOut: 0 };

/** Why a run began. */
export type FeedTrigger = 'SCHEDULE' | 'REQUEST';

/** What a run of a feed has done so far. */
export interface FeedProgress {
  readonly id: string;
  readonly trigger: FeedTrigger;
  readonly startedDate: string;
  readonly requests: number;
  readonly bills: FeedCounts;
  readonly events: FeedCounts;
  /** Texts of tracked bills; absent before the first of them. */
  readonly texts?: FeedCounts | undefined;
  readonly remarks: readonly string[];
  /** What the feed lacks although everything else was read; absent until something is. */
  readonly warnings?: readonly string[] | undefined;
  /** The pages of its refusals. */
  readonly refusalPages: number;
  /** The first refused rows, each with its first problem; absent until one is refused. */
  readonly refusedRows?: readonly string[] | undefined;
  /** The states of which something new or changed came; absent until something does. */
  readonly newsOf?: readonly number[] | undefined;
}

/** What the rows of a feed are. */
export type FeedKind = 'bills' | 'events' | 'texts';

/** What is read as a whole: the bills of a session, the events of a state, an archive, the texts of tracked bills. */
export interface FeedUnit {
  readonly id: string;
  readonly stateId: number;
  readonly kind: FeedKind;
  readonly name?: string | undefined;
  /** What the provider says of its content: equal text, equal content. */
  readonly hash?: string | undefined;
  /** Where the archive is, or the parameters of its request. */
  readonly access?: string | undefined;
  /** Whether the provider no longer updates it, and it is read for the last time. */
  readonly isArchived?: boolean | undefined;
  /** The session whose bills it has, as the provider names it. */
  readonly session?: SessionContent | undefined;
}

/** The place that a run has reached; without units at the beginning. */
export interface FeedPosition {
  /** What is left to read, first what is being read. */
  readonly units?: readonly FeedUnit[];
  /** The place within it: a page or an entry. */
  readonly at?: number | undefined;
  /** The length of its archive, once that is stored. */
  readonly archiveBytes?: number | undefined;
  /** The moment of the last record that was read, by the provider's clock, and those of that moment. */
  readonly since?: string | undefined;
  readonly seen?: readonly string[] | undefined;
  /** Around a row that the provider can't give: how many rows are asked for at once, how many of them are left, and skipped ones. */
  readonly around?: { readonly size: number; readonly left: number; readonly skipped: number } | undefined;
  /** How many bills of the page were imported; the others of it are unchanged. */
  readonly imported?: number | undefined;
  /** The rows that the provider refused in this run, which are asked for again by the next one. */
  readonly refused?: readonly string[] | undefined;
}

/**
 * The run of a feed. It stays while the feed is not paused, due at its next time.
 *
 * | task    | event                        | next                                    |
 * |---------|------------------------------|-----------------------------------------|
 * | wait    | the time has come, or a request | read                                 |
 * | read    | the provider's limit is reached | read, due when the limit allows more |
 * | read    | all is read, or it can't go on  | wait; no run when the feed is paused |
 * | any     | the feed is deleted          | remove, until nothing is left           |
 */
export interface FeedRunItem extends LeasedRun {
  readonly type: 'data-feed-run';
  readonly task: 'wait' | 'read' | 'remove';
  readonly progress?: FeedProgress | undefined;
  readonly position?: FeedPosition | undefined;
}

/** `DONE_WITH_REFUSALS`: all but the refused rows were read. `EMPTY`: it ended, and the provider had nothing that the feed reads. */
export const feedRunStatuses = ['RUNNING', 'DONE', 'DONE_WITH_REFUSALS', 'EMPTY', 'FAILED'] as const;
export type FeedRunStatus = (typeof feedRunStatuses)[number];

/** A run in the log: under way, or how it ended. */
export interface FeedLogItem extends FeedProgress {
  readonly type: 'data-feed-log';
  readonly feedId: string;
  readonly status: FeedRunStatus;
  readonly endedDate?: string | undefined;
  readonly reason?: string | undefined;
  /** When the last run ended that brought something new or changed, this one included. */
  readonly lastBroughtDate?: string | undefined;
  /** Since when nothing new has come, by state; absent before the feed was first read. */
  readonly quietSince?: Readonly<Record<string, string>> | undefined;
  readonly ttl: number;
}

/** One problem of one row. `isLeftOut`: the row was taken without this value. */
export interface FeedRefusal extends RowProblem {
  readonly kind: FeedKind;
  readonly row: string;
  readonly isLeftOut: boolean;
}
