// Paths of existing callers that name the tenant once more.
import * as z from 'zod';
import type { TenantStore } from '../../shared/data/store.ts';
import { parseTenantCode } from '../../shared/data/tenant/tenant-code.ts';
import { Failure } from '../../shared/errors/failure.ts';

/** The parameter of the path. */
export const tenantCodeParameter = z.string().max(100).meta({
  description: 'The code of the tenant, as in the tenant-code header.',
  example: 'demo',
});

/** @throws Failure 403 when the path names another tenant than the header */
export function assertOwnTenant(tenant: TenantStore, tenantCode: string): void {
  if (parseTenantCode(tenantCode) === tenant.code) return;
  throw new Failure(
    'TENANT_MISMATCH',
    `The path names the tenant ${tenantCode}, but the tenant-code header names ${tenant.code}; they must be the same.`,
    { target: 'tenantCode' },
  );
}
