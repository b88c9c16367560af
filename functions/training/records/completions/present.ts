// Presents completions.
import type { CompletionItem } from '../training-record/training-record.ts';

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
