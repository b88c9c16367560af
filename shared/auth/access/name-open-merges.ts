// Tells a tenant's store of the merges whose references are still on their way.
import { listOpenMerges } from '../../data/open-merge.ts';
import type { TenantStore } from '../../data/store.ts';
import type { TenantItem } from '../accounts/records.ts';

/** A tenant's store that knows the open merges that the tenant's item names. */
export function nameOpenMerges(tenant: TenantStore, settings: TenantItem): TenantStore {
  const openMerges = listOpenMerges(settings);
  return openMerges.length === 0 ? tenant : { ...tenant, openMerges };
}
