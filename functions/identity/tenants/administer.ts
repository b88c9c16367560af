// The administration of tenants as decisions: changes to commit, and the tenant after them. For HTTP and commands.
import { type AuditContext, auditRecordChange } from '../../../shared/audit/audit.ts';
import type { TenantItem } from '../../../shared/auth/accounts/records.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../shared/data/store.ts';
import type { TenantCode } from '../../../shared/data/tenant/tenant-code.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import { auditSettingChange } from '../../../shared/settings/audit.ts';
import { endAdministrators } from '../administration/administrators.ts';
import { openTenant } from '../administration/open-tenant.ts';
import { listSettingChanges } from './own-settings.ts';
import { insertTenant, replaceTenant, requireTenant } from './store.ts';
import { applyTenantInput, buildTenant, presentTenant, setTenantStatus, type TenantInput } from './tenant.ts';

/** The changes, and the tenant after them. */
export interface Decision {
  readonly tenant: TenantItem;
  readonly changes: readonly Change[];
}

/** The changes that record a change to a tenant, for the platform and for itself; none when it is unchanged. */
function auditTenantChange(
  platform: PlatformStore,
  before: TenantItem | undefined,
  after: TenantItem,
  context: AuditContext,
): Change[] {
  if (before === after) return [];
  const change = {
    recordType: 'Tenant',
    recordId: after.id,
    before: before && presentTenant(before),
    after: presentTenant(after),
  } as const;
  const stores = [platform, openTenant(platform, after.id)];
  return stores.map((store) => auditRecordChange(store, change, context));
}

/** Creates a tenant. @throws Failure 400; 409 when its code is taken */
export function registerTenant(
  platform: PlatformStore,
  code: TenantCode,
  input: TenantInput & { readonly name: string },
  context: AuditContext,
): Decision {
  const tenant = buildTenant(code, input, context.now);
  return {
    tenant,
    changes: [...insertTenant(platform, tenant), ...auditTenantChange(platform, undefined, tenant, context)],
  };
}

/** Changes a tenant's settings. @throws Failure 400, 404 */
export async function changeTenantSettings(
  platform: PlatformStore,
  code: string,
  input: TenantInput,
  context: AuditContext,
  ifMatch?: IfMatch,
): Promise<Decision> {
  const before = await requireTenant(platform, code);
  const tenant = applyTenantInput(before, input, context.now);
  const store = openTenant(platform, tenant.id);
  return {
    tenant,
    changes: [
      ...replaceTenant(platform, before, tenant, ifMatch),
      ...listSettingChanges(before, tenant).map((change) => auditSettingChange(store, change, context)),
      ...auditTenantChange(platform, before, tenant, context),
    ],
  };
}

/**
 * Suspends or reactivates a tenant.
 * @throws Failure 404; 409 when every administrator of the platform signs in to the tenant to be suspended
 */
export async function changeTenantStatus(
  platform: PlatformStore,
  code: string,
  status: TenantItem['status'],
  context: AuditContext,
  ifMatch?: IfMatch,
): Promise<Decision> {
  const before = await requireTenant(platform, code);
  const tenant = setTenantStatus(before, status, context.now);
  const isSuspended = tenant !== before && status === 'suspended';
  return {
    tenant,
    changes: [
      ...replaceTenant(platform, before, tenant, ifMatch),
      ...auditTenantChange(platform, before, tenant, context),
      ...(isSuspended ? [await endAdministrators(platform, tenant.id, false)] : []),
    ],
  };
}
