// Many connections to one tenant's push channel: every change reaches each of them, in the order of the feed. Over real
// WebSockets; `npm run load -- --subscribers 1000` does it with 1,000 and reports the delay.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { changesAfter } from '../../shared/change-feed/feed.ts';
import { closeAll, connectReady, fixture, lastCursor, usePush, writeNote } from './push-fixture.ts';
import type { Subscriber } from './subscriber.ts';

usePush();

const connectionCount = 60;
const changeCount = 40;

/** The ids of the changes that a connection received, in order; a batch is an array. */
const getIds = ({ all }: Subscriber) => all.flat().flatMap(({ id }) => (typeof id === 'string' ? [id] : []));

test('every change reaches every connection once, in the order of the feed, also where they come in batches', async () => {
  const before = await lastCursor('demo');
  const subscribers: Subscriber[] = [];
  for (let index = 0; index < connectionCount; index += 1)
    subscribers.push(
      await connectReady('demo', { topics: 'level-types', ...(index % 2 && { batch: 'true' }) }),
    );
  // A connection is ready before its catch-up has ended, in which it may get a change twice.
  await fixture.triggers.caughtUp();
  const notes = Array.from({ length: changeCount }, (): string => randomUUID());
  // Some at once, so that batches of the stream have one change and several.
  for (let start = 0; start < notes.length; start += 1 + (start % 4))
    await Promise.all(notes.slice(start, start + 1 + (start % 4)).map((id) => writeNote('demo', id)));
  await fixture.triggers.caughtUp();
  const { items } = await changesAfter(
    fixture.platform.store('demo'),
    before || undefined,
    500,
    new Date(Date.now() + 60_000),
  );
  const feed = items.filter(({ subject }) => notes.includes(subject)).map(({ id }) => id);
  expect(feed).toHaveLength(changeCount);
  await Promise.all(subscribers.map((each) => each.first(() => getIds(each).length >= changeCount)));
  expect(subscribers.filter((each) => JSON.stringify(getIds(each)) !== JSON.stringify(feed))).toEqual([]);
  await closeAll(...subscribers);
});
