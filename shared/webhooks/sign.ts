// Signs webhooks by the Standard Webhooks convention (standardwebhooks.com): HMAC-SHA256 over id, time and body.
import { createHmac, hkdfSync } from 'node:crypto';
import { sealingSecret } from '../credentials/sealing-secret.ts';
import type { TenantStore } from '../data/store.ts';

/** One secret of a webhook as it is kept: its name alone. Dates are ISO 8601 UTC. */
export interface NamedSecret {
  readonly id: string;
  readonly createdDate: string;
  /** When it stops signing; without it, never. */
  readonly expires?: string | undefined;
}

/** A webhook never has more than two secrets that sign: the old one and the one that replaces it. */
export const maxLiveSecrets = 2;

/** The secrets that sign at a moment, the newest first. */
export const liveSecrets = (secrets: readonly NamedSecret[], now: Date): readonly NamedSecret[] =>
  secrets
    .filter(({ expires }) => expires === undefined || Date.parse(expires) > now.getTime())
    .toReversed()
    .slice(0, maxLiveSecrets);

/**
 * The text of a secret: `whsec_` and 32 bytes in base64.
 *
 * It is made from the platform's own secret and the names of the tenant, the webhook and the secret whenever it is needed,
 * so that it is kept nowhere: whoever reads the table, a backup or a log learns no secret.
 * @throws Failure 503 when the platform has no secret to make it from
 */
export async function secretText(tenant: TenantStore, webhookId: string, secretId: string): Promise<string> {
  const salt = JSON.stringify([tenant.code, webhookId, secretId]);
  const bytes = hkdfSync('sha256', await sealingSecret(), salt, 'rostrum webhook secret', 32);
  return `whsec_${Buffer.from(bytes).toString('base64')}`;
}

/** A message to be signed. */
export interface SignedMessage {
  /** The same at every try; it holds no full stop. */
  readonly id: string;
  /** When it is sent, not when it was written: receivers refuse old ones. */
  readonly at: Date;
  readonly body: string;
}

/**
 * The headers that prove where a message comes from: a signature for each secret, so that a receiver takes it with the
 * old secret as well as with the new one.
 */
export function signatureHeaders(
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
