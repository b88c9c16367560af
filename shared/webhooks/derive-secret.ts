// The text of a webhook's secret, made when it is needed and kept nowhere.
import { hkdfSync } from 'node:crypto';
import { loadSealingSecret } from '../credentials/sealing-secret.ts';
import type { TenantStore } from '../data/store.ts';

/**
 * The text of a secret: `whsec_` and 32 bytes in base64.
 *
 * It is made from the platform's own secret and the names of the tenant, the webhook and the secret whenever it is needed,
 * so that it is kept nowhere: whoever reads the table, a backup or a log learns no secret.
 * @throws Failure 503 when the platform has no secret to make it from
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
