// The result of the load, and whether it is good: no errors, no growing memory and hardly a 503 in a burst.
import { formatTable } from '../bench/markdown-table.ts';
import { type BurstResult, busyAim, computeBusyShare } from './burst.ts';
import type { Ceiling } from './ceiling.ts';
import type { Memory } from './under-load.ts';

/** What the load generator (autocannon, which is installed on demand) measures in one run, as far as it is reported. */
export interface LoadRun {
  readonly requests: { readonly total: number; readonly average: number };
  /** Milliseconds. */
  readonly latency: { readonly p50: number; readonly p97_5: number; readonly p99: number };
  readonly errors: number;
  readonly timeouts: number;
  readonly non2xx: number;
}

/** All measurements. */
export interface LoadResult {
  readonly halves: readonly LoadRun[];
  /** After the warm-up, in the middle, at the end. */
  readonly memory: readonly Memory[];
  readonly ceiling: Ceiling;
  readonly bursts: readonly BurstResult[];
}

/** Whether retained memory grows by at most a fifth and 16 MB: caches fill up, a leak continues. */
export function isMemoryFlat(memory: readonly Pick<Memory, 'heapUsed'>[]): boolean {
  const [first] = memory;
  const last = memory.at(-1);
  return !first || !last || last.heapUsed <= first.heapUsed * 1.2 + 16 * 2 ** 20;
}

/** The number of requests without a successful reply. */
export const countFailures = ({ halves }: Pick<LoadResult, 'halves'>): number =>
  halves.reduce((sum, { errors, timeouts, non2xx }) => sum + errors + timeouts + non2xx, 0);

/** Whether every reply to a burst was the right one, but for a small share of 503. */
const isBurstGood = (burst: BurstResult): boolean =>
  computeBusyShare(burst) < busyAim &&
  [...burst.statuses.keys()].every((status) => status > 0 && status !== 500);

/** Whether everything that was measured is good. */
export const isGood = (measured: LoadResult): boolean =>
  countFailures(measured) === 0 && isMemoryFlat(measured.memory) && measured.bursts.every(isBurstGood);

const formatStatuses = ({ statuses }: BurstResult): string =>
  [...statuses].map(([status, count]) => `${count} × ${status === 0 ? 'no reply' : status}`).join(', ');

const formatPercent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const formatInteger = (value: number): string => String(Math.round(value));
const formatMegabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;

/** Formats the results as tables. */
export function formatLoadReport(measured: LoadResult): string {
  const { halves, memory, ceiling, bursts } = measured;
  const names = ['first half', 'second half'];
  const moments = ['start, after the warm-up', 'middle', 'end'];
  const failures = countFailures(measured);
  return [
    formatTable(
      ['', 'requests', 'a second', 'median ms', '97.5 % ms', '99 % ms', 'failures'],
      halves.map((half, index) => [
        names[index] ?? '',
        formatInteger(half.requests.total),
        formatInteger(half.requests.average),
        formatInteger(half.latency.p50),
        formatInteger(half.latency.p97_5),
        formatInteger(half.latency.p99),
        formatInteger(countFailures({ halves: [half] })),
      ]),
    ),
    '',
    formatTable(
      [
        'Burst, all calls at once',
        'right replies',
        'replies',
        'seconds',
        `503 (aim: below ${formatPercent(busyAim)})`,
      ],
      bursts.map((burst) => [
        burst.name,
        burst.expected,
        formatStatuses(burst),
        burst.seconds.toFixed(1),
        formatPercent(computeBusyShare(burst)),
      ]),
    ),
    '',
    formatTable(
      ["DynamoDB Local's own ceiling", 'a second'],
      [
        ['GetItem', formatInteger(ceiling.reads)],
        ['PutItem', formatInteger(ceiling.writes)],
      ],
    ),
    '',
    formatTable(
      ['Memory of the platform', 'resident', 'retained'],
      memory.map(({ rss, heapUsed }, index) => [
        moments[index] ?? '',
        formatMegabytes(rss),
        formatMegabytes(heapUsed),
      ]),
    ),
    '',
    `Failures: ${failures}${failures === 0 ? ', as it must be' : ', and it must be 0'}. Memory: ${isMemoryFlat(memory) ? 'flat' : 'not flat'}. Bursts: ${bursts.every(isBurstGood) ? 'within the aim' : 'not within the aim'}.`,
  ].join('\n');
}
