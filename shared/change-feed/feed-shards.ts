// How many listings the changes of a tenant are spread over. One is enough for nearly all tenants; DynamoDB takes about
// 1,000 writes a second into one partition, and a key that rises with time can't be split
// (Amazon DynamoDB Developer Guide, "Designing partition keys to distribute your workload").
import { createHash } from 'node:crypto';

/** From a moment on (epoch milliseconds), changes are spread over this many listings. */
export interface FeedWidth {
  readonly from: number;
  readonly shards: number;
}

/** The numbers of listings of a tenant, from one that hardly changes anything to one that imports a whole state. */
const widths = [1, 4, 16] as const;

/**
 * The changes of a tenant in one second, as one reader of the stream sees them, from which its feed gets wider. A stream of
 * several shards has a reader for each, so the tenant may have several times as many.
 */
export const busyChangesPerSecond = 200;

/** How long a feed stays wide after the last busy second, in milliseconds. */
const wideFor = 3_600_000;

/** By how much the clocks of two functions may differ, and how long one may write by a width that it read earlier. */
const overlap = 60_000;

/** How many widths are stored; of older ones the larger one counts. */
const maxWidths = 20;

const lastShards = (history: readonly FeedWidth[]): number => history.at(-1)?.shards ?? 1;

/** The widths after another one. */
function addWidth(history: readonly FeedWidth[], next: FeedWidth): readonly FeedWidth[] {
  const all = [...history, next];
  const [first, second, ...rest] = all;
  if (all.length <= maxWidths || !first || !second) return all;
  return [{ from: first.from, shards: Math.max(first.shards, second.shards) }, ...rest];
}

/**
 * The widths of a feed after a batch with so many changes in its busiest second: the same object when nothing changes. A busy
 * feed gets wider at once, and narrow again when an hour was quiet.
 */
export function adjustWidths(
  history: readonly FeedWidth[],
  changesPerSecond: number,
  now: number,
): readonly FeedWidth[] {
  const shards = lastShards(history);
  const since = history.at(-1)?.from ?? 0;
  const isBusy = changesPerSecond >= busyChangesPerSecond * Math.sqrt(shards);
  const wider = widths.find((width) => width > shards);
  if (isBusy && wider !== undefined) return addWidth(history, { from: now, shards: wider });
  const isQuiet = changesPerSecond < busyChangesPerSecond && now - since > wideFor;
  return shards > 1 && isQuiet ? addWidth(history, { from: now, shards: 1 }) : history;
}

/** The listing that a change belongs to, by its id. */
export function chooseShard(history: readonly FeedWidth[], id: string): number {
  const shards = lastShards(history);
  return shards === 1 ? 0 : createHash('sha256').update(id).digest().readUInt32BE(0) % shards;
}

/** How many listings changes that were appended between two moments are in. */
export function countShards(history: readonly FeedWidth[], from: number, to: number): number {
  const used = history.filter(({ from: begin }, index) => {
    const end = history[index + 1]?.from ?? Number.POSITIVE_INFINITY;
    return begin - overlap <= to && end + overlap >= from;
  });
  return Math.max(1, ...used.map(({ shards }) => shards));
}
