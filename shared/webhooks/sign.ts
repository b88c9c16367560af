// Signs webhooks by the Standard Webhooks convention (standardwebhooks.com): HMAC-SHA256 over id, time and body.
import { createHmac } from 'node:crypto';

/** A message to sign. */
export interface SignedMessage {
  /** The same at every attempt; it contains no full stop. */
  readonly id: string;
  /** When it is sent, not when it was written: receivers refuse old timestamps. */
  readonly at: Date;
  readonly body: string;
}

/**
 * The headers that authenticate a message: a signature for each secret, so that a receiver can verify it with the
 * previous secret as well as with the new one.
 */
export function buildSignatureHeaders(
  { id, at, body }: SignedMessage,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = (secret: string): string =>
    createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${signature(secret)}`).join(' '),
  };
}
