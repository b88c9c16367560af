// How large a reply may be.
import { Failure } from '../errors/failure.ts';

/** The largest reply: Lambda allows 6 MB, in which the body is encoded as JSON again. */
export const MAX_REPLY_BYTES = 5_800_000;
/** No body of so many characters is larger: a character has at most three bytes, or two where it is escaped. */
const MAX_UNMEASURED = Math.floor(MAX_REPLY_BYTES / 3);

/** The size in bytes of a body as Lambda returns it; 0 for one that is certainly small enough. */
export const countReplyBytes = (body: string): number =>
  body.length > MAX_UNMEASURED ? Buffer.byteLength(JSON.stringify(body)) : 0;

const inMegabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** @throws Failure VALIDATION_ERROR for a body that is larger than a reply may be, as a page of very large records is */
export function assertReplyFits(body: string): void {
  const bytes = countReplyBytes(body);
  if (bytes > MAX_REPLY_BYTES)
    throw new Failure(
      'VALIDATION_ERROR',
      `The reply would have ${inMegabytes(bytes)} MB, and may have at most ${inMegabytes(MAX_REPLY_BYTES)} MB: request fewer entries at a time.`,
    );
}
