// Gives the demo tenants an activity log with examples: what some of their people did in the last days.
import { allActivity, insertActivities } from '../../../functions/billtracking/activity/store.ts';
import { billIdsByNaturalKey, billsById } from '../../../functions/billtracking/bills/store.ts';
import { loadUsers } from '../../../functions/billtracking/dropdown/users.ts';
import { commit } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { recordId } from '../../../shared/directory/record-id.ts';
import { demoBills } from './demo-bills.ts';

const HOUR = 3_600_000;

/** The user, the action, and how many hours before the seeding. */
const visits = [
  { who: 0, action: 'VIEW_BILL', hoursAgo: 70 },
  { who: 1, action: 'VIEW_BILL', hoursAgo: 49 },
  { who: 0, action: 'DOWNLOAD_ANALYSIS', hoursAgo: 27 },
  { who: 1, action: 'SHARE_BILL', hoursAgo: 26 },
] as const;

/** Seeds a tenant's activity log, if it is empty. */
export async function seedActivity(tenant: TenantStore, now: Date): Promise<void> {
  const legislature = demoBills[tenant.code];
  if (!legislature || (await allActivity(tenant).total()) > 0) return;
  const { stateId, session } = legislature;
  const named = legislature.bills
    .slice(0, visits.length)
    .map(({ billNumber }) => ({ stateId, session, billNumber }));
  const [users, ids] = await Promise.all([loadUsers(tenant), billIdsByNaturalKey(tenant, named)]);
  const bills = await billsById(
    tenant,
    ids.flatMap((id) => id ?? []),
    { consistent: true },
  );
  const lines = visits.flatMap(({ who, action, hoursAgo }, at) => {
    const bill = bills[at % bills.length];
    const user = users[who % users.length];
    if (!bill || !user) return [];
    return {
      userId: user.id,
      action,
      entityType: 'BILL',
      entityId: bill.id,
      timestamp: new Date(now.getTime() - hoursAgo * HOUR).toISOString(),
      metadata: { billNumber: bill.billNumber },
    };
  });
  let made = 0;
  const newId = (): string => {
    made += 1;
    return recordId(tenant.code, 'activity:demo', String(made));
  };
  if (lines.length > 0) await commit(await insertActivities(tenant, lines, now, newId));
}
