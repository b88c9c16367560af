// Entity tags of replies (RFC 9110 8.8.3).
import { createHash } from 'node:crypto';

const hashBody = (body: string): string => createHash('sha256').update(body).digest('base64url').slice(0, 22);

/** The ETag of a version: `"3"`. */
export const versionTag = (version: number): string => `"${version}"`;

/** The ETag of a representation without a version of its own. */
export const contentTag = (body: string): string => `"${hashBody(body)}"`;

/**
 * The ETag of a representation that shows more than its record, such as a class with its free seats: the record's
 * version, which If-Match reads, and a hash of the body, so that If-None-Match finds every difference: `"3.q8f..."`.
 */
export const composedTag = (version: number, body: string): string => `"${version}.${hashBody(body)}"`;
