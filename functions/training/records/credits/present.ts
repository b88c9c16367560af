// Presents credits and completions.
import type { CompletionItem, CreditItem } from '../training-record/training-record.ts';

/** Credits in a response. */
export const presentCredit = (credit: CreditItem) => ({
  id: credit.id,
  personId: credit.personId,
  creditTypeId: credit.creditTypeId,
  creditType: credit.creditTypeName,
  credits: credit.credits,
  earnedDate: credit.earnedDate,
  source: credit.source,
  courseId: credit.courseId,
  courseName: credit.courseName,
  classId: credit.classId,
  className: credit.className,
  registrationId: credit.registrationId,
  externalId: credit.externalId,
  note: credit.note,
  voidedDate: credit.voidedDate,
  voidReason: credit.voidReason,
  createdDate: credit.createdDate,
  modifiedDate: credit.modifiedDate,
});

/** A completion in a response. */
export const presentCompletion = (completion: CompletionItem) => ({
  id: completion.id,
  personId: completion.personId,
  courseId: completion.courseId,
  courseName: completion.courseName,
  courseEdition: completion.courseEdition,
  classId: completion.classId,
  registrationId: completion.registrationId,
  completedDate: completion.completedDate,
  source: completion.source,
  note: completion.note,
  voidedDate: completion.voidedDate,
  voidReason: completion.voidReason,
  createdDate: completion.createdDate,
  modifiedDate: completion.modifiedDate,
});
