// POST /api/v1/registration/ClassRegistration/{id}/Attendance
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { requireActiveCaller } from '../access/acting-people.ts';
import { applyAttendance } from './attendance.ts';
import { recordAttendance } from './contract.ts';
import { presentRegistration } from './presentation/present.ts';

export const handler = lambda(recordAttendance, async (context) => {
  const { params, body, ifMatch } = context;
  await requireActiveCaller(context);
  const { after, changes } = await applyAttendance(context, {
    registrationId: params.id,
    attendance: body.attendance,
    reason: body.reason || undefined,
    ifMatch,
  });
  return write(changes, ok(presentRegistration(after), { version: after.version }));
});
