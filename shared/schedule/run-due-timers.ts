// Runs the timers of a tenant that are due: each once, in one transaction with what it does.
import type { Change } from '../data/changes.ts';
import { decideAndCommit } from '../data/decide-and-commit.ts';
import type { TenantStore } from '../data/store.ts';
import type { Area } from '../http/areas.ts';
import { logError } from '../http/log.ts';
import { completeTimer, dueTimers, findTimer, postponeTimer, type TimerItem } from './timers.ts';

/**
 * What a kind of timer does when it is due: the changes, which are committed together with the timer's end. It may be
 * run again on fresh reads. Nothing to do is no changes: things may have gone another way since the timer was set.
 */
export type TimerRule = (
  tenant: TenantStore,
  timer: TimerItem,
  now: Date,
  newId: () => string,
) => Promise<readonly Change[]> | readonly Change[];

/** What the runner works with. */
export interface TimerRunContext {
  /** Whose timers; area A's unless told. */
  readonly area?: Area;
  readonly rules: Readonly<Record<string, TimerRule>>;
  /** What the tenant's clock shows. */
  readonly now: Date;
  readonly newId: () => string;
  /** Whether another timer may be begun. */
  readonly hasTime: () => boolean;
}

/** Timers of one tenant in one go, so that a tenant with many lets the others have their turn. */
const maxTimersPerRun = 50;

/**
 * Runs one timer if it is still due.
 * @returns whether it ran
 * @throws whatever its rule throws
 */
async function runTimer(
  tenant: TenantStore,
  found: TimerItem,
  { rules, now, newId }: TimerRunContext,
): Promise<boolean> {
  const rule = Object.hasOwn(rules, found.kind) ? rules[found.kind] : undefined;
  if (!rule) throw new Error(`Nothing is known to do for a timer of the kind ${found.kind}`);
  const { hasRun } = await decideAndCommit(async () => {
    const timer = await findTimer(tenant, found);
    if (!timer || timer.dueAt > now.toISOString()) return { changes: [], hasRun: false };
    return { changes: completeTimer(tenant, timer, await rule(tenant, timer, now, newId)), hasRun: true };
  });
  return hasRun;
}

/** Moves a timer that failed further off, unless somebody else has moved or ended it. */
const postponeFailedTimer = async (tenant: TenantStore, found: TimerItem, now: Date): Promise<void> =>
  void (await decideAndCommit(async () => {
    const timer = await findTimer(tenant, found);
    const isSame = timer?.dueAt === found.dueAt && timer.failures === found.failures;
    return { changes: isSame ? [postponeTimer(tenant, timer, now)] : [] };
  }));

/**
 * Runs some of the timers that are due. One that fails is logged and moved off; it keeps no other from running.
 * @returns whether more may be due
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
  // A rule may have set timers that are due at once. Where none was settled, the index is late and has nothing new.
  return settled > 0;
}
