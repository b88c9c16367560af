// Attendance per session, and what follows from it for the registration once all sessions have an entry: Attended with
// the credits of the class's rule, or NoShow (docs/interface/training.md#attendance-per-session).
import { auditRecordChange } from '../../../../shared/audit/audit.ts';
import type { Caller } from '../../../../shared/auth/access/access.ts';
import { isSelf } from '../../../../shared/auth/access/person-access.ts';
import { type Change, check, ifAbsent, ifVersion } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { conflict, Failure, invalid } from '../../../../shared/errors/failure.ts';
import {
  type AttendanceRuleItem,
  type AttendedShare,
  attendanceRuleKey,
  checkInOpens,
  computeShare,
  creditsForShare,
  meetsMinimum,
  selectValidEntries,
  sessionMinutes,
} from '../../classes/record/attendance-rule.ts';
import type { ClassItem, ClassSession } from '../../classes/record/class.ts';
import type { ClassWithSeats } from '../../classes/record/store.ts';
import { demandEvaluation, endHold } from '../../evaluations/record/demand.ts';
import { buildAttendanceGrantChanges, buildAttendanceVoidChanges } from '../../records/credits/attendance.ts';
import { formatMoment } from '../../time/format-moment.ts';
import { replaceRegistration, updateRegistration } from '../record/change-registration.ts';
import type { RegistrationItem, SessionAttendance } from '../record/registration.ts';
import { changeStatus } from '../transition/status-change.ts';

import { buildTransitionChanges } from '../transition/transition.ts';

/** Who records attendance, and when. */
export interface AttendanceContext {
  readonly tenant: TenantStore;
  readonly caller: Caller;
  readonly settings: { readonly timeZone: string };
  readonly now: Date;
  readonly newId: () => string;
}

/** An attendance to record. Without `minutes` the whole session was attended. */
export interface SessionEntry {
  readonly sessionId: string;
  readonly minutes?: number | undefined;
  readonly method: SessionAttendance['method'];
  readonly reason?: string | undefined;
  /** When a code was scanned; now by default. */
  readonly at?: Date | undefined;
  /** Whether the entry is taken back. */
  readonly isRemoved?: boolean | undefined;
}

/** From when on a session's attendance can be recorded: by a code a little before it begins. */
export const opensAt = (
  session: Pick<ClassSession, 'startsAt'>,
  method: SessionAttendance['method'],
): number => Date.parse(session.startsAt) - (method === 'code' ? checkInOpens : 0);

const attendanceStatuses: readonly string[] = ['Confirmed', 'Attended', 'NoShow'];

const lastStart = ({ sessions, startsAt }: ClassItem): string =>
  sessions
    .map((session) => session.startsAt)
    .sort()
    .at(-1) ?? startsAt;

/**
 * The session of the class, which must have begun.
 * @throws Failure 400 for a session that the class does not have; 409 before it begins
 */
function requireSession(item: ClassItem, entry: SessionEntry, now: Date): ClassSession {
  const session = item.sessions.find(({ id }) => id === entry.sessionId);
  if (!session)
    throw invalid([
      {
        code: 'UNKNOWN_VALUE',
        message: `${item.sectionName} has no session with the id ${entry.sessionId}.`,
        target: 'sessionId',
      },
    ]);
  if (item.isCancelled) throw conflict(`${item.sectionName} is cancelled; attendance can't be recorded.`);
  if ((entry.at ?? now).getTime() < opensAt(session, entry.method))
    throw conflict(
      `The session starts on ${formatMoment(session.startsAt, item.timeZone)}; attendance can be recorded from ${entry.method === 'code' ? 'an hour before' : 'then on'}.`,
    );
  const length = sessionMinutes(session);
  if (entry.minutes !== undefined && entry.minutes > length)
    throw invalid([
      {
        code: 'OUT_OF_RANGE',
        message: `minutes must be between 0 and ${length}, the length of the session, but was ${entry.minutes}.`,
        target: 'minutes',
      },
    ]);
  return session;
}

/** @throws Failure 403 for the caller's own; 409 for a registration that has no seat */
function assertRecordable(caller: Caller, { memberId, status, memberName }: RegistrationItem): void {
  if (isSelf(caller, memberId))
    throw new Failure(
      'PERMISSION_DENIED',
      'Nobody records their own attendance; another instructor of the class or an administrator can record it.',
    );
  if (!attendanceStatuses.includes(status))
    throw refuseRegistration(
      `The registration of ${memberName} is ${status}; attendance is recorded for those that are ${attendanceStatuses.join(', ')}.`,
    );
}

const refuseRegistration = (message: string): Failure =>
  new Failure('CONFLICT', message, {
    details: [{ code: 'NOT_REGISTERED', message, target: 'registrationId' }],
  });

const isSameShare = (a: AttendedShare | undefined, b: AttendedShare): boolean =>
  a !== undefined && a.attended * b.total === b.attended * a.total;

/** What a registration becomes once all of its sessions have an entry; undefined when nothing changes. */
function settle(
  before: RegistrationItem,
  { share, rule }: { readonly share: AttendedShare; readonly rule: AttendanceRuleItem },
  { caller, now }: AttendanceContext,
) {
  const to = meetsMinimum(rule, share) ? 'Attended' : 'NoShow';
  const percent = Math.floor((100 * share.attended) / share.total);
  const details = {
    by: caller.subject,
    at: now,
    reason: `${percent}% attended, at least ${rule.minimumShare}% needed`,
  };
  const isSameCredits = isSameShare(before.settledShare, share) || rule.kind === 'threshold';
  if (before.status === to && (to === 'NoShow' || (before.settledShare !== undefined && isSameCredits)))
    return undefined;
  // Attendance that was granted is taken back first, so that credits of the new share have ids of their own.
  const reverted = before.status === to ? changeStatus(before, 'Confirmed', details) : before;
  const after = changeStatus(reverted, to, details, { settledShare: share });
  return { reverted, after: { ...after, version: before.version + 1 } };
}

/** Attendance of a session on a registration that was read with its class and the class's rule. */
export interface SessionAttendanceInput {
  readonly before: RegistrationItem;
  readonly classWithSeats: ClassWithSeats;
  readonly rule: AttendanceRuleItem | undefined;
  readonly entries: readonly SessionEntry[];
}

/**
 * The registration with the attendance of some sessions, and the writes for it. A correction is audited; when all sessions
 * have an entry, the registration is settled by the rule of the class, credits included.
 * @throws Failure 400, 403, 409
 */
export async function applySessionAttendance(
  context: AttendanceContext,
  { before, classWithSeats, rule, entries }: SessionAttendanceInput,
): Promise<{ readonly after: RegistrationItem; readonly changes: readonly Change[] }> {
  const { tenant, caller, settings, now } = context;
  const { item } = classWithSeats;
  assertRecordable(caller, before);
  const earlier = selectValidEntries(item.sessions, before.sessionAttendance);
  const added = entries.flatMap((entry): SessionAttendance[] => {
    const session = requireSession(item, entry, now);
    const minutes = entry.minutes ?? sessionMinutes(session);
    const known = earlier.find(({ sessionId }) => sessionId === session.id);
    if (entry.isRemoved) return [];
    // A code that is shown twice, or a list that is sent again, changes nothing.
    if (known && (known.minutes === minutes || entry.method === 'code')) return [];
    return [
      {
        ...{
          sessionId: session.id,
          minutes,
          method: entry.method,
          at: (entry.at ?? now).toISOString(),
          by: caller.subject,
        },
        byName: caller.kind === 'anonymous' ? undefined : caller.name,
        reason: entry.reason,
      },
    ];
  });
  const removed = earlier.filter(({ sessionId }) =>
    entries.some((entry) => entry.isRemoved && entry.sessionId === sessionId),
  );
  if (removed.length > 0 && before.status !== 'Confirmed')
    throw conflict(
      `The registration of ${before.memberName} is ${before.status}; an entry is taken back while it is Confirmed, and corrected afterwards.`,
    );
  const kept = earlier.filter(
    (entry) => !removed.includes(entry) && !added.some(({ sessionId }) => sessionId === entry.sessionId),
  );
  const sessionAttendance = [...kept, ...added];
  const share = computeShare(item.sessions, sessionAttendance);
  const mayBeSettled = rule && share && now >= new Date(lastStart(item));
  const settled = mayBeSettled && settle({ ...before, sessionAttendance }, { share, rule }, context);
  if (added.length + removed.length === 0 && !settled) return { after: before, changes: [] };
  const corrected = added.filter((entry) => earlier.some(({ sessionId }) => sessionId === entry.sessionId));
  const audit = [...corrected, ...removed].map(({ sessionId }) =>
    auditRecordChange(
      tenant,
      {
        recordType: 'SessionAttendance',
        recordId: before.id,
        before: { ...earlier.find((entry) => entry.sessionId === sessionId) },
        after: { ...added.find((entry) => entry.sessionId === sessionId) },
      },
      context,
    ),
  );
  // The rule that was read must still hold when credits are granted by it.
  const ruleHolds = check(
    attendanceRuleKey(tenant, item.id),
    rule ? ifVersion(rule.version) : ifAbsent,
    'retry',
  );
  if (!settled || !rule || !share) {
    const after = updateRegistration(before, { sessionAttendance }, now);
    return { after, changes: [replaceRegistration(tenant, before, after), ruleHolds, ...audit] };
  }
  const { reverted } = settled;
  const demand =
    settled.after.status === 'Attended'
      ? await demandEvaluation(tenant, { registration: before, item, rule, now })
      : { hold: undefined, changes: endHold(tenant, before) };
  const after = { ...settled.after, evaluationHold: demand.hold };
  const attended = { attendedClass: item, timeZone: settings.timeZone, by: caller.subject, now };
  const voided =
    before.status === 'Attended'
      ? await buildAttendanceVoidChanges(tenant, {
          ...attended,
          registration: before,
          reason: 'The attendance was corrected.',
        })
      : [];
  const granted =
    after.status === 'Attended' && !demand.hold
      ? await buildAttendanceGrantChanges(tenant, {
          ...attended,
          registration: reverted,
          reduceCredits: (credits) => creditsForShare(rule, share, credits),
        })
      : [];
  const own =
    before.status === after.status
      ? [replaceRegistration(tenant, before, after)]
      : await buildTransitionChanges(tenant, { statusChanges: [{ before, after }], classWithSeats, now });
  return { after, changes: [...own, ruleHolds, ...audit, ...demand.changes, ...voided, ...granted] };
}
