// POST /api/v1/Classes/Recurrence/Preview

import { throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { pick } from '../../../../shared/values/pick.ts';
import { recurrenceLimits, toRecurrenceField } from '../plan/apply-recurrence.ts';
import { parseTimeZone } from '../plan/plan-class.ts';
import { buildSchedule, buildSessionNotes } from '../plan/schedule.ts';
import { expandRecurrence } from '../recurrence/expand.ts';
import { previewRecurrence } from './contract.ts';

export const handler = lambda(previewRecurrence, async ({ body, settings, newId }) => {
  const { recurrence } = body;
  const { zone, errors: zoneErrors } = parseTimeZone(body.timeZone, settings.timeZone);
  throwIfInvalid(zoneErrors);
  const { days, excepted } = await expandRecurrence(recurrence, zone, recurrenceLimits);
  const { startTime, endTime } = recurrence;
  const { sessions, errors } = buildSchedule(
    days.map((date) => ({ date, startTime, endTime })),
    [],
    zone,
    newId,
  );
  throwIfInvalid(errors.map(toRecurrenceField));
  return ok({
    timeZone: zone,
    sessions: sessions.map((session) => ({
      ...pick(session, ['date', 'startTime', 'endTime', 'startsAt', 'endsAt']),
      notes: buildSessionNotes(session, zone),
    })),
    excepted: [...excepted],
  });
});
