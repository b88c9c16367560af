// Whether anyone, or any of some people, has credits or award registrations; the first match is enough.
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { Period } from '../../records/credits/transcript.ts';
import {
  type AwardRegistrationItem,
  activeAwardRegistrations,
  certificationsByExpiry,
  pendingAwardRegistrations,
} from '../../records/training-record/certification.ts';
import { isNotVoided, isWithinPeriod } from '../../records/training-record/credit.ts';
import { loadPersonRecord } from '../../records/training-record/person-record.ts';
import {
  creditsByDay,
  recordSortPrefixes,
  trainingRecord,
} from '../../records/training-record/training-record.ts';

/** How many people are read in parallel; a request names at most a hundred. */
const BATCH_SIZE = 10;

async function someInBatches(
  ids: readonly string[],
  matches: (id: string) => Promise<boolean>,
): Promise<boolean> {
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const found = await Promise.all(ids.slice(start, start + BATCH_SIZE).map(matches));
    if (found.includes(true)) return true;
  }
  return false;
}

/** Whether anyone earned credits that count within a period. One short read. */
export async function tenantHasCredits(
  tenant: TenantStore,
  { startDate, endDate }: Period,
): Promise<boolean> {
  // Nothing in an id sorts after a tilde.
  const range = { from: startDate ?? '0', to: `${endDate ?? '9999-12-31'}#~`, limit: 1 };
  if (range.from > range.to) return false;
  return (await tenant.query(creditsByDay(tenant), range)).items.length > 0;
}

/** Whether any of these people earned credits that count within a period. A query for each, until one matches. */
export const anyPersonHasCredits = (
  tenant: TenantStore,
  personIds: readonly string[],
  period: Period,
): Promise<boolean> =>
  someInBatches(personIds, async (id) => {
    const { credits } = await loadPersonRecord(tenant, id);
    return credits.some((credit) => isNotVoided(credit) && isWithinPeriod(credit.earnedDate, period));
  });

/** Whether anyone is registered for an award or holds one. Three short parallel reads. */
export async function tenantHasAwardRegistrations(tenant: TenantStore): Promise<boolean> {
  const lists = [activeAwardRegistrations(tenant), pendingAwardRegistrations(tenant)];
  const found = await Promise.all([
    ...lists.map((list) => tenant.query(list, { limit: 1 })),
    tenant.query(certificationsByExpiry(tenant), { limit: 1 }),
  ]);
  return found.some(({ items }) => items.length > 0);
}

const registeredStatuses = ['PendingApproval', 'Active', 'Awarded'];

/** Whether any of these people is or was registered for an award. A query for each, until one matches. */
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
