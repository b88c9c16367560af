// The secret that the platform has at a provider: stored encrypted, for this tenant, or the platform, and this issuer only.
import { deriveSealingKey, seal, unseal } from '../../../shared/credentials/seal.ts';
import { loadSealingSecret } from '../../../shared/credentials/sealing-secret.ts';
import type { TenantStore } from '../../../shared/data/store.ts';

/** Whose provider it is: that of a tenant, or of the platform. */
type SecretScope = Pick<TenantStore, 'code'> | typeof platformScope;

/** No tenant has this code. */
export const platformScope = { code: '' } as const;

const deriveKey = async ({ code }: SecretScope, issuer: string): Promise<Buffer> =>
  deriveSealingKey(await loadSealingSecret(), `${code} ${issuer}`, 'rostrum identity provider');

/** @throws Failure 503 when the platform has no sealing secret */
export const sealClientSecret = async (scope: SecretScope, issuer: string, secret: string): Promise<string> =>
  seal(Buffer.from(secret, 'utf8'), await deriveKey(scope, issuer));

/** @throws Failure 503 when the platform has no sealing secret */
export const openClientSecret = async (
  scope: SecretScope,
  { issuer, sealedSecret }: { readonly issuer: string; readonly sealedSecret: string },
): Promise<string> => Buffer.from(unseal(sealedSecret, await deriveKey(scope, issuer))).toString('utf8');
