// A schedule calls repeatedly, never twice at once, also when a call fails.
import { expect, test } from 'vitest';
import { startSchedule } from './schedule.ts';

/** A clock whose waits end when the test says so. */
function clock() {
  let end: (() => void) | undefined;
  const waits: number[] = [];
  let begun = Promise.withResolvers<void>();
  return {
    waits,
    wait: (milliseconds: number, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        waits.push(milliseconds);
        end = resolve;
        signal.addEventListener('abort', () => reject(new Error('stopped')));
        begun.resolve();
      }),
    /** Ends the wait under way and comes back when the next one begins. */
    async tick() {
      await begun.promise;
      begun = Promise.withResolvers<void>();
      end?.();
      await begun.promise;
    },
    begun: () => begun.promise,
    end: () => end?.(),
  };
}

test('a schedule waits the interval before each call, and logs a failed call on one line', async () => {
  const { waits, wait, tick } = clock();
  const lines: string[] = [];
  let calls = 0;
  const schedule = startSchedule({
    name: 'sweep',
    everySeconds: 60,
    wait,
    log: (line) => lines.push(line),
    run: async () => {
      calls += 1;
      if (calls === 2) throw new Error('first line\n  second line');
    },
  });
  await tick();
  await tick();
  await tick();
  await schedule.stop();
  expect(calls).toBe(3);
  expect(waits).toEqual([60_000, 60_000, 60_000, 60_000]);
  expect(lines).toEqual(['sweep failed and is called again in 60 s: Error: first line second line']);
});

test('stop lets the running call end and begins no other; idle waits for it too', async () => {
  const { wait, waits, begun, end } = clock();
  const called = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const events: string[] = [];
  const schedule = startSchedule({
    name: 'sweep',
    everySeconds: 1,
    wait,
    run: async () => {
      called.resolve();
      await finish.promise;
      events.push('call ended');
    },
  });
  await begun();
  end();
  await called.promise;
  const idle = schedule.idle().then(() => events.push('idle'));
  const stopped = schedule.stop().then(() => events.push('stopped'));
  finish.resolve();
  await Promise.all([idle, stopped]);
  expect(events).toEqual(['call ended', 'idle', 'stopped']);
  expect(waits).toHaveLength(1);
});
