// Whether anybody, or any of some people, has something on record: the first one found is enough.
import type { TenantStore } from '../../../../shared/data/store.ts';
import {
  type AwardRegistrationItem,
  activeAwardRegistrations,
  certificationsByExpiry,
  pendingAwardRegistrations,
} from '../../records/certification.ts';
import { isNotVoided, isWithinPeriod } from '../../records/credits/credit.ts';
import type { Period } from '../../records/credits/transcript.ts';
import { loadPersonRecord } from '../../records/person-record.ts';
import { creditsByDay, recordSortPrefixes, trainingRecord } from '../../records/training-record.ts';

/** People looked at in one go; a request names a hundred at most. */
const BATCH_SIZE = 10;

async function someInBatches(
  ids: readonly string[],
  holds: (id: string) => Promise<boolean>,
): Promise<boolean> {
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const found = await Promise.all(ids.slice(start, start + BATCH_SIZE).map(holds));
    if (found.includes(true)) return true;
  }
  return false;
}

/** Whether anybody earned credits that count within some days. One short read. */
export async function tenantHasCredits(
  tenant: TenantStore,
  { startDate, endDate }: Period,
): Promise<boolean> {
  // Nothing in an id sorts after a tilde.
  const range = { from: startDate ?? '0', to: `${endDate ?? '9999-12-31'}#~`, limit: 1 };
  if (range.from > range.to) return false;
  return (await tenant.query(creditsByDay(tenant), range)).items.length > 0;
}

/** Whether any of these people earned credits that count within some days. A query for each, until one is found. */
export const anyPersonHasCredits = (
  tenant: TenantStore,
  personIds: readonly string[],
  period: Period,
): Promise<boolean> =>
  someInBatches(personIds, async (id) => {
    const { credits } = await loadPersonRecord(tenant, id);
    return credits.some((credit) => isNotVoided(credit) && isWithinPeriod(credit.earnedDate, period));
  });

/** Whether anybody is registered for an award, or holds one. Three short reads at once. */
export async function tenantHasAwardRegistrations(tenant: TenantStore): Promise<boolean> {
  const lists = [activeAwardRegistrations(tenant), pendingAwardRegistrations(tenant)];
  const found = await Promise.all([
    ...lists.map((list) => tenant.query(list, { limit: 1 })),
    tenant.query(certificationsByExpiry(tenant), { limit: 1 }),
  ]);
  return found.some(({ items }) => items.length > 0);
}

const registeredStatuses = ['PendingApproval', 'Active', 'Awarded'];

/** Whether any of these people is registered for an award, or was given one. A query for each, until one is found. */
export const anyPersonHasAwardRegistration = (
  tenant: TenantStore,
  personIds: readonly string[],
): Promise<boolean> =>
  someInBatches(personIds, async (id) => {
    const { items } = await tenant.query(trainingRecord<AwardRegistrationItem>(tenant, id), {
      beginsWith: recordSortPrefixes.awardRegistration,
    });
    return items.some(({ status }) => registeredStatuses.includes(status));
  });
