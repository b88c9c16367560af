// POST /api/v1/Completions
import { toLocalDate } from '../../../../shared/directory/local-date.ts';
import { conflict, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { created, write } from '../../../../shared/http/reply.ts';
import { notifyEarnedAwards } from '../certifications/earned-awards.ts';
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
  return write(
    [
      insertCompletion(tenant, completion),
      claimCompletionDay(tenant, completion, ofDay.length),
      ...(await notifyEarnedAwards(tenant, personId, { completions: [completion] }, now)),
    ],
    created(presentCompletion(completion), url(`/api/v1/People/${personId}/Completions/${completion.id}`), {
      version: completion.version,
    }),
  );
});
