// Records, corrects and takes back attendance, with the credits that it grants.

import { isSelf } from '../../../shared/auth/access/person-access.ts';
import type { Change } from '../../../shared/data/changes.ts';
import { conflict, Failure } from '../../../shared/errors/failure.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import { assertTeaches } from '../access/person-access.ts';
import type { ClassItem } from '../classes/record/class.ts';
import { demandEvaluation, endHold } from '../evaluations/record/demand.ts';
import { buildAttendanceGrantChanges, buildAttendanceVoidChanges } from '../records/credits/attendance.ts';
import { formatMoment } from '../time/format-moment.ts';
import type { RegistrationItem } from './record/registration.ts';
import type { RequestContext } from './register-member.ts';
import { changeStatus, refreshClassDetails } from './transition/status-change.ts';
import { requireClassWithSeats, requireRegistration } from './transition/store.ts';
import { buildTransitionChanges } from './transition/transition.ts';

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
 * The registration with its attendance, and the writes for it; no writes when the attendance is already recorded.
 * @throws Failure 404; 403 when the caller neither teaches the class nor may write registrations, and for the caller's
 *   own attendance; 409 when the registration was never confirmed, and before the class starts (for Attended: before its last session starts)
 */
export async function applyAttendance(
  { tenant, caller, settings: { timeZone }, now }: Omit<RequestContext, 'newId'>,
  { registrationId, attendance, reason, ifMatch }: AttendanceInput,
): Promise<{ readonly after: RegistrationItem; readonly changes: readonly Change[] }> {
  const before = await requireRegistration(tenant, registrationId);
  const classWithSeats = await requireClassWithSeats(tenant, before);
  const { item } = classWithSeats;
  assertTeaches(caller, item, 'training.registrations.write');
  if (isSelf(caller, before.memberId))
    throw new Failure(
      'PERMISSION_DENIED',
      'Nobody records their own attendance; another instructor of the class or an administrator can record it.',
    );
  if (before.status === attendance) return { after: before, changes: [] };
  const settled = changeStatus(before, attendance, { by: caller.subject, at: now, reason });
  if (item.isCancelled) throw conflict(`${item.sectionName} is cancelled; attendance can't be recorded.`);
  // Attended grants credits and completes the course, which needs the last session; NoShow does not.
  const earliest = attendance === 'Attended' ? lastSessionStart(item) : item.startsAt;
  if (now < new Date(earliest))
    throw conflict(
      earliest === item.startsAt
        ? `${item.sectionName} starts on ${formatMoment(earliest, item.timeZone)}; attendance can be recorded from then on.`
        : `The last session of ${item.sectionName} starts on ${formatMoment(earliest, item.timeZone)}; Attended can be recorded from then on.`,
    );
  const demand =
    attendance === 'Attended'
      ? await demandEvaluation(tenant, { registration: before, item, now })
      : { hold: undefined, changes: endHold(tenant, before) };
  const after = { ...settled, evaluationHold: demand.hold };
  const attended = { registration: before, attendedClass: item, timeZone, by: caller.subject, now };
  const granted =
    after.status === 'Attended' && !demand.hold ? await buildAttendanceGrantChanges(tenant, attended) : [];
  const voided =
    before.status === 'Attended'
      ? await buildAttendanceVoidChanges(tenant, {
          ...attended,
          reason: reason ?? 'The attendance was taken back.',
        })
      : [];
  const own = await buildTransitionChanges(tenant, {
    statusChanges: [{ before, after }],
    classWithSeats,
    ifMatch,
    now,
  });
  return {
    after: refreshClassDetails(after, item),
    changes: [...own, ...demand.changes, ...voided, ...granted],
  };
}
