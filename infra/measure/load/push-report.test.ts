// What the load on the push channel calls missing, out of order and late.
import { expect, it } from 'vitest';
import {
  evaluatePushLoad,
  formatPushReport,
  isPushGood,
  type PushLoad,
  type ReceivedChanges,
} from './push-report.ts';

const memory = (megabytes: number) => ({ rss: megabytes * 2 ** 21, heapUsed: megabytes * 2 ** 20 });
const load = (...received: readonly Partial<ReceivedChanges>[]): PushLoad => ({
  changesPerSecond: 1,
  feed: ['a', 'b', 'c'],
  writtenAt: new Map([
    ['a', 1_000],
    ['b', 2_000],
    ['c', 3_000],
  ]),
  received: received.map((each) => ({
    subjects: [],
    times: [],
    repeats: 0,
    resyncs: 0,
    reconnects: 0,
    ...each,
  })),
  memory: [memory(100), memory(102), memory(103)],
});
const complete = { subjects: ['a', 'b', 'c'], times: [1_100, 2_200, 3_300] };

it('every change in the order of the feed is good, and its delay is that since the reply to the write', () => {
  const result = evaluatePushLoad(
    load(complete, { ...complete, times: [999, 2_000, 3_010], repeats: 2, resyncs: 1 }),
  );
  expect(result).toEqual({
    ...{ connections: 2, changes: 3, missing: 0, outOfOrder: 0, repeats: 2, resyncs: 1, reconnects: 0 },
    delay: { p50: 10, p99: 300, most: 300 },
  });
  expect(isPushGood(result)).toBe(true);
});

it.each([
  ['one that a connection did not get is missing', { subjects: ['a', 'c'], times: [1_100, 3_100] }, [1, 0]],
  ['nothing at all is missing three times', {}, [3, 0]],
  [
    'one behind a later one is out of order',
    { subjects: ['b', 'a', 'c'], times: [2_100, 2_100, 3_100] },
    [0, 1],
  ],
])('%s', (_, received, expected) => {
  const result = evaluatePushLoad(load(complete, received));
  expect([result.missing, result.outOfOrder]).toEqual(expected);
  expect(isPushGood(result)).toBe(false);
});

it('the report says what a connection takes, and whether all is good', () => {
  expect(formatPushReport(load(complete, complete))).toContain(
    '2048 KB for a connection. Every change reached',
  );
  expect(formatPushReport(load({}))).toContain('missing or out of order');
});
