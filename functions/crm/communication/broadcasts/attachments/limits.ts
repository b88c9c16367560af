// How much a mail may carry.
import type { Attachment } from '../../../../../shared/broadcasts/broadcast.ts';

/** The most bytes of the files of a broadcast: many mail servers refuse mails above 10 MB, and base64 adds a third. */
export const MAX_ATTACHED_BYTES = 5_000_000;

/** The most files of a broadcast: one transaction deletes all of them with the draft. */
export const MAX_ATTACHMENTS = 10;

export const sumBytes = (files: readonly Pick<Attachment, 'size'>[]): number =>
  files.reduce((sum, { size }) => sum + size, 0);
