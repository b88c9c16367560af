// The evaluation of a past class of a demo tenant, which the demo's first person attended.
import { classById } from '../../../functions/training/classes/store.ts';
import {
  type CourseEvaluationItem,
  courseEvaluationKey,
  responseKey,
  responsesByClass,
} from '../../../functions/training/evaluations/record/evaluation.ts';
import { registrationPointerKey } from '../../../functions/training/records/training-record/training-record.ts';
import { claimKey } from '../../../functions/training/registrations/record/claims.ts';
import {
  registrationById,
  registrationKey,
} from '../../../functions/training/registrations/record/registration.ts';
import { commit, put } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { demoId } from './references.ts';

/** Writes the evaluation and the registration, and returns the values that examples name. */
export async function seedEvaluation(tenant: TenantStore, now: Date): Promise<Record<string, string>> {
  const id = (name: string) => demoId(tenant.code, name);
  const item = await classById(tenant, id('class:meetings-law-past'));
  const attended = await registrationById(tenant, id('registration:maya meetings-law-past'));
  if (!item || !attended) return {};
  const moment = now.toISOString();
  const questionIds = ['scale', 'text'].map((kind) => id(`question:meetings-law ${kind}`));
  const [scaleQuestionId = '', textQuestionId = ''] = questionIds;
  const evaluation: CourseEvaluationItem = {
    ...{ type: 'course-evaluation', courseId: item.courseId },
    questions: [
      {
        ...{ id: scaleQuestionId, kind: 'scale', isRequired: true },
        text: 'How useful was the class for your work?',
      },
      {
        ...{ id: textQuestionId, kind: 'text', isRequired: false, maxLength: 2000 },
        text: 'What should we change?',
      },
    ],
    ...{ isAnonymous: false, isRequired: false, closesAfterDays: 365, minimumAnswers: 5, reminderDays: 3 },
    ...{ version: 1, createdDate: moment, modifiedDate: moment, schemaVersion: 1 },
  };
  const memberId = id('person:ada');
  const registrationId = id('registration:ada meetings-law-past');
  await commit([
    put(courseEvaluationKey(tenant, item.courseId), evaluation),
    put(registrationKey(tenant, registrationId), {
      ...attended,
      ...{ id: registrationId, memberId, memberName: 'Ada', confirmationNumber: '0000-0001' },
      // Not in the list of the class, whose number of registrations would be another.
      ...{ gsi1pk: undefined, gsi1sk: undefined },
    }),
    put(claimKey(tenant, item.id, memberId), {
      ...{ type: 'class-claim', classId: item.id, memberId, registrationId },
    }),
    put(registrationPointerKey(tenant, memberId, { createdDate: attended.createdDate, registrationId }), {
      ...{ type: 'registration-pointer', registrationId, classId: item.id, courseId: item.courseId },
      createdDate: attended.createdDate,
    }),
    put(
      responseKey(tenant, attended.memberId, item.id),
      {
        ...{ type: 'evaluation-response', personId: attended.memberId, classId: item.id },
        ...{ answers: { [scaleQuestionId]: 4, [textQuestionId]: 'More cases from small counties.' } },
        answeredAt: moment,
      },
      { listed: { listing: responsesByClass(tenant, item.id), sort: moment } },
    ),
  ]);
  return { evaluatedCourseId: item.courseId, evaluatedClassId: item.id, scaleQuestionId, textQuestionId };
}
