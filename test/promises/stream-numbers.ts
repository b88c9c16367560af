// Numbers about what happens to changes behind the table: how often, how long and how many at once.
import { setTimeout as sleep } from 'node:timers/promises';
import { vi } from 'vitest';
import { triggeredFunctionSeconds } from '../../infra/contracts/triggered-functions.ts';
import { CALLS_PER_TENANT, callFunction } from '../../infra/local/triggers/call-function.ts';
import { MAX_ATTEMPTS } from '../../infra/local/triggers/triggers.ts';
import { deadChangeDays } from '../../shared/change-feed/dead-changes.ts';
import { streamMaxAgeHours, streamRetries } from '../../shared/platform/trigger.ts';
import { before, computes, type PromisedNumber, triedBy } from './promised-number.ts';

const events = 'docs/events.md';
const local = 'docs/local-platform.md';
const mapping = triedBy(
  'test/aws/retention.test.ts',
  'from a stream or a queue is reported by itself; a stream halves its batch, bounds retries and age, and tells a queue',
);

export const streamNumbers: readonly PromisedNumber[] = [
  {
    says: { [events]: 'It stays there for 30 days', 'docs/runbooks.md': 'The change is stored for 30 days' },
    promised: 30,
    declared: deadChangeDays,
    exercised: computes(() => deadChangeDays),
  },
  {
    says: { [events]: 'tries that up to 30 times' },
    promised: 30,
    declared: streamRetries,
    exercised: mapping,
  },
  {
    says: { [events]: 'no change that is older than 12 hours' },
    promised: 12,
    declared: streamMaxAgeHours,
    exercised: mapping,
  },
  {
    says: { [local]: 'eight calls of a function run at once for a tenant' },
    promised: 8,
    declared: CALLS_PER_TENANT,
    exercised: triedBy(
      'infra/local/triggers/call-function.test.ts',
      'so many calls of a function run at once for a tenant, and none waits for another tenant',
    ),
  },
  {
    says: { [local]: 'A call has the 60 seconds that Lambda gives it' },
    promised: 60,
    declared: triggeredFunctionSeconds,
    exercised: before(async (seconds) => {
      vi.useFakeTimers();
      try {
        const outcome = callFunction(() => sleep(seconds * 1000, true), undefined).catch(() => false);
        await vi.advanceTimersByTimeAsync(seconds * 1000);
        return await outcome;
      } finally {
        vi.useRealTimers();
      }
    }, 0.001),
  },
  {
    says: { [local]: 'A failed call for a change is tried three times' },
    promised: 3,
    declared: MAX_ATTEMPTS,
    exercised: computes(() => MAX_ATTEMPTS),
  },
];
