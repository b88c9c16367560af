// Tags and groups are free words; callers ask for ids, so each word has one that follows from it.
import { recordId } from '../../../shared/directory/record-id.ts';

/** The id of a tag, a user tag or a group: the same word, in any case, always has the same. */
export const labelId = (tenantCode: string, label: string): string =>
  recordId(tenantCode, 'bill-label', label.trim().toLowerCase());
