// POST /api/v1/Completions

import { displayName } from '../../../../shared/directory/people/person.ts';
import { conflict, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { created, write } from '../../../../shared/http/reply.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { requireActiveCaller } from '../../access/acting-people.ts';
import { loadTypes } from '../../settings/types/store.ts';
import { parseOverride } from '../certifications/awarding/override.ts';
import { notifyEarnedAwards } from '../certifications/earned-awards.ts';
import { buildGrantedCredit } from '../granted-credits/grant.ts';
import { notifyCreditsGranted } from '../granted-credits/notification-messages.ts';
import { applyRetakeRule } from '../granted-credits/retake.ts';
import { insertCredit } from '../granted-credits/store.ts';
import { buildCompletion, isNotVoided } from '../training-record/credit.ts';
import { loadCreditReferences, validateRecordInput } from '../training-record/references.ts';
import { recordCompletion } from './contract.ts';
import { presentCompletion } from './present.ts';
import { claimCompletionDay, completionsOfCourse, insertCompletion } from './store.ts';

export const handler = lambda(recordCompletion, async (ctx) => {
  const { body, tenant, settings, caller, now, newId, url } = ctx;
  const { personId, courseId } = body;
  const today = toLocalDate(settings.timeZone, now);
  const completedDate = body.completedDate ?? today;
  const [references, earlier] = await Promise.all([
    loadCreditReferences(tenant, [body]),
    completionsOfCourse(tenant, personId, courseId),
    requireActiveCaller(ctx),
  ]);
  throwIfInvalid(
    validateRecordInput(body, { target: 'completedDate', value: completedDate, today }, references),
  );
  const ofDay = earlier.filter((completion) => completion.completedDate === completedDate);
  const counted = ofDay.find(isNotVoided);
  if (counted)
    throw conflict(
      `The completion of ${counted.courseName} on ${completedDate} is already recorded as ${counted.id}; void it first, or record another day.`,
      'completedDate',
    );
  const course = references.courses.get(courseId);
  const completion = buildCompletion(
    {
      id: newId(),
      personId,
      courseId,
      courseName: course?.name ?? courseId,
      courseEdition: course?.edition,
      completedDate,
      source: 'manual',
      note: body.note || undefined,
      recordedBy: caller.subject,
    },
    now,
  );
  const amounts = body.grantCredits ? (course?.credits.filter(({ credits }) => credits > 0) ?? []) : [];
  const creditTypes = await loadTypes(
    tenant,
    amounts.map(({ creditTypeId }) => ({ kind: 'creditType', id: creditTypeId })),
  );
  const toGrant = amounts.map(({ creditTypeId, credits: amount }) =>
    buildGrantedCredit(
      {
        ...{ id: newId(), personId, courseId, creditTypeId, credits: amount },
        ...{ earnedDate: completedDate, note: body.note, source: 'manual' },
        attendanceMode: body.attendanceMode,
      },
      { ...references, creditTypes },
      caller.subject,
      now,
    ),
  );
  const override = parseOverride(caller, body, now)?.reason;
  const { credits, claim } = await applyRetakeRule(tenant, toGrant, course, { override });
  const person = references.people.get(personId);
  return write(
    [
      insertCompletion(tenant, completion),
      ...credits.flatMap((credit) => insertCredit(tenant, credit)),
      ...claim,
      ...notifyCreditsGranted(tenant, credits, person ? displayName(person) : '', now),
      claimCompletionDay(tenant, completion, ofDay.length),
      ...(await notifyEarnedAwards(
        tenant,
        personId,
        { credits, completions: [completion] },
        { now, timeZone: settings.timeZone },
      )),
    ],
    created(presentCompletion(completion), url(`/api/v1/People/${personId}/Completions/${completion.id}`), {
      version: completion.version,
    }),
  );
});
