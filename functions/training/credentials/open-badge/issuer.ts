// Finds the issuer that a public address names: a tenant that has issued credentials.
import { tenantByCode } from '../../../../shared/auth/access/tenant-by-code.ts';
import { type IssuerKeyItem, loadIssuerKeyItem } from '../../../../shared/credentials/issuer-key.ts';
import type { PlatformStore, TenantStore } from '../../../../shared/data/store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import type { Issuer } from './open-badge.ts';

/** An issuer with its tenant's store and its stored key. */
export interface IssuerContext {
  readonly tenant: TenantStore;
  readonly storedKey: IssuerKeyItem;
  readonly issuer: Issuer;
}

/**
 * The issuer with this tenant code. Two reads.
 * @throws Failure 404, the same for an unknown tenant, a suspended one, and one that has issued nothing
 */
export async function requireIssuer(
  platform: PlatformStore,
  tenantCode: string,
  url: (path: string) => string,
): Promise<IssuerContext> {
  const tenantMatch = await tenantByCode(platform, tenantCode);
  const stored = tenantMatch && (await loadIssuerKeyItem(tenantMatch.tenant));
  if (!tenantMatch || !stored) throw notFound('issuer', tenantCode.slice(0, 60));
  const { tenant, settings } = tenantMatch;
  const { name, timeZone } = settings;
  return { tenant, storedKey: stored, issuer: { did: stored.did, code: tenant.code, name, timeZone, url } };
}
