// Presents completions.
import { pick } from '../../../../shared/values/pick.ts';
import type { CompletionItem } from '../training-record/training-record.ts';

/** A completion in a response. */
export const presentCompletion = (completion: CompletionItem) => ({
  ...pick(completion, ['id', 'personId', 'courseId', 'courseName', 'courseEdition', 'classId']),
  ...pick(completion, [
    'registrationId',
    'completedDate',
    'source',
    'note',
    'evidence',
    'voidedDate',
    'voidReason',
  ]),
  ...pick(completion, ['creditsWithheld', 'createdDate', 'modifiedDate']),
});
