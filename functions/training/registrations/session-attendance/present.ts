// Presents the attendance of a session.
import { showByName } from '../../../../shared/auth/accounts/user-name.ts';
import { pick } from '../../../../shared/values/pick.ts';
import { selectValidEntries, sessionMinutes } from '../../classes/record/attendance-rule.ts';
import type { ClassSession } from '../../classes/record/class.ts';
import type { RegistrationItem } from '../record/registration.ts';

/** A registration in the roster of a session. */
export function presentSessionAttendance(registration: RegistrationItem, session: ClassSession) {
  const entries = selectValidEntries([session], registration.sessionAttendance);
  const entry = entries.find(({ sessionId }) => sessionId === session.id);
  return {
    registrationId: registration.id,
    ...pick(registration, ['memberId', 'memberName', 'organizationName', 'confirmationNumber', 'status']),
    sessionMinutes: sessionMinutes(session),
    ...(entry && showByName(pick(entry, ['minutes', 'method', 'at', 'by', 'byName', 'reason']))),
  };
}
