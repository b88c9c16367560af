// Leaves out changes of tenants whose whole data is being erased, or was (docs/tenant-data.md#erasure).
import { tenantKey } from '../auth/accounts/records.ts';
import { openTenantStore, readMany } from '../data/store.ts';
import { parseTenantCode } from '../data/tenant/tenant-code.ts';
import type { TenantChange } from './change-event.ts';

/**
 * The changes without those of such tenants: events about removed records would be new items of them. Only a batch with
 * removals, or with a change of a tenant's settings, costs a read.
 */
export async function dropErased(changes: readonly TenantChange[]): Promise<readonly TenantChange[]> {
  const suspects = changes.filter(
    ({ event: { type } }) => type.endsWith('.removed') || type === 'tenant.updated',
  );
  const codes = [...new Set(suspects.map(({ tenant }) => tenant))].flatMap(
    (text) => parseTenantCode(text) ?? [],
  );
  if (codes.length === 0) return changes;
  const settings = await readMany(
    codes.map((code) => tenantKey(openTenantStore(code))),
    { consistent: true },
  );
  const erased = new Set<string>(
    codes.filter((_, index) => !settings[index] || settings[index].erasure?.startedAt !== undefined),
  );
  return changes.filter(({ tenant }) => !erased.has(tenant));
}
