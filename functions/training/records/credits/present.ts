// Presents credits.
import type { CreditItem } from '../training-record/training-record.ts';

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
