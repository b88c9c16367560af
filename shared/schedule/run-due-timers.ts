// Runs the due timers of a tenant, each once, in one transaction with its changes.
import type { Change } from '../data/changes.ts';
import { decideAndCommit } from '../data/decide-and-commit.ts';
import type { TenantStore } from '../data/store.ts';
import { logError } from '../log/log.ts';
import {
  completeTimer,
  dueTimers,
  findTimer,
  postponeTimer,
  type TimerArea,
  type TimerItem,
} from './timers.ts';

/**
 * What a kind of timer does when it is due: the changes, which are committed together with the removal of the timer. A
 * rule can be run again on new reads. It returns no changes when there is nothing left to do.
 */
export type TimerRule = (
  tenant: TenantStore,
  timer: TimerItem,
  now: Date,
  newId: () => string,
) => Promise<readonly Change[]> | readonly Change[];

/** The context of a run. */
export interface TimerRunContext {
  /** The area of the timers; training by default. */
  readonly area?: TimerArea;
  readonly rules: Readonly<Record<string, TimerRule>>;
  /** The tenant's time. */
  readonly now: Date;
  readonly newId: () => string;
  /** Whether there is time for another timer. */
  readonly hasTime: () => boolean;
}

/** The number of timers of a tenant in one run, so that a tenant with many does not delay the others. */
const maxTimersPerRun = 50;

/**
 * Runs a timer if it is still due.
 * @returns whether it ran
 * @throws the error of its rule
 */
async function runTimer(
  tenant: TenantStore,
  found: TimerItem,
  { rules, now, newId }: TimerRunContext,
): Promise<boolean> {
  const rule = Object.hasOwn(rules, found.kind) ? rules[found.kind] : undefined;
  if (!rule) throw new Error(`There is no rule for timers of the kind ${found.kind}`);
  const { hasRun } = await decideAndCommit(async () => {
    const timer = await findTimer(tenant, found);
    if (!timer || timer.dueAt > now.toISOString()) return { changes: [], hasRun: false };
    return { changes: completeTimer(tenant, timer, await rule(tenant, timer, now, newId)), hasRun: true };
  });
  return hasRun;
}

/** Postpones a failed timer, unless it was moved or removed since. */
const postponeFailedTimer = async (tenant: TenantStore, found: TimerItem, now: Date): Promise<void> =>
  void (await decideAndCommit(async () => {
    const timer = await findTimer(tenant, found);
    const isSame = timer?.dueAt === found.dueAt && timer.failures === found.failures;
    return { changes: isSame ? [postponeTimer(tenant, timer, now)] : [] };
  }));

/**
 * Runs some of the due timers. A failed timer is logged and postponed, and does not block the others.
 * @returns whether more timers can be due
 */
export async function runDueTimers(tenant: TenantStore, timers: TimerRunContext): Promise<boolean> {
  const due = await dueTimers(tenant, timers.now, maxTimersPerRun, timers.area);
  let settled = 0;
  for (const timer of due) {
    if (!timers.hasTime()) return true;
    try {
      if (await runTimer(tenant, timer, timers)) settled += 1;
    } catch (error) {
      const name = `timer ${tenant.code} ${timer.kind} ${timer.subject}`;
      logError(name, error);
      await postponeFailedTimer(tenant, timer, timers.now).catch((failure: unknown) =>
        logError(name, failure),
      );
      settled += 1;
    }
  }
  // A rule can set timers that are due at once. When none was settled, the index is behind and has no new timers.
  return settled > 0;
}
