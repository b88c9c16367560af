// The key a tenant signs its credentials with: Ed25519, one per tenant, made when it is first needed.
//
// Its private half stands in the table, sealed with a secret of the secret store; in clear it is nowhere. A secret per
// tenant would cost by the month and ask for the right to make secrets; one secret with all keys in it could be written
// by two at once, as the secret store knows no condition. In the table a condition sees to it that a tenant has one key.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { type Change, ifAbsent, put } from '../data/changes.ts';
import type { Key, TenantStore } from '../data/store.ts';
import { loadSealingSecret } from './sealing-secret.ts';

/** A tenant's key as the table holds it. */
export interface IssuerKeyItem {
  readonly type: 'issuer-key';
  /** Names the tenant as an issuer: `did:key:z6Mk...`, which holds the public key and needs no look-up. */
  readonly did: string;
  /** The private half, sealed: AES-256-GCM, in base64. */
  readonly sealed: string;
  readonly createdDate: string;
}

/** A key ready to sign with. */
export interface IssuerKey {
  readonly did: string;
  readonly seed: Uint8Array;
}

const issuerKeyKey = (tenant: TenantStore): Key<IssuerKeyItem> => tenant.key('CREDENTIAL-KEY', 'KEY');

/** Each key is sealed with a key of its own, so that no sealed text can be put in another tenant's place. */
const deriveSealingKey = (secret: string, tenant: TenantStore, did: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, `${tenant.code} ${did}`, 'rostrum credential key', 32));

function seal(seed: Uint8Array, key: Buffer): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const text = Buffer.concat([cipher.update(seed), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
}

function unseal(sealed: string, key: Buffer): Uint8Array {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
}

/** The tenant's key as it is stored; undefined as long as the tenant has issued nothing. One read. */
export const loadIssuerKeyItem = (tenant: TenantStore): Promise<IssuerKeyItem | undefined> =>
  tenant.get(issuerKeyKey(tenant), { consistent: true });

/** A stored key, ready to sign. @throws Failure 503 when the platform has no sealing secret */
export async function unsealIssuerKey(
  tenant: TenantStore,
  { did, sealed }: IssuerKeyItem,
): Promise<IssuerKey> {
  return { did, seed: unseal(sealed, deriveSealingKey(await loadSealingSecret(), tenant, did)) };
}

/**
 * The tenant's key, or a new one with the change that makes it the tenant's. When another was faster, the commit has the
 * rule decide again, which then finds that one.
 */
export async function loadOrCreateIssuerKey(
  tenant: TenantStore,
  now: Date,
): Promise<{ readonly key: IssuerKey; readonly changes: readonly Change[] }> {
  const stored = await loadIssuerKeyItem(tenant);
  if (stored) return { key: await unsealIssuerKey(tenant, stored), changes: [] };
  const { generate } = await import('@digitalbazaar/ed25519-multikey');
  const seed = randomBytes(32);
  const did = `did:key:${(await generate({ seed })).publicKeyMultibase}`;
  const item: IssuerKeyItem = {
    type: 'issuer-key',
    did,
    sealed: seal(seed, deriveSealingKey(await loadSealingSecret(), tenant, did)),
    createdDate: now.toISOString(),
  };
  return {
    key: { did, seed },
    changes: [put(issuerKeyKey(tenant), item, { condition: ifAbsent, otherwise: 'decide again' })],
  };
}
