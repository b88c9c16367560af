// The ids of tags and groups. They are free texts, but callers expect ids, so each id is derived from its text.
import { recordId } from '../../../shared/directory/record/record-id.ts';

/** The id of a tag, a user tag or a group: always the same for the same text, in any case. */
export const labelId = (tenantCode: string, label: string): string =>
  recordId(tenantCode, 'bill-label', label.trim().toLowerCase());
