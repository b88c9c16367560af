// How many people get a broadcast: the audience counted before it is sent, by outcome and reason
// (docs/interface/communication.md#how-many-get-it).
import type { BroadcastItem } from '../../../../../shared/broadcasts/broadcast.ts';
import type { LeasedRun } from '../../../../../shared/jobs/leased-run.ts';
import type { SampledPerson } from './sample.ts';

/**
 * A count of the audience.
 *
 * | from                 | event                                            | to      |
 * |----------------------|--------------------------------------------------|---------|
 * | (none), done, failed | requested                                        | running |
 * | running              | the whole audience is counted                    | done    |
 * | running              | all tries were used, or a list no longer exists  | failed  |
 */
export interface AudienceCountItem {
  readonly type: 'broadcast-audience';
  readonly id: string;
  /** The run that counts. */
  readonly runId: string;
  readonly status: 'running' | 'done' | 'failed';
  /** The version of the broadcast when the count was requested. */
  readonly version: number;
  readonly startedDate: string;
  readonly finishedDate?: string | undefined;
  /** Why it failed. */
  readonly failure?: string | undefined;
  /** The broadcast of the same kind that was sent last. */
  readonly formerId?: string | undefined;
  readonly counts?: AudienceCounts | undefined;
  /** Epoch seconds. */
  readonly ttl: number;
}

/** What was counted. */
interface AudienceCounts {
  /** All people in the audience, once each. */
  readonly people: number;
  /** Who gets it, and who of them did not get the former one. */
  readonly receive: number;
  readonly added: number;
  /** Who does not get it, by reason. */
  readonly reasons: Readonly<Record<string, number>>;
  /** Who got the former one and does not get this one, by reason. */
  readonly gone: Readonly<Record<string, number>>;
  /** Missing in what an earlier version counted. */
  readonly sample?: readonly SampledPerson[] | undefined;
}

export const emptyCounts: AudienceCounts = {
  ...{ people: 0, receive: 0, added: 0, reasons: {}, gone: {}, sample: [] },
};

/** How far a count has come. */
export interface AudienceRunItem extends LeasedRun {
  readonly type: 'broadcast-audience-run';
  /** The audience is counted first, then who got the former broadcast. */
  readonly phase: 'audience' | 'former';
  readonly source: number;
  readonly after?: string | undefined;
  readonly counts: AudienceCounts;
}

/** One more for each of some reasons. */
export function addReasons(
  before: Readonly<Record<string, number>>,
  reasons: readonly string[],
): Readonly<Record<string, number>> {
  const sum = { ...before };
  for (const reason of reasons) sum[reason] = (sum[reason] ?? 0) + 1;
  return sum;
}

const describeSources = ({ listIds, groupIds = [], filterBody, followUp }: BroadcastItem): string =>
  JSON.stringify([listIds.toSorted(), groupIds.toSorted(), filterBody ?? null, followUp ?? null]);

/** Whether two broadcasts are of the same kind: they have the same topic or, without one, the same lists, groups and filter. */
export const isSameKind = (a: BroadcastItem, b: BroadcastItem): boolean =>
  a.topicId === b.topicId && (a.topicId !== undefined || describeSources(a) === describeSources(b));
