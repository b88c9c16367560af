// POST /api/v1/registration/ClassRegistration/Attendance
import type * as z from 'zod';
import { lambda } from '../../../shared/http/lambda.ts';
import { countPending, openParts, replyToParts } from '../../../shared/http/perform-parts.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { findSentText } from '../../../shared/http/rows.ts';
import { requireActiveCaller } from '../access/acting-people.ts';
import { presentOutcome, presentRefusal } from '../refusal.ts';
import { applyAttendance } from './attendance.ts';
import { recordAttendanceInBulk } from './contract.ts';
import type { AttendanceResult } from './presentation/registration-schemas.ts';

type Result = z.input<typeof AttendanceResult>['results'][number];

export const handler = lambda(recordAttendanceInBulk, async (context) => {
  const { attendances, reason } = context.body;
  await requireActiveCaller(context);
  const parts = await openParts(recordAttendanceInBulk, context);
  const results: Result[] = [];
  for (const [row, readRow] of attendances.entries()) {
    const sent = readRow(`attendances[${row}]`);
    if (!sent.isValid) {
      const registrationId = findSentText(sent.sent, 'registrationId');
      results.push({ row, registrationId, error: presentRefusal(sent.refusal) });
      continue;
    }
    const { registrationId, attendance } = sent.value;
    const outcome = await parts.perform(`${row} ${registrationId}`, async () => {
      const note = { registrationId, attendance, reason: reason || undefined };
      const { after, changes } = await applyAttendance(context, note);
      return write(changes, ok({ status: after.status }));
    });
    results.push({ row, registrationId, ...presentOutcome(outcome) });
  }
  return replyToParts({
    noted: results.filter(({ status }) => status !== undefined).length,
    refused: results.filter(({ error }) => error !== undefined).length,
    pending: countPending(results),
    results,
  });
});
