// Gives the demo tenants the legislation days of a session.
import {
  buildNextVersion,
  legislationDaysBySession,
} from '../../functions/billtracking/capitol-reports/legislation-days/store.ts';
import { commit } from '../../shared/data/changes.ts';
import type { TenantStore } from '../../shared/data/store.ts';
import { demoLegislationDays } from './demo-legislation-days.ts';

/** Seeds a tenant's legislation days, if there are some for it and it has none of that session. */
export async function seedLegislationDays(tenant: TenantStore, now: Date): Promise<void> {
  const wished = demoLegislationDays[tenant.code];
  if (wished === undefined) return;
  const kept = await legislationDaysBySession(tenant, wished.sessionId, { consistent: true });
  if (!kept) await commit(buildNextVersion(tenant, undefined, wished, now, undefined).changes);
}
