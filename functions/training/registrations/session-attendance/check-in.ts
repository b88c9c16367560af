// POST /api/v1/Classes/{id}/CheckIn
import type { TenantStore } from '../../../../shared/data/store.ts';
import { conflict, type ErrorDetail, Failure } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { requireActiveCaller } from '../../access/acting-people.ts';
import { checkInOpens, selectValidEntries } from '../../classes/record/attendance-rule.ts';
import { checkInSecretKey } from '../../classes/record/check-in-secret.ts';
import type { ClassItem } from '../../classes/record/class.ts';
import { registrationById } from '../record/registration.ts';
import { readCode, resolveScanTime } from './check-in-code.ts';
import { checkIn } from './contract.ts';
import { requireRegistrationOfClass, requireSessionOfClass, requireTaughtClass } from './load.ts';
import { presentSessionAttendance } from './present.ts';
import { applySessionAttendance } from './settle-attendance.ts';

/**
 * The session that takes place at a moment, or begins within the hour.
 * @throws Failure 409 when there is none
 */
function findCurrentSession({ sessions, sectionName }: ClassItem, at: Date) {
  const time = at.getTime();
  const current = sessions.find(
    ({ startsAt, endsAt }) => time >= Date.parse(startsAt) - checkInOpens && time < Date.parse(endsAt),
  );
  if (!current)
    throw conflict(
      `No session of ${sectionName} takes place now; send the sessionId of the one that is meant.`,
    );
  return current;
}

const refuseCode = (code: ErrorDetail['code'], message: string): Failure =>
  new Failure('CONFLICT', message, { target: 'code', details: [{ code, message, target: 'code' }] });

/** Why a code is not one of this class: it may be one of another class of the tenant. One read. */
async function refuseUnknownCode(
  tenant: TenantStore,
  classId: string,
  unsignedId: string | undefined,
): Promise<Failure> {
  const named = unsignedId === undefined ? undefined : await registrationById(tenant, unsignedId);
  return named === undefined || named.classId === classId
    ? refuseCode('CODE_UNKNOWN', 'The code is none of this class.')
    : refuseCode('CODE_OF_OTHER_CLASS', 'The code is of another class.');
}

export const handler = lambda(checkIn, async (context) => {
  const { tenant, caller, params, body, now } = context;
  const [attendedClass, secret] = await Promise.all([
    requireTaughtClass(tenant, caller, params.id),
    tenant.get(checkInSecretKey(tenant, params.id), { consistent: true }),
    requireActiveCaller(context),
  ]);
  const at = resolveScanTime(body.scannedAt, now);
  const read = readCode(tenant, secret, body.code, at);
  if ('reason' in read)
    throw read.reason === 'expired'
      ? refuseCode(
          'CODE_EXPIRED',
          'The code has expired; the person opens it again, which shows another one.',
        )
      : await refuseUnknownCode(tenant, params.id, read.unsignedId);
  const { item } = attendedClass.classWithSeats;
  const session = body.sessionId ? requireSessionOfClass(item, body.sessionId) : findCurrentSession(item, at);
  const before = await requireRegistrationOfClass(tenant, params.id, read.registrationId);
  const { after, changes } = await applySessionAttendance(context, {
    before,
    ...attendedClass,
    entries: [{ sessionId: session.id, method: 'code', at }],
  });
  const earlier = selectValidEntries([session], before.sessionAttendance);
  const wasRecorded = earlier.some(({ sessionId }) => sessionId === session.id);
  return write(
    changes,
    ok({ ...presentSessionAttendance(after, session), wasRecorded }, { version: after.version }),
  );
});
