// Timers: written in the transaction that causes them, and run once when they are due.
import { affectsKey, type Change, ifSame, put, remove, replaceCondition } from '../data/changes.ts';
import type { Key, Partition, TenantStore } from '../data/store.ts';

/** The areas whose functions run timers. */
export type TimerArea = 'training' | 'billtracking' | 'crm';

/** A timer. There is one of each kind per subject: setting it again moves it. */
export interface Timer<K extends string = string> {
  readonly kind: K;
  /** The subject: the id of a registration or class, or of a certification with the days left. */
  readonly subject: string;
  /** When the timer is due, by the tenant's clock. */
  readonly dueAt: Date;
  /** The area whose function runs it; training by default. */
  readonly area?: TimerArea | undefined;
}

/** A stored timer. */
export interface TimerItem {
  readonly type: 'timer';
  readonly kind: string;
  readonly subject: string;
  /** ISO 8601, UTC. */
  readonly dueAt: string;
  /** How often the run failed. */
  readonly failures: number;
  /** Absent for training. */
  readonly area?: TimerArea | undefined;
}

const timerKey = (tenant: TenantStore, kind: string, subject: string): Key<TimerItem> =>
  tenant.key(`TIMER#${kind}#${subject}`, 'TIMER');
/** Each area has its own list and its own function with the rules of its kinds. */
const timersByDueTime = (tenant: TenantStore, area: TimerArea = 'training'): Partition<TimerItem> =>
  tenant.dueListing(dueTimersKind(area).listing);

/** The timers of an area as work that is due. */
export const dueTimersKind = (area: TimerArea = 'training') =>
  ({ listing: area === 'training' ? 'TIMERS' : `TIMERS#${area}`, moment: 'ISO 8601' }) as const;

/** Sets a timer, or moves the one of this kind and subject. */
export const setTimer = (tenant: TenantStore, { kind, subject, dueAt, area }: Timer): Change =>
  put(
    timerKey(tenant, kind, subject),
    { type: 'timer', kind, subject, dueAt: dueAt.toISOString(), failures: 0, ...(area && { area }) },
    { listed: { listing: timersByDueTime(tenant, area), sort: `${dueAt.toISOString()}#${kind}#${subject}` } },
  );

/** Removes a timer; no effect when there is none. */
export const clearTimer = (tenant: TenantStore, kind: string, subject: string): Change =>
  remove(timerKey(tenant, kind, subject));

/**
 * The timers of an area that are due at a moment of the tenant's clock, oldest first. Read from the index, which can be
 * behind.
 */
export async function dueTimers(
  tenant: TenantStore,
  now: Date,
  limit = 50,
  area?: TimerArea,
): Promise<readonly TimerItem[]> {
  // Nothing in a kind sorts after a tilde.
  const { items } = await tenant.query(timersByDueTime(tenant, area), {
    to: `${now.toISOString()}#~`,
    limit,
  });
  return items;
}

/** The timer of this kind and subject, in a consistent read. */
export const findTimer = (
  tenant: TenantStore,
  { kind, subject }: Pick<Timer, 'kind' | 'subject'>,
): Promise<TimerItem | undefined> => tenant.get(timerKey(tenant, kind, subject), { consistent: true });

const ifUnchanged = (timer: TimerItem) => ifSame(timer, ['dueAt', 'failures']);

/**
 * Adds the removal of the timer to the changes of its rule, so that it runs only once. When the rule moves or clears
 * its own timer, that change gets the condition instead.
 */
export function completeTimer(
  tenant: TenantStore,
  timer: TimerItem,
  changes: readonly Change[],
): readonly Change[] {
  const key = timerKey(tenant, timer.kind, timer.subject);
  const own = changes.find((change) => affectsKey(change, key));
  if (own === undefined) return [...changes, remove(key, ifUnchanged(timer))];
  return changes.map((change) => (change === own ? replaceCondition(own, ifUnchanged(timer)) : change));
}

/** The delays in minutes after the first, second, ... failure; the last one repeats. */
export const retryDelays = [1, 5, 15, 60, 360] as const;

/** Postpones a failed timer, so that it does not block others. */
export function postponeTimer(tenant: TenantStore, timer: TimerItem, now: Date): Change {
  const delay = retryDelays[Math.min(timer.failures, retryDelays.length - 1)] ?? 360;
  const dueAt = new Date(now.getTime() + delay * 60_000).toISOString();
  return put(
    timerKey(tenant, timer.kind, timer.subject),
    {
      type: 'timer',
      kind: timer.kind,
      subject: timer.subject,
      dueAt,
      failures: timer.failures + 1,
      ...(timer.area && { area: timer.area }),
    },
    {
      ...ifUnchanged(timer),
      listed: {
        listing: timersByDueTime(tenant, timer.area),
        sort: `${dueAt}#${timer.kind}#${timer.subject}`,
      },
    },
  );
}
