// Gives the demo tenants the committees, bills and events that they follow, with everything that belongs to them.
import type { TenantStore } from '../../../shared/data/store.ts';
import { seedActivity } from './seed-activity.ts';
import { seedAdvocacy } from './seed-advocacy.ts';
import { seedBills } from './seed-bills.ts';
import { seedCapitolReports } from './seed-capitol-reports.ts';
import { seedEvents } from './seed-events.ts';
import { seedLegislationDays } from './seed-legislation-days.ts';
import { seedLegislature } from './seed-legislature.ts';
import { seedOfficials } from './seed-officials.ts';
import { seedSubscriptions } from './seed-subscriptions.ts';

/** Seeds a tenant's bill tracking and returns the ids that examples name. Existing records stay as they are. */
export async function seedBilltracking(
  tenant: TenantStore,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  await seedLegislationDays(tenant, now);
  const legislature = await seedLegislature(tenant, now);
  await seedOfficials(tenant, now);
  const bills = await seedBills(tenant, now);
  await seedActivity(tenant, now);
  return {
    ...legislature,
    ...bills,
    ...(await seedEvents(tenant, now)),
    ...(await seedAdvocacy(tenant, now)),
    ...(await seedSubscriptions(tenant, now)),
    ...(await seedCapitolReports(tenant, now)),
  };
}
