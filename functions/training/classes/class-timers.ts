// What must happen to a class later: its registrants are reminded before it begins, and told when it is moved or cancelled.
import type { Change } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { clearTimer, setTimer, type Timer } from '../../../shared/schedule/timers.ts';
import { subtractLocalDays } from '../../../shared/time/local-time.ts';
import type { ClassItem } from './class.ts';

/**
 * The kinds of timer that classes set. The subject of a reminder is `<classId>#<days before>`, of the others the class's
 * id: they are due at once, and the timers' runner does what they stand for, as it may concern hundreds of people. With
 * a class its registrations are cancelled.
 */
export type ClassTimerKind = 'class-reminder' | 'class-changed' | 'class-cancelled';

/** The reminders of a class that lie ahead of a moment. A class that is cancelled has none. */
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

/** Sets the reminders of a class, moves those that it had otherwise, and takes away those that it no longer has. */
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
      .filter((timer) => !had.some((one) => isSameTimer(one, timer) && +one.dueAt === +timer.dueAt))
      .map((timer) => setTimer(tenant, timer)),
    ...had
      .filter((timer) => !has.some((one) => isSameTimer(one, timer)))
      .map(({ kind, subject }) => clearTimer(tenant, kind, subject)),
  ];
}

/** Has the registrants of a class told of a change, as soon as the timers' runner comes by. */
export const notifyRegistrants = (
  tenant: TenantStore,
  kind: Exclude<ClassTimerKind, 'class-reminder'>,
  { id }: Pick<ClassItem, 'id'>,
  now: Date,
): Change => setTimer(tenant, { kind, subject: id, dueAt: now });
