// Timers: what must happen at a moment, written in the transaction that causes it and run once when the moment has come.
import { affectsKey, type Change, put, remove, replaceCondition } from '../data/changes.ts';
import type { Key, Partition, TenantStore } from '../data/store.ts';
import type { Area } from '../http/areas.ts';

/** What a timer is set for. One timer of a kind per subject: setting it again moves it. */
export interface Timer<K extends string = string> {
  readonly kind: K;
  /** What it is about: a registration's id, a class's, a certification's with the days left. */
  readonly subject: string;
  /** When it is due, by the tenant's clock. */
  readonly dueAt: Date;
  /** Whose function runs it; area A's unless told. */
  readonly area?: Area | undefined;
}

/** A timer as the table holds it. */
export interface TimerItem {
  readonly type: 'timer';
  readonly kind: string;
  readonly subject: string;
  /** ISO 8601, UTC. */
  readonly dueAt: string;
  /** How often running it failed. */
  readonly failures: number;
  /** Absent for area A. */
  readonly area?: Area | undefined;
}

const timerKey = (tenant: TenantStore, kind: string, subject: string): Key<TimerItem> =>
  tenant.key(`TIMER#${kind}#${subject}`, 'TIMER');
/** Each area has its own list, as each has its own function that knows what its kinds mean. */
const timersByDueTime = (tenant: TenantStore, area: Area = 'training'): Partition<TimerItem> =>
  tenant.listing(area === 'training' ? 'TIMERS' : `TIMERS#${area}`);

/** Sets a timer, or moves the one of this kind and subject. */
export const setTimer = (tenant: TenantStore, { kind, subject, dueAt, area }: Timer): Change =>
  put(
    timerKey(tenant, kind, subject),
    { type: 'timer', kind, subject, dueAt: dueAt.toISOString(), failures: 0, ...(area && { area }) },
    { listed: { listing: timersByDueTime(tenant, area), sort: `${dueAt.toISOString()}#${kind}#${subject}` } },
  );

/** Takes a timer away; nothing happens when there is none. */
export const clearTimer = (tenant: TenantStore, kind: string, subject: string): Change =>
  remove(timerKey(tenant, kind, subject));

/**
 * The timers of an area that are due by a moment of the tenant's clock, the oldest first. As the index has them: may be
 * late.
 */
export async function dueTimers(
  tenant: TenantStore,
  now: Date,
  limit = 50,
  area?: Area,
): Promise<readonly TimerItem[]> {
  // Nothing in a kind sorts after a tilde.
  const { items } = await tenant.query(timersByDueTime(tenant, area), {
    to: `${now.toISOString()}#~`,
    limit,
  });
  return items;
}

/** The timer of this kind and subject as it was last written. */
export const findTimer = (
  tenant: TenantStore,
  { kind, subject }: Pick<Timer, 'kind' | 'subject'>,
): Promise<TimerItem | undefined> => tenant.get(timerKey(tenant, kind, subject), { consistent: true });

const ifUnchanged = ({ dueAt, failures }: TimerItem) => ({
  condition: {
    expression: '#dueAt = :seenDueAt AND #failures = :seenFailures',
    names: { '#dueAt': 'dueAt', '#failures': 'failures' },
    values: { ':seenDueAt': dueAt, ':seenFailures': failures },
  },
  otherwise: 'decide again' as const,
});

/**
 * The changes of what a timer ran, with the timer's end among them, so that it runs once, whoever else found it due.
 * A rule that moves or clears its own timer has the last word: its change then bears the condition.
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

/** Delays in minutes after a first, second, ... failure; the last one repeats. */
const retryDelays = [1, 5, 15, 60, 360] as const;

/** Moves a timer that failed further off, so that it does not stand in the way of others. */
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
