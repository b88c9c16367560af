// The key that signs a tenant's credentials: Ed25519, one per tenant, created when it is first needed.
//
// The private key is stored in the table, encrypted with a secret of the secret store, and nowhere in clear text. A
// secret per tenant would cost money every month and need the permission to create secrets; one secret with all keys
// could be overwritten by concurrent writes, because the secret store has no conditional write. In the table, a
// condition ensures that a tenant has one key.
import { randomBytes } from 'node:crypto';
import { type Change, insert } from '../data/changes.ts';
import type { Key, TenantStore } from '../data/store.ts';
import { deriveSealingKey, seal, unseal } from './seal.ts';
import { loadSealingSecret } from './sealing-secret.ts';

/** A tenant's key as it is stored. */
export interface IssuerKeyItem {
  readonly type: 'issuer-key';
  /** Identifies the tenant as an issuer: `did:key:z6Mk...` contains the public key and needs no look-up. */
  readonly did: string;
  /** The private key, encrypted with AES-256-GCM, in base64. */
  readonly sealed: string;
  readonly createdDate: string;
}

/** A key ready to sign with. */
export interface IssuerKey {
  readonly did: string;
  readonly seed: Uint8Array;
}

const issuerKeyKey = (tenant: TenantStore): Key<IssuerKeyItem> => tenant.key('CREDENTIAL-KEY', 'KEY');

/** Each private key is encrypted with its own derived key, so that a sealed text can't be moved to another tenant. */
const deriveKey = (secret: string, tenant: TenantStore, did: string): Buffer =>
  deriveSealingKey(secret, `${tenant.code} ${did}`, 'rostrum credential key');

/** The stored key of a tenant; undefined until the tenant issues its first credential. One read. */
export const loadIssuerKeyItem = (tenant: TenantStore): Promise<IssuerKeyItem | undefined> =>
  tenant.get(issuerKeyKey(tenant), { consistent: true });

/** Decrypts a stored key so that it can sign. @throws Failure 503 when the platform has no sealing secret */
export async function unsealIssuerKey(
  tenant: TenantStore,
  { did, sealed }: IssuerKeyItem,
): Promise<IssuerKey> {
  return { did, seed: unseal(sealed, deriveKey(await loadSealingSecret(), tenant, did)) };
}

/**
 * The tenant's key, or a new one with the change that stores it. If another request stored one first, the request is
 * retried and uses that one.
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
    sealed: seal(seed, deriveKey(await loadSealingSecret(), tenant, did)),
    createdDate: now.toISOString(),
  };
  return {
    key: { did, seed },
    changes: [insert(issuerKeyKey(tenant), item)],
  };
}
