// Writes changed sessions of a class: the class, an audit of what changed and why, and the notification of registrants.
import { type AuditContext, auditRecordChange } from '../../../../shared/audit/audit.ts';
import type { Caller } from '../../../../shared/auth/access/access.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { loadTrainingSettings } from '../../training-settings.ts';
import { applyClassInput, toPlanContext } from '../plan/plan-class.ts';
import type { SessionInput } from '../plan/schedule.ts';
import { loadParticipations } from '../presentation/participation.ts';
import type { ClassItem, ClassSession } from '../record/class.ts';
import { classAndSeats } from '../record/store.ts';
import { type ChangeContext, writeClassChange } from '../write-class-change.ts';
import { assertStillToCome, type ChosenSessions, chooseSessions } from './change-sessions.ts';
import type { SessionChoice } from './contract.ts';

interface SessionsChange {
  readonly choice: SessionChoice;
  /** All sessions of the class after the change. */
  readonly apply: (item: ClassItem, chosen: ChosenSessions) => readonly SessionInput[];
  readonly reason: string | undefined;
  readonly allowDoubleBooking?: boolean | null | undefined;
}

const describeTimes = (sessions: readonly ClassSession[], { all }: ChosenSessions): readonly string[] =>
  sessions
    .filter(({ id }) => all.some((chosen) => chosen.id === id))
    .map(({ date, startTime, endTime }) => `${date} ${startTime}-${endTime}`);

/**
 * Changes the sessions of a class that a request names.
 * @throws Failure 400, 404, 409, 412
 */
export async function writeSessions(
  context: ChangeContext & AuditContext & { readonly caller: Caller },
  classId: string,
  { choice, apply, reason, allowDoubleBooking }: SessionsChange,
) {
  const { tenant, caller, now } = context;
  const [current, settings, participations] = await Promise.all([
    classAndSeats(tenant, classId, { consistent: true }),
    loadTrainingSettings(tenant),
    loadParticipations(tenant, caller, [classId]),
  ]);
  if (!current) throw notFound('class', classId);
  const { item: before } = current;
  const chosen = chooseSessions(before, choice, now);
  const sessions = [...apply(before, chosen)];
  const { item, errors } = applyClassInput(before, { sessions }, toPlanContext(context, settings), reason);
  const plan = {
    item,
    errors: errors.map((error) => ({
      ...error,
      target: error.target.replace(/^sessions\[\d+\]\.?/, '') || 'toDate',
    })),
  };
  if (errors.length === 0) assertStillToCome(item, chosen, now);
  const audit = auditRecordChange(
    tenant,
    {
      recordType: 'ClassSessions',
      recordId: before.id,
      before: { sessions: describeTimes(before.sessions, chosen) },
      after: { sessions: describeTimes(item.sessions, chosen), reason: reason ?? null },
    },
    context,
  );
  return writeClassChange(context, current, plan, { allowDoubleBooking, participations, more: [audit] });
}
