// The evaluation of a past class of a demo tenant, which the demo's first person attended.

import {
  buildTaughtClass,
  taughtKey,
} from '../../../../functions/training/classes/bookings/instructor-entries.ts';
import { buildSeats, classKey, seatsKey } from '../../../../functions/training/classes/record/class.ts';
import { classById } from '../../../../functions/training/classes/record/store.ts';
import {
  type CourseEvaluationItem,
  courseEvaluationKey,
  responseKey,
  responsesByClass,
} from '../../../../functions/training/evaluations/record/evaluation.ts';
import { registrationPointerKey } from '../../../../functions/training/records/training-record/training-record.ts';
import { claimKey } from '../../../../functions/training/registrations/record/claims.ts';
import {
  type RegistrationItem,
  registrationById,
  registrationKey,
  registrationSort,
  registrationsByClass,
} from '../../../../functions/training/registrations/record/registration.ts';
import { type Change, commit, put } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { demoId } from '../steps/references.ts';

/** An item that was read, without where it is stored and listed. */
const withoutPlace = <T extends object>(item: T): T => {
  const places = ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk'];
  return Object.fromEntries(Object.entries(item).filter(([name]) => !places.includes(name))) as T;
};

/** The writes of a registration with its place in the list of its class and in the record of its member. */
async function insertAttended(tenant: TenantStore, registration: RegistrationItem): Promise<Change[]> {
  const { id: registrationId, classId, courseId, memberId, createdDate } = registration;
  const list = registrationsByClass(tenant, classId);
  const sort = registrationSort(registration);
  const isNew = !(await registrationById(tenant, registrationId));
  return [
    put(registrationKey(tenant, registrationId), registration, { listed: { listing: list.listing, sort } }),
    put(claimKey(tenant, classId, memberId), { type: 'class-claim', classId, memberId, registrationId }),
    put(registrationPointerKey(tenant, memberId, { createdDate, registrationId }), {
      ...{ type: 'registration-pointer', registrationId, classId, courseId, createdDate },
    }),
    ...(isNew ? await list.changesForInsert(sort) : []),
  ];
}

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
  // A class of its own: another registration for the past one would change what its examples show.
  const evaluated = {
    ...withoutPlace(item),
    ...{ id: id('class:meetings-law-evaluated'), sectionName: 'Public Meetings Law, evaluated' },
  };
  await commit([
    put(courseEvaluationKey(tenant, item.courseId), evaluation),
    put(classKey(tenant, evaluated.id), evaluated),
    put(seatsKey(tenant, evaluated.id), buildSeats(evaluated.version)),
    // It is in no list of classes; a merge of its instructors finds it by these.
    ...evaluated.instructors.map((instructor) =>
      put(taughtKey(tenant, instructor.personId, evaluated), buildTaughtClass(evaluated, instructor)),
    ),
    put(
      responseKey(tenant, attended.memberId, evaluated.id),
      {
        ...{ type: 'evaluation-response', personId: attended.memberId, classId: evaluated.id },
        ...{ answers: { [scaleQuestionId]: 4, [textQuestionId]: 'More cases from small counties.' } },
        answeredAt: moment,
      },
      { listed: { listing: responsesByClass(tenant, evaluated.id), sort: moment } },
    ),
  ]);
  for (const [index, name] of ['maya', 'ada'].entries()) {
    const registration: RegistrationItem = {
      ...withoutPlace(attended),
      ...{ id: id(`registration:${name} meetings-law-evaluated`), classId: evaluated.id },
      ...{ memberId: id(`person:${name}`), confirmationNumber: `0000-000${index}` },
      ...(name === 'ada' && { memberName: 'Ada' }),
      ...{ organizationId: undefined, organizationName: undefined },
    };
    await commit(await insertAttended(tenant, registration));
  }
  return {
    evaluatedCourseId: item.courseId,
    evaluatedClassId: evaluated.id,
    evaluatedRegistrationId: id('registration:ada meetings-law-evaluated'),
    scaleQuestionId,
    textQuestionId,
  };
}
