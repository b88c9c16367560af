// What a load on the push channel shows: whether every change reached every connection, in the order of the feed, and
// how late.
import { formatTable } from '../bench/markdown-table.ts';
import type { Memory } from './under-load.ts';

/** What one connection received. */
export interface ReceivedChanges {
  /** The records of the changes, in the order in which the changes came first. */
  readonly subjects: readonly string[];
  /** When each came first, in milliseconds of the same clock as the writes. */
  readonly times: readonly number[];
  /** Changes that came again. */
  readonly repeats: number;
  /** How often the feed had to be read instead. */
  readonly resyncs: number;
  /** How often the connection broke and was opened again, from the last change on. */
  readonly reconnects: number;
}

/** A load on the push channel. */
export interface PushLoad {
  readonly changesPerSecond: number;
  /** The records that were written, in the order of the change feed. */
  readonly feed: readonly string[];
  /** When the reply to each write came, in milliseconds. */
  readonly writtenAt: ReadonlyMap<string, number>;
  readonly received: readonly ReceivedChanges[];
  /** Of the platform: before anybody connected, with all connections, after the load. */
  readonly memory: readonly [Memory, Memory, Memory];
}

/** What came of it. */
export interface PushResult {
  readonly connections: number;
  readonly changes: number;
  /** Changes that a connection did not get, over all connections. */
  readonly missing: number;
  /** Changes that came before one that the feed has earlier, over all connections. */
  readonly outOfOrder: number;
  readonly repeats: number;
  readonly resyncs: number;
  readonly reconnects: number;
  /** Milliseconds from the reply to a write until a connection has its change. */
  readonly delay: { readonly p50: number; readonly p99: number; readonly most: number };
}

/** The value that so many of a hundred do not exceed (nearest rank); 0 of none. */
function computePercentile(values: readonly number[], percent: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;
}

/** How many of the subjects stand behind one that comes later in the feed. */
function countOutOfOrder(subjects: readonly string[], places: ReadonlyMap<string, number>): number {
  let latest = -1;
  let count = 0;
  for (const subject of subjects) {
    const place = places.get(subject) ?? -1;
    if (place < latest) count += 1;
    latest = Math.max(latest, place);
  }
  return count;
}

/** Compares what the connections received with the feed. */
export function evaluatePushLoad({ feed, writtenAt, received }: PushLoad): PushResult {
  const places = new Map(feed.map((subject, place) => [subject, place]));
  const sum = (count: (each: ReceivedChanges) => number) =>
    received.reduce((total, each) => total + count(each), 0);
  const delays = received.flatMap(({ subjects, times }) =>
    subjects.map((subject, index) => Math.max(0, (times[index] ?? 0) - (writtenAt.get(subject) ?? 0))),
  );
  return {
    connections: received.length,
    changes: feed.length,
    missing: sum(({ subjects }) => feed.length - subjects.filter((subject) => places.has(subject)).length),
    outOfOrder: sum(({ subjects }) => countOutOfOrder(subjects, places)),
    repeats: sum(({ repeats }) => repeats),
    resyncs: sum(({ resyncs }) => resyncs),
    reconnects: sum(({ reconnects }) => reconnects),
    delay: {
      p50: computePercentile(delays, 50),
      p99: computePercentile(delays, 99),
      most: computePercentile(delays, 100),
    },
  };
}

/** Whether every change reached everybody in order. */
export const isPushGood = ({ missing, outOfOrder }: Pick<PushResult, 'missing' | 'outOfOrder'>): boolean =>
  missing === 0 && outOfOrder === 0;

const formatMegabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;

/** Formats the result as tables. */
export function formatPushReport(load: PushLoad): string {
  const result = evaluatePushLoad(load);
  const { connections, changes, delay, missing, outOfOrder } = result;
  const moments = ['nobody connected', `${connections} connections`, 'after the changes'];
  const [before, connected] = load.memory;
  const perConnection = Math.max(0, connected.rss - before.rss) / Math.max(1, connections) / 1024;
  return [
    formatTable(
      ['Push channel', ''],
      [
        ['connections', String(connections)],
        ['changes', `${changes}, ${load.changesPerSecond} a second`],
        ['delay p50 ms', String(Math.round(delay.p50))],
        ['delay p99 ms', String(Math.round(delay.p99))],
        ['longest delay ms', String(Math.round(delay.most))],
        ['missing', String(missing)],
        ['out of order', String(outOfOrder)],
        ['received again', String(result.repeats)],
        ['had to read the feed', String(result.resyncs)],
        ['connected again', String(result.reconnects)],
      ],
    ),
    '',
    formatTable(
      ['Memory of the platform', 'resident', 'retained'],
      load.memory.map(({ rss, heapUsed }, index) => [
        moments[index] ?? '',
        formatMegabytes(rss),
        formatMegabytes(heapUsed),
      ]),
    ),
    '',
    `${Math.round(perConnection)} KB for a connection. ${isPushGood(result) ? 'Every change reached everybody, in the order of the feed.' : 'Changes are missing or out of order, and none must be.'}`,
  ].join('\n');
}
