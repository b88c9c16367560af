// POST /api/v1/Classes/{id}/Sessions/{sessionId}/Attendance
import type * as z from 'zod';
import { lambda } from '../../../../shared/http/lambda.ts';
import { countPending, openParts, replyToParts } from '../../../../shared/http/perform-parts.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { findSentText } from '../../../../shared/http/rows.ts';
import { requireActiveCaller } from '../../access/acting-people.ts';
import { presentOutcome, presentRefusal } from '../../refusal.ts';
import { recordSessionAttendance } from './contract.ts';
import { requireRegistrationOfClass, requireSessionOfClass, requireTaughtClass } from './load.ts';
import { presentSessionAttendance } from './present.ts';
import type { SessionAttendanceResult } from './schemas.ts';
import { applySessionAttendance } from './settle-attendance.ts';

type Result = z.input<typeof SessionAttendanceResult>['results'][number];

export const handler = lambda(recordSessionAttendance, async (context) => {
  const { tenant, caller, params, body } = context;
  const [{ classWithSeats: first }] = await Promise.all([
    requireTaughtClass(tenant, caller, params.id),
    requireActiveCaller(context),
  ]);
  requireSessionOfClass(first.item, params.sessionId);
  const parts = await openParts(recordSessionAttendance, context);
  const results: Result[] = [];
  for (const [row, readRow] of body.attendances.entries()) {
    const sent = readRow(`attendances[${row}]`);
    if (!sent.isValid) {
      const registrationId = findSentText(sent.sent, 'registrationId');
      results.push({ row, registrationId, error: presentRefusal(sent.refusal) });
      continue;
    }
    const { registrationId, minutes, isRemoved, reason } = sent.value;
    const outcome = await parts.perform(`${params.sessionId} ${row} ${registrationId}`, async () => {
      const attendedClass = await requireTaughtClass(tenant, caller, params.id);
      const before = await requireRegistrationOfClass(tenant, params.id, registrationId);
      const entry = {
        ...{ sessionId: params.sessionId, method: 'list' as const, reason: reason || undefined },
        minutes: minutes ?? undefined,
        isRemoved: isRemoved ?? false,
      };
      const { after, changes } = await applySessionAttendance(context, {
        before,
        ...attendedClass,
        entries: [entry],
      });
      const session = requireSessionOfClass(attendedClass.classWithSeats.item, params.sessionId);
      const { status, minutes: recorded } = presentSessionAttendance(after, session);
      return write(changes, ok({ status, minutes: recorded }));
    });
    results.push({ row, registrationId, ...presentOutcome(outcome) });
  }
  return replyToParts({
    recorded: results.filter(({ status }) => status !== undefined).length,
    refused: results.filter(({ error }) => error !== undefined).length,
    pending: countPending(results),
    results,
  });
});
