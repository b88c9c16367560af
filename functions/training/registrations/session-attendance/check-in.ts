// POST /api/v1/Classes/{id}/CheckIn
import { conflict } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { requireActiveCaller } from '../../acting-people.ts';
import { checkInSecretKey } from '../../classes/check-in-secret.ts';
import type { ClassItem } from '../../classes/class.ts';
import { applySessionAttendance, checkInOpens } from '../settle-attendance.ts';
import { readCode } from './check-in-code.ts';
import { checkIn } from './contract.ts';
import { requireRegistrationOfClass, requireSessionOfClass, requireTaughtClass } from './load.ts';
import { presentSessionAttendance } from './present.ts';

/**
 * The session that takes place now, or begins within the hour.
 * @throws Failure 409 when there is none
 */
function findCurrentSession({ sessions, sectionName }: ClassItem, now: Date) {
  const time = now.getTime();
  const current = sessions.find(
    ({ startsAt, endsAt }) => time >= Date.parse(startsAt) - checkInOpens && time < Date.parse(endsAt),
  );
  if (!current)
    throw conflict(
      `No session of ${sectionName} takes place now; send the sessionId of the one that is meant.`,
    );
  return current;
}

export const handler = lambda(checkIn, async (context) => {
  const { tenant, caller, params, body, now } = context;
  const [attendedClass, secret] = await Promise.all([
    requireTaughtClass(tenant, caller, params.id),
    tenant.get(checkInSecretKey(tenant, params.id), { consistent: true }),
    requireActiveCaller(context),
  ]);
  const read = readCode(tenant, secret, body.code, now);
  if ('reason' in read)
    throw conflict(
      read.reason === 'expired'
        ? 'The code has expired; the person opens it again, which shows another one.'
        : 'The code is none of this class.',
      'code',
    );
  const { item } = attendedClass.classWithSeats;
  const session = body.sessionId
    ? requireSessionOfClass(item, body.sessionId)
    : findCurrentSession(item, now);
  const before = await requireRegistrationOfClass(tenant, params.id, read.registrationId);
  const { after, changes } = await applySessionAttendance(context, {
    before,
    ...attendedClass,
    entries: [{ sessionId: session.id, method: 'code' }],
  });
  return write(changes, ok(presentSessionAttendance(after, session), { version: after.version }));
});
