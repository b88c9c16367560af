// The clock of the tour: the clock of its association, moved to each moment at which a timer is due.
import { expect, vi } from 'vitest';
import { handler as runTimers } from '../../functions/training/jobs/run-timers/handler.ts';
import type { TenantStore } from '../../shared/data/store.ts';
import { dueTimers } from '../../shared/schedule/timers.ts';

export interface Clock {
  /** Moves the clock to a moment, and runs each timer on the way at the moment when it is due. */
  until(moment: string): Promise<void>;
  /**
   * Does something at another real time, while the association's clock keeps its time: for code that reads only the
   * real time.
   */
  inRealTime<T>(moment: string, what: () => Promise<T>): Promise<T>;
}

/** Starts the clock at a moment; `setOffset` sets the seconds that it is ahead of the real time. */
export async function startClock(
  begin: string,
  tenant: TenantStore,
  setOffset: (seconds: number) => Promise<unknown>,
): Promise<Clock> {
  let current = begin;
  // Rounded up to whole seconds, so that a timer that is due at the moment is not seen as due later.
  const set = (moment: string, real = Date.now()) => setOffset(Math.ceil((Date.parse(moment) - real) / 1000));
  await set(current);
  return {
    async until(moment) {
      for (;;) {
        const [next] = await dueTimers(tenant, new Date(moment), 1);
        if (!next) break;
        expect(next.failures, `${next.kind} ${next.subject}`).toBe(0);
        await set(next.dueAt);
        await runTimers();
      }
      await set(moment);
      current = moment;
      await runTimers();
    },
    async inRealTime(moment, what) {
      await set(current, Date.parse(moment));
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment) });
      try {
        return await what();
      } finally {
        vi.useRealTimers();
        await set(current);
      }
    },
  };
}
