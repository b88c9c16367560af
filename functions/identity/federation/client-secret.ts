// The secret that the platform has at a tenant's provider: stored encrypted, for this tenant and this issuer only.
import { deriveSealingKey, seal, unseal } from '../../../shared/credentials/seal.ts';
import { loadSealingSecret } from '../../../shared/credentials/sealing-secret.ts';
import type { TenantStore } from '../../../shared/data/store.ts';

const deriveKey = async (tenant: TenantStore, issuer: string): Promise<Buffer> =>
  deriveSealingKey(await loadSealingSecret(), `${tenant.code} ${issuer}`, 'rostrum identity provider');

/** @throws Failure 503 when the platform has no sealing secret */
export const sealClientSecret = async (
  tenant: TenantStore,
  issuer: string,
  secret: string,
): Promise<string> => seal(Buffer.from(secret, 'utf8'), await deriveKey(tenant, issuer));

/** @throws Failure 503 when the platform has no sealing secret */
export const openClientSecret = async (
  tenant: TenantStore,
  { issuer, sealedSecret }: { readonly issuer: string; readonly sealedSecret: string },
): Promise<string> => Buffer.from(unseal(sealedSecret, await deriveKey(tenant, issuer))).toString('utf8');
