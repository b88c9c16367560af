// POST /api/v1/Completions
import { toLocalDate } from '../../../../shared/directory/local-date.ts';
import { recordId } from '../../../../shared/directory/record-id.ts';
import { conflict, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { created, write } from '../../../../shared/http/reply.ts';
import { notifyEarnedAwards } from '../certifications/earned-awards.ts';
import { buildCompletion, isNotVoided } from '../training-record/credit.ts';
import { loadCreditReferences, validateRecordInput } from '../training-record/references.ts';
import { recordCompletion } from './contract.ts';
import { presentCompletion } from './present.ts';
import { completionsOfCourse, insertCompletion } from './store.ts';

export const handler = lambda(recordCompletion, async (ctx) => {
  const { body, tenant, settings, caller, now, url } = ctx;
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
      // Two requests at once get the same id, so that only one is recorded.
      id: recordId(
        tenant.code,
        'completion:manual',
        [personId, courseId, completedDate, ofDay.length].join(' '),
      ),
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
      ...(await notifyEarnedAwards(tenant, personId, { completions: [completion] }, now)),
    ],
    created(presentCompletion(completion), url(`/api/v1/People/${personId}/Completions/${completion.id}`), {
      version: completion.version,
    }),
  );
});
