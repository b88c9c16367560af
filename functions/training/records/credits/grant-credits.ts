// POST /api/v1/Credits

import { displayName } from '../../../../shared/directory/people/person.ts';
import { throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { created, write } from '../../../../shared/http/reply.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { requireActiveCaller } from '../../access/acting-people.ts';
import { parseOverride } from '../certifications/awarding/override.ts';
import { notifyEarnedAwards } from '../certifications/earned-awards.ts';
import { buildGrantedCredit } from '../granted-credits/grant.ts';
import { notifyCreditsGranted } from '../granted-credits/notification-messages.ts';
import { applyRetakeRule } from '../granted-credits/retake.ts';
import { insertCredit } from '../granted-credits/store.ts';
import { loadCreditReferences, validateRecordInput } from '../training-record/references.ts';
import { grantCredits } from './contract.ts';
import { presentCredit } from './present.ts';

export const handler = lambda(grantCredits, async (ctx) => {
  const { body, tenant, settings, caller, now, newId, url } = ctx;
  const today = toLocalDate(settings.timeZone, now);
  const earnedDate = body.earnedDate ?? today;
  const [references] = await Promise.all([loadCreditReferences(tenant, [body]), requireActiveCaller(ctx)]);
  throwIfInvalid(validateRecordInput(body, { target: 'earnedDate', value: earnedDate, today }, references));
  const granted = buildGrantedCredit(
    { ...body, earnedDate, id: newId(), source: 'manual' },
    references,
    caller.subject,
    now,
  );
  const override = parseOverride(caller, body, now)?.reason;
  const course = references.courses.get(body.courseId ?? '');
  const { credits, claim } = await applyRetakeRule(tenant, [granted], course, { override });
  const [credit = granted] = credits;
  const person = references.people.get(body.personId);
  return write(
    [
      ...insertCredit(tenant, credit),
      ...claim,
      ...notifyCreditsGranted(tenant, [credit], person ? displayName(person) : '', now),
      ...(await notifyEarnedAwards(
        tenant,
        body.personId,
        { credits: [credit] },
        { now, timeZone: settings.timeZone },
      )),
    ],
    created(presentCredit(credit), url(`/api/v1/Credits/${credit.id}`), { version: credit.version }),
  );
});
