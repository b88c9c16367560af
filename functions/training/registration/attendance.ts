// Attendance noted, corrected and taken back, with the credits that it grants.
import type { Change } from '../../../shared/data/changes.ts';
import { conflict } from '../../../shared/errors/failure.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import { grantsForAttendance, voidsForAttendance } from '../credits/attendance.ts';
import { momentInWords } from '../notifications/merge.ts';
import type { Asking } from './register.ts';
import type { RegistrationItem } from './registration.ts';
import { inClass, moved } from './step.ts';
import { classOf, foundRegistration } from './store.ts';
import { transitionChanges } from './transition.ts';

export interface AttendanceNote {
  readonly registrationId: string;
  readonly attendance: 'Attended' | 'NoShow' | 'Confirmed';
  readonly reason: string | undefined;
  readonly ifMatch?: IfMatch | undefined;
}

/**
 * The registration with its attendance noted, and everything that this changes; nothing when it was noted already.
 * @throws Failure 404; 409 before the class has begun, and when the registration never was confirmed
 */
export async function attendanceNoted(
  { tenant, caller, settings: { timeZone }, now }: Omit<Asking, 'newId'>,
  { registrationId, attendance, reason, ifMatch }: AttendanceNote,
): Promise<{ readonly after: RegistrationItem; readonly changes: readonly Change[] }> {
  const before = await foundRegistration(tenant, registrationId);
  if (before.status === attendance) return { after: before, changes: [] };
  const after = moved(before, attendance, { by: caller.subject, at: now, reason });
  const within = await classOf(tenant, before);
  const { item } = within;
  if (item.isCancelled) throw conflict(`${item.sectionName} is cancelled; nobody attended it.`);
  if (now < new Date(item.startsAt))
    throw conflict(
      `${item.sectionName} begins on ${momentInWords(item.startsAt, item.timeZone)}; attendance is noted from then on.`,
    );
  const noted = { registration: before, attended: item, timeZone, by: caller.subject, now };
  const credits =
    after.status === 'Attended'
      ? await grantsForAttendance(tenant, noted)
      : before.status === 'Attended'
        ? await voidsForAttendance(tenant, { ...noted, reason: reason ?? 'The attendance was taken back.' })
        : [];
  const own = await transitionChanges(tenant, { steps: [{ before, after }], within, ifMatch, now });
  return { after: inClass(after, item), changes: [...own, ...credits] };
}
