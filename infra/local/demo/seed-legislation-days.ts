// Gives the demo tenants the legislation days of a session.
import {
  buildNextVersion,
  legislationDaysBySession,
} from '../../../functions/billtracking/capitol-reports/legislation-days/store.ts';
import { commit } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { demoLegislationDays } from './demo-legislation-days.ts';

/** Seeds a tenant's legislation days, if the demo has some and the tenant has none of that session. */
export async function seedLegislationDays(tenant: TenantStore, now: Date): Promise<void> {
  const input = demoLegislationDays[tenant.code];
  if (input === undefined) return;
  const stored = await legislationDaysBySession(tenant, input.sessionId, { consistent: true });
  if (!stored) await commit(buildNextVersion(tenant, undefined, input, now, undefined).changes);
}
