// The clock of the tour: that of its association, moved through every moment at which something is due.
import { expect, vi } from 'vitest';
import { handler as runTimers } from '../../functions/training/jobs/run-timers/handler.ts';
import type { TenantStore } from '../../shared/data/store.ts';
import { dueTimers } from '../../shared/schedule/timers.ts';

export interface Clock {
  /** Lets time pass until a moment: whatever is due on the way happens when it is due. */
  until(moment: string): Promise<void>;
  /**
   * Does something while the real time is another one, beside which the association's clock stays where it is: for those
   * who know of no clock but the real one.
   */
  inRealTime<T>(moment: string, what: () => Promise<T>): Promise<T>;
}

/** Begins at a moment, by whatever sets the seconds that the association's clock is ahead of the real time. */
export async function startClock(
  begin: string,
  tenant: TenantStore,
  setOffset: (seconds: number) => Promise<unknown>,
): Promise<Clock> {
  let present = begin;
  // In whole seconds: what is due at a moment must not seem to be yet to come.
  const set = (moment: string, real = Date.now()) => setOffset(Math.ceil((Date.parse(moment) - real) / 1000));
  await set(present);
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
      present = moment;
      await runTimers();
    },
    async inRealTime(moment, what) {
      await set(present, Date.parse(moment));
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment) });
      try {
        return await what();
      } finally {
        vi.useRealTimers();
        await set(present);
      }
    },
  };
}
