// The key that a tenant has at a provider: stored encrypted, for this feed only. It is written once and never shown.
import { deriveSealingKey, seal, unseal } from '../../../../shared/credentials/seal.ts';
import { loadSealingSecret } from '../../../../shared/credentials/sealing-secret.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';

const deriveKey = async (tenant: TenantStore, feedId: string): Promise<Buffer> =>
  deriveSealingKey(await loadSealingSecret(), `${tenant.code} ${feedId}`, 'rostrum data feed');

/** @throws Failure 503 when the platform has no sealing secret */
export const sealFeedKey = async (tenant: TenantStore, feedId: string, key: string): Promise<string> =>
  seal(Buffer.from(key, 'utf8'), await deriveKey(tenant, feedId));

/** @throws Failure 503 when the platform has no sealing secret */
export const openFeedKey = async (tenant: TenantStore, feedId: string, sealedKey: string): Promise<string> =>
  Buffer.from(unseal(sealedKey, await deriveKey(tenant, feedId))).toString('utf8');
