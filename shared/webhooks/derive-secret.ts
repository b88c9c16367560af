// Derives the signing secret of a webhook when it is needed, so that it is never stored.
import { hkdfSync } from 'node:crypto';
import { loadSealingSecret } from '../credentials/sealing-secret.ts';
import type { TenantStore } from '../data/store.ts';

/**
 * The text of a secret: `whsec_` and 32 bytes in base64.
 *
 * It is derived from the platform's own secret and the ids of the tenant, the webhook and the secret, so that neither
 * the table nor a backup or a log contains it.
 * @throws Failure 503 when the platform has no secret to derive it from
 */
export async function deriveSecret(
  tenant: TenantStore,
  webhookId: string,
  secretId: string,
): Promise<string> {
  const salt = JSON.stringify([tenant.code, webhookId, secretId]);
  const bytes = hkdfSync('sha256', await loadSealingSecret(), salt, 'rostrum webhook secret', 32);
  return `whsec_${Buffer.from(bytes).toString('base64')}`;
}
