// The access key of this process: the services that it emulates answer requests signed with it, and no others.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The access key that the AWS SDK of this process signs with (env AWS_ACCESS_KEY_ID). Never stored. */
export const processAccessKeyId = randomBytes(20).toString('hex');

/**
 * Whether this process signed the request (Signature Version 4). The key id alone decides: it is random, and sent only
 * to services that this process started itself, over the loopback address.
 */
export const isSignedByThisProcess = ({ headers }: IncomingMessage): boolean =>
  headers.authorization?.startsWith(`AWS4-HMAC-SHA256 Credential=${processAccessKeyId}/`) === true;
