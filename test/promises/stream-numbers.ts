// Numbers about what happens to changes behind the table: how often, how long and how many at once.

import { vi } from 'vitest';
import { triggeredFunctionSeconds } from '../../infra/contracts/triggered-functions.ts';
import { CALLS_PER_TENANT, callFunction } from '../../infra/local/triggers/call-function.ts';
import { deliverChange, MAX_ATTEMPTS } from '../../infra/local/triggers/triggers.ts';
import { deadChangeDays, setAside } from '../../shared/change-feed/dead-changes.ts';
import { streamMaxAgeHours, streamRetries } from '../../shared/platform/trigger.ts';
import { before, computes, type PromisedNumber, start, triedBy } from './promised-number.ts';
import { listSent } from './sent-requests.ts';
import { tenant } from './stores-without-database.ts';

const events = 'docs/events.md';
const local = 'docs/local-platform.md';
const mapping = triedBy(
  'test/aws/retention.test.ts',
  'from a stream or a queue is reported by itself; a stream halves its batch, bounds retries and age, and tells a queue',
);

/** For how long a change that is set aside is stored, with all its parts. */
async function findDeadChangeDays(): Promise<unknown> {
  const record = { eventID: 'a', eventName: 'MODIFY' as const };
  const dynamodb = { Keys: { pk: { S: `T#${tenant.code}#A` }, sk: { S: 'A' } }, SequenceNumber: '1' };
  const sent = await listSent(
    () => setAside({ ...record, dynamodb }, new Error('It failed'), start),
    ({ operation }) => (operation === 'Get' ? { Item: { type: 'tenant' } } : {}),
  );
  const ends = JSON.stringify(sent).match(/(?<="ttl":)\d+/g) ?? [];
  return (
    Math.max(...ends.map((end) => (Number(end) - start.getTime() / 1000) / 86_400)) *
    Math.sign(ends.length - 1)
  );
}

/** How often a function is called with a change whose calls fail. */
async function countAttempts(): Promise<number> {
  let count = 0;
  const handler = async () => {
    count += 1;
    throw new Error('It failed');
  };
  const keys = { Keys: { pk: { S: 'a' }, sk: { S: 'a' } }, NewImage: { type: { S: 'a' } } };
  const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const subscriber = {
    name: 'promised',
    trigger: { kind: 'change' as const, of: ['a'], on: ['INSERT' as const] },
    handler,
  };
  await deliverChange(subscriber, { eventName: 'INSERT', dynamodb: keys }, () => false);
  log.mockRestore();
  return count;
}

export const streamNumbers: readonly PromisedNumber[] = [
  {
    says: { [events]: 'It stays there for 30 days', 'docs/runbooks.md': 'The change is stored for 30 days' },
    promised: 30,
    declared: deadChangeDays,
    exercised: computes(findDeadChangeDays),
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
        const answer = () => new Promise((resolve) => setTimeout(resolve, seconds * 1000, true));
        const outcome = callFunction(answer, undefined).catch(() => false);
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
    exercised: computes(countAttempts),
  },
];
