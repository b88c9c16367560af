// People who register at the same moment, simulated: DynamoDB refuses a transaction while another one has one of its items, so
// the counters that creates share decide how many a second there can be. The retries are those of commit().
import { getRetryDelay, maxRetries } from '../../../shared/data/contention-retry.ts';
import { surnameParts } from '../../../shared/directory/people/surname-parts.ts';
import { formatTable } from './markdown-table.ts';

/** What is simulated. */
export interface ContentionInput {
  /** People who register a second, at random moments. */
  readonly perSecond: number;
  readonly seconds: number;
  /** The parts among which creates are spread evenly; each has counters of its own. */
  readonly parts: number;
  /** How long a transaction has its items, in milliseconds. */
  readonly hold: number;
}

/** What came of it. */
export interface ContentionResult {
  /** Created a second, until the last one was done. */
  readonly created: number;
  /** The share that was refused after all retries, 0 to 1. */
  readonly refused: number;
  /** The 99th percentile of what a create waited for the others, in milliseconds. */
  readonly waited: number;
}

/** Random numbers that are the same at every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Attempt {
  readonly at: number;
  readonly arrivedAt: number;
  readonly part: number;
  readonly retry: number;
}

/** Inserts an attempt in the order of time: attempts are few enough for a sorted list. */
function insertByTime(attempts: Attempt[], attempt: Attempt): void {
  let low = 0;
  let high = attempts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((attempts[middle]?.at ?? 0) <= attempt.at) low = middle + 1;
    else high = middle;
  }
  attempts.splice(low, 0, attempt);
}

/** Simulates creates that each count in one part. */
export function simulateContention({ perSecond, seconds, parts, hold }: ContentionInput): ContentionResult {
  const random = createRandom(1);
  const people = perSecond * seconds;
  const attempts: Attempt[] = Array.from({ length: people }, () => random() * seconds * 1000)
    .sort((a, b) => a - b)
    .map((at) => ({ at, arrivedAt: at, part: Math.floor(random() * parts), retry: 0 }));
  const freeAt = Array.from({ length: parts }, () => 0);
  const waits: number[] = [];
  let end = 0;
  for (let next = attempts.shift(); next; next = attempts.shift()) {
    const { at, arrivedAt, part, retry } = next;
    if (at >= (freeAt[part] ?? 0)) {
      freeAt[part] = at + hold;
      end = Math.max(end, at + hold);
      waits.push(at - arrivedAt);
    } else if (retry < maxRetries)
      insertByTime(attempts, { ...next, at: at + getRetryDelay(retry, random()), retry: retry + 1 });
  }
  waits.sort((a, b) => a - b);
  return {
    created: waits.length / Math.max(seconds, end / 1000),
    refused: 1 - waits.length / people,
    waited: waits[Math.floor(waits.length * 0.99)] ?? 0,
  };
}

/** Assumed: how long a transaction has its items, from its first phase to its last, in milliseconds. */
const holds = [10, 20] as const;
const rates = [25, 50, 100, 200, 400] as const;
const layouts = [1, surnameParts.length + 1] as const;

/** The results as a page. */
export function formatContention(): string {
  const rows = layouts.flatMap((parts) =>
    holds.flatMap((hold) =>
      rates.map((perSecond) => {
        const { created, refused, waited } = simulateContention({ perSecond, seconds: 20, parts, hold });
        return [
          parts === 1 ? 'one' : String(parts),
          `${hold} ms`,
          String(perSecond),
          created.toFixed(0),
          `${(refused * 100).toFixed(1)} %`,
          `${waited.toFixed(0)} ms`,
        ];
      }),
    ),
  );
  return [
    '# What `npm run bench -- contention` simulated',
    '',
    'People of a new tenant who register at the same moment, for 20 seconds. Every create counts the person in its transaction.',
    'DynamoDB cancels a transaction while another one has one of its items, and `commit()` repeats it with growing delays. Assumed is',
    'how long a transaction has its items; the random numbers are the same at every run, and a test compares this page.',
    '',
    formatTable(
      ['Counters', 'Held for', 'Offered a second', 'Created a second', 'Refused (503)', 'Waited, p99'],
      rows,
    ),
    '',
  ].join('\n');
}
