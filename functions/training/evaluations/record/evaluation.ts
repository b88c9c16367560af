// The evaluation of a class by those who attended it: its questions, its answers, and what waits for them, as they are
// stored (docs/interface/training.md#evaluations).
import type { Key, Partition, TenantStore } from '../../../../shared/data/store.ts';
import type { VersionedRecord } from '../../../../shared/data/versioned-record.ts';
import { subtractLocalDays } from '../../../../shared/time/local-time.ts';
import type { ClassItem } from '../../classes/record/class.ts';
import {
  type EvaluationHoldItem,
  recordSortPrefixes,
  trainingRecordKey,
} from '../../records/training-record/training-record.ts';

export const questionKinds = ['scale', 'singleChoice', 'multipleChoice', 'text', 'yesNo'] as const;

/** A scale goes from 1 to this. */
export const scaleEnd = 5;

/** A question. Choices have `options`, texts `maxLength`. */
export interface EvaluationQuestion {
  readonly id: string;
  readonly kind: (typeof questionKinds)[number];
  readonly text: string;
  readonly isRequired: boolean;
  readonly options?: readonly string[] | undefined;
  /** In UTF-16 code units. */
  readonly maxLength?: number | undefined;
}

/** What a class takes over from its course. */
export interface EvaluationTerms {
  readonly questions: readonly EvaluationQuestion[];
  readonly isAnonymous: boolean;
  /** Days after the end of the class, at the same local time. */
  readonly closesAfterDays: number;
  /** Results of anonymous answers are not shown before there are so many. */
  readonly minimumAnswers: number;
  /** Days before it closes on which those who have not answered are reminded; 0: never. */
  readonly reminderDays: number;
}

/** The evaluation of a course. */
export interface CourseEvaluationItem extends EvaluationTerms, VersionedRecord {
  readonly type: 'course-evaluation';
  readonly courseId: string;
  /** Whether credits and completion of a class wait until its person has answered. */
  readonly isRequired: boolean;
}

/** The copy of a class, never changed: made with the first attendance, or the first answers, whichever comes first. */
export interface ClassEvaluationItem extends EvaluationTerms {
  readonly type: 'class-evaluation';
  readonly classId: string;
  readonly courseId: string;
  readonly closesAt: string;
}

export type AnswerValue = number | string | boolean | readonly string[];

/** Answers by the ids of their questions. */
export type Answers = Readonly<Record<string, AnswerValue>>;

/** That a person answered; what, only where the evaluation is not anonymous. */
export interface EvaluationResponseItem {
  readonly type: 'evaluation-response';
  readonly personId: string;
  readonly classId: string;
  readonly answers?: Answers | undefined;
  readonly answeredAt?: string | undefined;
}

/** The answers of a person without their name: under a random id, without a moment. */
export interface AnonymousAnswersItem {
  readonly type: 'anonymous-answers';
  readonly answers: Answers;
}

export const courseEvaluationKey = (tenant: TenantStore, courseId: string): Key<CourseEvaluationItem> =>
  tenant.key(`COURSE#${courseId}`, 'EVALUATION');
export const classEvaluationKey = (tenant: TenantStore, classId: string): Key<ClassEvaluationItem> =>
  tenant.key(`CLASS#${classId}`, 'EVALUATION');

export const responseKey = (
  tenant: TenantStore,
  personId: string,
  classId: string,
): Key<EvaluationResponseItem> =>
  trainingRecordKey(tenant, personId, `${recordSortPrefixes.evaluationResponse}${classId}`);
export const holdKey = (
  tenant: TenantStore,
  personId: string,
  registrationId: string,
): Key<EvaluationHoldItem> =>
  trainingRecordKey(tenant, personId, `${recordSortPrefixes.evaluationHold}${registrationId}`);

/** The answers of a class that name people. */
export const responsesByClass = (tenant: TenantStore, classId: string): Partition<EvaluationResponseItem> =>
  tenant.listing(`EVALUATION-RESPONSES#${classId}`);

const anonymousName = (classId: string): string => `EVALUATION-ANSWERS#${classId}`;
export const anonymousKey = (tenant: TenantStore, classId: string, id: string): Key<AnonymousAnswersItem> =>
  tenant.key(anonymousName(classId), id);
/** The answers of a class without names, in the order of their random ids. */
export const anonymousByClass = (tenant: TenantStore, classId: string): Partition<AnonymousAnswersItem> =>
  tenant.partition(anonymousName(classId));

/** What waits for answers about the classes of a course. */
export const holdsByCourse = (tenant: TenantStore, courseId: string): Partition<EvaluationHoldItem> =>
  tenant.listing(`EVALUATION-HOLDS#${courseId}`);

/** When answers are taken: from the end of the class until so many days later, at the same local time. */
export const computeClosing = (
  { endsAt, timeZone }: Pick<ClassItem, 'endsAt' | 'timeZone'>,
  { closesAfterDays }: Pick<EvaluationTerms, 'closesAfterDays'>,
): string => subtractLocalDays(endsAt, -closesAfterDays, timeZone).toISOString();

/** The copy that a class makes of the evaluation of its course. */
export const copyEvaluation = (
  { questions, isAnonymous, closesAfterDays, minimumAnswers, reminderDays }: EvaluationTerms,
  item: Pick<ClassItem, 'id' | 'courseId' | 'endsAt' | 'timeZone'>,
): ClassEvaluationItem => ({
  ...{ type: 'class-evaluation', classId: item.id, courseId: item.courseId },
  ...{ questions, isAnonymous, closesAfterDays, minimumAnswers, reminderDays },
  closesAt: computeClosing(item, { closesAfterDays }),
});
