// Attendance noted, corrected and taken back, with the credits that it grants.
import type { Change } from '../../../shared/data/changes.ts';
import { conflict } from '../../../shared/errors/failure.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import type { ClassItem } from '../classes/class.ts';
import { formatMoment } from '../notifications/merge-template.ts';
import { assertTeaches } from '../person-access.ts';
import { buildAttendanceGrantChanges, buildAttendanceVoidChanges } from '../records/credits/attendance.ts';
import type { RequestContext } from './register-member.ts';
import type { RegistrationItem } from './registration.ts';
import { changeStatus, refreshClassDetails } from './status-change.ts';
import { requireClassWithSeats, requireRegistration } from './store.ts';
import { buildTransitionChanges } from './transition.ts';

export interface AttendanceInput {
  readonly registrationId: string;
  readonly attendance: 'Attended' | 'NoShow' | 'Confirmed';
  readonly reason: string | undefined;
  readonly ifMatch?: IfMatch | undefined;
}

const lastSessionStart = ({ startsAt, sessions }: Pick<ClassItem, 'startsAt' | 'sessions'>): string =>
  sessions
    .map((session) => session.startsAt)
    .sort()
    .at(-1) ?? startsAt;

/**
 * The registration with its attendance noted, and everything that this changes; nothing when it was noted already.
 * @throws Failure 404; 403 for who neither teaches the class nor may write registrations; 409 before the class has begun (its last session, for who attended), and when the registration never
 *   was confirmed
 */
export async function applyAttendance(
  { tenant, caller, settings: { timeZone }, now }: Omit<RequestContext, 'newId'>,
  { registrationId, attendance, reason, ifMatch }: AttendanceInput,
): Promise<{ readonly after: RegistrationItem; readonly changes: readonly Change[] }> {
  const before = await requireRegistration(tenant, registrationId);
  const within = await requireClassWithSeats(tenant, before);
  const { item } = within;
  assertTeaches(caller, item, 'training.registrations.write');
  if (before.status === attendance) return { after: before, changes: [] };
  const after = changeStatus(before, attendance, { by: caller.subject, at: now, reason });
  if (item.isCancelled) throw conflict(`${item.sectionName} is cancelled; nobody attended it.`);
  // Attending grants credits and completes the course: that takes the last session, not staying away.
  const noted = attendance === 'Attended' ? lastSessionStart(item) : item.startsAt;
  if (now < new Date(noted))
    throw conflict(
      noted === item.startsAt
        ? `${item.sectionName} begins on ${formatMoment(noted, item.timeZone)}; attendance is noted from then on.`
        : `The last session of ${item.sectionName} begins on ${formatMoment(noted, item.timeZone)}; who attended is noted from then on.`,
    );
  const attended = { registration: before, attendedClass: item, timeZone, by: caller.subject, now };
  const credits =
    after.status === 'Attended'
      ? await buildAttendanceGrantChanges(tenant, attended)
      : before.status === 'Attended'
        ? await buildAttendanceVoidChanges(tenant, {
            ...attended,
            reason: reason ?? 'The attendance was taken back.',
          })
        : [];
  const own = await buildTransitionChanges(tenant, {
    steps: [{ before, after }],
    classWithSeats: within,
    ifMatch,
    now,
  });
  return { after: refreshClassDetails(after, item), changes: [...own, ...credits] };
}
