// Makes a scheduled report when its timer is due. The parts that make reports are loaded when there is one to make.
import type { TimerRule } from '../../../../../shared/schedule/run-due-timers.ts';

/** @param real real time, for the outbox */
export const reportTimerRule =
  (real: Date): TimerRule =>
  async (tenant, timer, now, newId) =>
    (await import('./run-schedule.ts')).runSchedule(tenant, timer, { now, real, newId });
