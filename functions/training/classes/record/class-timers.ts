// The timers of a class: reminders before it starts, and notifications when it is rescheduled or cancelled.
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { clearTimer, setTimer, type Timer } from '../../../../shared/schedule/timers.ts';
import { subtractLocalDays } from '../../../../shared/time/local-time.ts';
import type { ClassItem } from './class.ts';

/**
 * The kinds of timer that classes set. The subject of a reminder is `<classId>#<days before>`; the others have the
 * class's id and are due at once, because the timer runner notifies hundreds of people or cancels their registrations
 * better than a request does.
 */
export type ClassTimerKind = 'class-reminder' | 'class-changed' | 'class-cancelled';

/** The reminders of a class that are due after a moment; none when it is cancelled. */
function listUpcomingReminders(item: ClassItem, now: Date): Timer<ClassTimerKind>[] {
  const { id, startsAt, timeZone, reminderDays, isCancelled } = item;
  if (isCancelled) return [];
  return reminderDays
    .map((days): Timer<ClassTimerKind> => {
      const dueAt = subtractLocalDays(startsAt, days, timeZone);
      return { kind: 'class-reminder', subject: `${id}#${days}`, dueAt };
    })
    .filter(({ dueAt }) => dueAt > now);
}

const isSameTimer = (a: Timer, b: Timer): boolean => a.kind === b.kind && a.subject === b.subject;

/** Sets, moves and clears the reminders of a class after a change. */
export function buildReminderChanges(
  tenant: TenantStore,
  before: ClassItem | undefined,
  after: ClassItem | undefined,
  now: Date,
): Change[] {
  const had = before ? listUpcomingReminders(before, now) : [];
  const has = after ? listUpcomingReminders(after, now) : [];
  return [
    ...has
      .filter((timer) => !had.some((other) => isSameTimer(other, timer) && +other.dueAt === +timer.dueAt))
      .map((timer) => setTimer(tenant, timer)),
    ...had
      .filter((timer) => !has.some((other) => isSameTimer(other, timer)))
      .map(({ kind, subject }) => clearTimer(tenant, kind, subject)),
  ];
}

/** Queues the notification of all registrants, or their cancellation, for the timer runner. */
export const notifyRegistrants = (
  tenant: TenantStore,
  kind: Exclude<ClassTimerKind, 'class-reminder'>,
  { id }: Pick<ClassItem, 'id'>,
  now: Date,
): Change => setTimer(tenant, { kind, subject: id, dueAt: now });
