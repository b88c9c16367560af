// Three sizes of tenant and what they do in a month; the mix of calls is an assumption, shown with the result.

import { getUnitPrice } from '../prices/prices.ts';
import { computeIdleTenant, computeMillionWrites } from './background.ts';
import { type Cost, costParts } from './call.ts';

/** The size of a tenant. */
export interface TenantSize {
  readonly name: string;
  readonly members: number;
  readonly callsAMonth: number;
  /** GB it stores, including the index. */
  readonly gigabytes: number;
}

export const tenantSizes: readonly TenantSize[] = [
  { name: 'small', members: 200, callsAMonth: 20_000, gigabytes: 0.05 },
  { name: 'medium', members: 2_000, callsAMonth: 300_000, gigabytes: 0.5 },
  { name: 'large', members: 20_000, callsAMonth: 5_000_000, gigabytes: 8 },
];

/** How many of a hundred calls each endpoint gets: an association's portal reads twelve times for each write. */
export const callMix: Readonly<Record<string, number>> = {
  'billtracking listPublicBills': 18,
  'billtracking getPublicBillDetail': 14,
  'training listCatalogueClasses': 12,
  'training getCatalogueClass': 10,
  'training listAwards': 6,
  'training getAward': 6,
  'crm listPeople': 8,
  'crm getPerson': 8,
  'training listPersonRegistrations': 6,
  'billtracking saveBillTracking': 3,
  'training registerForClass': 2,
  'training recordAttendance': 1,
  'identity signInUser': 2,
  'identity authorizeUserForWorkSpace': 2,
  'crm listChanges': 2,
};

/** Those that change records, which background work follows. */
export const writesInMix: readonly string[] = [
  'billtracking saveBillTracking',
  'training registerForClass',
  'training recordAttendance',
];

/** The monthly cost of the work beside a tenant's calls: what follows its writes, and what an idle tenant costs. */
export function computeBackgroundMonth({ callsAMonth }: Pick<TenantSize, 'callsAMonth'>): number {
  const share = writesInMix.reduce((sum, name) => sum + (callMix[name] ?? 0), 0);
  const writes = callsAMonth * (share / 100);
  return (writes / 1_000_000) * computeMillionWrites().dollars + computeIdleTenant().dollars;
}

/** The monthly cost of a tenant in dollars: its calls by the mix, and its storage. */
export function computeMonth(
  { callsAMonth, gigabytes }: Pick<TenantSize, 'callsAMonth' | 'gigabytes'>,
  millions: ReadonlyMap<string, Cost>,
): { readonly calls: Cost; readonly storage: number } {
  const calls = Object.fromEntries(
    costParts.map((part) => [
      part,
      Object.entries(callMix).reduce((sum, [name, share]) => {
        const million = millions.get(name);
        if (!million) throw new Error(`The mix names ${name}, but there is no such endpoint`);
        return sum + ((callsAMonth * share) / 100 / 1_000_000) * million[part];
      }, 0),
    ]),
  ) as Cost;
  return { calls, storage: gigabytes * getUnitPrice('dynamodbStorage') };
}
