// POST /api/v1/Awards/{id}/Awardings

import { throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { reply, write } from '../../../../shared/http/reply.ts';
import { setTimer } from '../../../../shared/schedule/timers.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { requireActiveCaller } from '../../access/acting-people.ts';
import { requireAward } from '../../awards/record/award-record.ts';
import { validateAwardingDay } from '../certifications/awarding/award-person.ts';
import { buildAwarding, insertAwarding, presentAwarding } from './awarding.ts';
import { awardingTimer } from './continue-awarding.ts';
import { startAwarding } from './contract.ts';

export const handler = lambda(startAwarding, async (context) => {
  const { params, body, tenant, settings, caller, now, receivedAt, newId, url } = context;
  const [award] = await Promise.all([requireAward(tenant, params.id), requireActiveCaller(context)]);
  const completedDate = body.completedDate ?? undefined;
  const today = toLocalDate(settings.timeZone, now);
  throwIfInvalid(completedDate === undefined ? [] : validateAwardingDay(completedDate, today));
  const awarding = buildAwarding(
    {
      ...{ id: newId(), awardId: award.id, awardName: award.name, requestedBy: caller.subject },
      ...{ isPreview: body.preview ?? false, completedDate },
    },
    now,
    receivedAt,
  );
  return write(
    [...insertAwarding(tenant, awarding), setTimer(tenant, awardingTimer(awarding.run.id, now))],
    reply(202, presentAwarding(awarding), {
      headers: { Location: url(`/api/v1/Awardings/${awarding.run.id}`) },
    }),
  );
});
