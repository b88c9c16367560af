// The administration of tenants as decisions: changes to commit, and the tenant after them. For HTTP and commands.
import type { TenantItem } from '../../../shared/auth/records.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../shared/data/store.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import { endAdministrators } from '../administrators.ts';
import { replaceTenant, requireTenant } from './store.ts';
import { setTenantStatus } from './tenant.ts';

/** The changes, and the tenant after them. */
export interface Decision {
  readonly tenant: TenantItem;
  readonly changes: readonly Change[];
}

/**
 * Suspends or reactivates a tenant.
 * @throws Failure 404; 409 when every administrator of the platform signs in to the tenant to be suspended
 */
export async function changeTenantStatus(
  platform: PlatformStore,
  code: string,
  status: TenantItem['status'],
  now: Date,
  ifMatch?: IfMatch,
): Promise<Decision> {
  const before = await requireTenant(platform, code);
  const tenant = setTenantStatus(before, status, now);
  const isSuspended = tenant !== before && status === 'suspended';
  return {
    tenant,
    changes: [
      ...replaceTenant(platform, before, tenant, ifMatch),
      ...(isSuspended
        ? [await endAdministrators(platform, ({ tenantCode }) => tenantCode === tenant.id, false)]
        : []),
    ],
  };
}
