// A person's training record: one partition per person with everything they registered for, completed and earned, so
// that a transcript or progress is one query.

import type { Key, Partition, TenantStore } from '../../../../shared/data/store.ts';
import type { VersionedRecord } from '../../../../shared/data/versioned-record.ts';
import type { CreditMode } from '../../attendance-mode.ts';
import type { AttendanceRule } from '../../classes/record/attendance-rule.ts';

/** Points to a registration of the person; written together with it, never changed. */
export interface RegistrationPointer {
  readonly type: 'registration-pointer';
  readonly registrationId: string;
  readonly classId: string;
  readonly courseId: string;
  readonly createdDate: string;
}

/** Credits granted to a person. Append-only: wrong credits are voided with a reason. */
export interface CreditItem extends VersionedRecord {
  readonly type: 'credit';
  readonly id: string;
  readonly personId: string;
  readonly creditTypeId: string;
  /** The name of the type when the credits were granted. */
  readonly creditTypeName: string;
  /** More than 0, two decimals. */
  readonly credits: number;
  /** The day they were earned, YYYY-MM-DD in the tenant's time zone. */
  readonly earnedDate: string;
  readonly source: 'attendance' | 'manual' | 'import' | 'selfReported' | 'external';
  /** How they were earned; absent where it was not said, and in credits from before it was recorded. */
  readonly attendanceMode?: CreditMode | undefined;
  readonly courseId?: string | undefined;
  readonly courseName?: string | undefined;
  readonly classId?: string | undefined;
  readonly className?: string | undefined;
  readonly registrationId?: string | undefined;
  readonly organizationId?: string | undefined;
  readonly note?: string | undefined;
  /** The report of the person that was approved. */
  readonly reportedCreditId?: string | undefined;
  /** Who offered what the person reported. */
  readonly provider?: string | undefined;
  /** The id of the credits in the system they were imported from. */
  readonly externalId?: string | undefined;
  readonly grantedBy: string;
  /** Why they were granted although the course gives none again so soon. */
  readonly overrideReason?: string | undefined;
  /** YYYY-MM-DD in the tenant's time zone; voided credits do not count. */
  readonly voidedDate?: string | undefined;
  readonly voidedBy?: string | undefined;
  readonly voidReason?: string | undefined;
}

/** A result that a course elsewhere reported (docs/interface/training.md#courses-elsewhere). */
export interface ExternalEvidence {
  readonly standard: 'cmi5' | 'xapi' | 'lti';
  /** The id of the statement; of LTI one that the platform made for the score. */
  readonly statementId: string;
  /** The verb of the statement: an IRI. LTI: the progress of the activity. */
  readonly verb: string;
  readonly score?: ExternalScore | undefined;
  /** When it happened, by the clock of the course: ISO 8601. */
  readonly timestamp: string;
  readonly receivedDate: string;
  /** The activity that reported it: an IRI. */
  readonly activityId: string;
  readonly registration: string;
}

/** A score as a course reports it (xAPI 2.4.5.1). */
export interface ExternalScore {
  /** -1 to 1. */
  readonly scaled?: number | undefined;
  readonly raw?: number | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** A course that a person completed. */
export interface CompletionItem extends VersionedRecord {
  readonly type: 'completion';
  readonly id: string;
  readonly personId: string;
  readonly courseId: string;
  readonly courseName: string;
  readonly courseEdition?: number | undefined;
  readonly classId?: string | undefined;
  readonly registrationId?: string | undefined;
  /** YYYY-MM-DD in the tenant's time zone. */
  readonly completedDate: string;
  readonly source: 'attendance' | 'manual' | 'external';
  readonly note?: string | undefined;
  readonly recordedBy: string;
  /** What a course elsewhere reported, by which it was completed. */
  readonly evidence?: readonly ExternalEvidence[] | undefined;
  /** Why attendance granted no credits. */
  readonly creditsWithheld?: string | undefined;
  readonly voidedDate?: string | undefined;
  readonly voidedBy?: string | undefined;
  readonly voidReason?: string | undefined;
}

/** Credits and a completion that wait for answers. */
export interface EvaluationHoldItem {
  readonly type: 'evaluation-hold';
  readonly personId: string;
  readonly registrationId: string;
  readonly classId: string;
  readonly className: string;
  readonly courseId: string;
  readonly creditTypeIds: readonly string[];
  readonly answerBy: string;
  /** The rule by which the attended part becomes credits, as it was when attendance was recorded. */
  readonly rule?: AttendanceRule | undefined;
}

/** Finds a credit by id, and by the day it was earned. */
export interface CreditPointer {
  readonly type: 'credit-pointer';
  readonly creditId: string;
  readonly personId: string;
}

const partitionName = (personId: string): string => `TRAINING-RECORD#${personId}`;

/** The partition of a record; the sort key prefix says the kind of an item. */
export const trainingRecord = <T>(tenant: TenantStore, personId: string): Partition<T> =>
  tenant.partition(partitionName(personId));

/** Sort key prefixes by kind of item. */
export const recordSortPrefixes = {
  registration: 'REGISTRATION#',
  credit: 'CREDIT#',
  completion: 'COMPLETION#',
  awardRegistration: 'AWARD#',
  certification: 'CERTIFICATION#',
  // Behind those of credits, so that a transcript does not read them.
  license: 'LICENSE#',
  // Between those of award registrations and credits, so that progress reads it.
  evaluationHold: 'COMPLETION-HOLD#',
  // Behind those of credits and registrations, so that a transcript does not read it.
  reportedCredit: 'REPORTED-CREDIT#',
  evaluationResponse: 'RESPONSE#',
} as const;

/** The key of an item of a record. @param sort with the prefix of its kind */
export const trainingRecordKey = <T>(tenant: TenantStore, personId: string, sort: string): Key<T> =>
  tenant.key(partitionName(personId), sort);

/** Sorted by the time of registration, the newest last. */
export const registrationPointerKey = (
  tenant: TenantStore,
  personId: string,
  { createdDate, registrationId }: Pick<RegistrationPointer, 'createdDate' | 'registrationId'>,
): Key<RegistrationPointer> =>
  tenant.key(partitionName(personId), `${recordSortPrefixes.registration}${createdDate}#${registrationId}`);

export const creditKey = (tenant: TenantStore, personId: string, id: string): Key<CreditItem> =>
  tenant.key(partitionName(personId), `${recordSortPrefixes.credit}${id}`);

export const creditPointerKey = (tenant: TenantStore, id: string): Key<CreditPointer> =>
  tenant.key(`CREDIT#${id}`, 'POINTER');

/** Pointers to all credits that were not voided, by day earned; sorted by `${earnedDate}#${id}`. */
export const creditsByDay = (tenant: TenantStore): Partition<CreditPointer> => tenant.listing('CREDITS');

/** Credits of a course, by day earned; sorted by `${earnedDate}#${id}`. */
export const creditsByCourse = (tenant: TenantStore, courseId: string): Partition<CreditItem> =>
  tenant.listing(`COURSE-CREDITS#${courseId}`);

export const completionKey = (
  tenant: TenantStore,
  personId: string,
  { courseId, id }: Pick<CompletionItem, 'courseId' | 'id'>,
): Key<CompletionItem> =>
  tenant.key(partitionName(personId), `${recordSortPrefixes.completion}${courseId}#${id}`);
