// Imports bills from a source: new bills get the next ids, stored ones are replaced when the source has changes.
import type { TenantStore } from '../../../shared/data/store.ts';
import { type BillItem, billKey } from './bill.ts';
import { CLAIMS_PER_COMMIT, claimBillIds } from './claim-bill-ids.ts';
import { fillOmittedParts } from './fill-omitted-parts.ts';
import { findIncomingBillError, findSizeError, hashBill, type IncomingBill } from './incoming-bill.ts';
import { billIdsByNaturalKey } from './store.ts';
import { type PlannedBill, writeBills } from './write-bills.ts';

/** The outcome of one incoming bill. */
interface BillUpsertResult {
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'refused';
  /** Absent for a new bill in a dry run. */
  readonly billId?: string | undefined;
  /** Why the bill was refused. */
  readonly reason?: string | undefined;
}

interface UpsertOptions {
  /** Compares and reports only; writes nothing. */
  readonly dryRun?: boolean;
  /** Called with the number of bills each time some are done. */
  readonly onProgress?: (bills: number) => void;
}

/**
 * Imports bills and returns the outcome of each, in their order. State, session and number identify a bill. The
 * tenant's tracking and what the source omits stay unchanged. Importing the same bills again changes nothing and costs
 * two reads per bill.
 *
 * Each step may be interrupted and repeated: ids and claims; the items around the bills; the hints of words that they did
 * not have; then bill, row and list counts in one transaction. The bill is written last, because it has the hash of everything.
 *
 * @throws Failure SERVICE_BUSY when others keep writing the same bills
 */
export async function upsertBills(
  tenant: TenantStore,
  incoming: readonly IncomingBill[],
  now: Date,
  { dryRun = false, onProgress }: UpsertOptions = {},
): Promise<BillUpsertResult[]> {
  const seen = new Set<string>();
  const results = new Map<number, BillUpsertResult>();
  const accepted = incoming.flatMap((bill, index) => {
    const reason = findIncomingBillError(bill, seen);
    if (reason === undefined) return [{ bill, at: index }];
    results.set(index, { outcome: 'refused', reason });
    return [];
  });
  onProgress?.(results.size);
  for (let start = 0; start < accepted.length; start += CLAIMS_PER_COMMIT) {
    const batch = accepted.slice(start, start + CLAIMS_PER_COMMIT);
    const batchResults = await upsertBatch(
      tenant,
      batch.map(({ bill }) => bill),
      now,
      dryRun,
    );
    for (const [index, result] of batchResults.entries()) results.set(batch[index]?.at ?? 0, result);
    onProgress?.(batch.length);
  }
  return incoming.flatMap((_, index) => results.get(index) ?? []);
}

async function upsertBatch(
  tenant: TenantStore,
  incoming: readonly IncomingBill[],
  now: Date,
  dryRun: boolean,
): Promise<BillUpsertResult[]> {
  const naturalKeys = incoming.map(({ content }) => content);
  const ids = dryRun
    ? await billIdsByNaturalKey(tenant, naturalKeys)
    : await claimBillIds(tenant, naturalKeys);
  const stored = await loadStoredBills(tenant, ids);
  const plans = await Promise.all(
    incoming.map(async (incomingBill, index) => {
      const bill = await fillOmittedParts(tenant, incomingBill, stored.get(ids[index] ?? ''));
      return { id: ids[index], hash: hashBill(bill), bill, reason: findSizeError(bill) };
    }),
  );
  const isChanged = ({ id = '', hash }: (typeof plans)[number]): boolean =>
    stored.get(id)?.contentHash !== hash;
  if (!dryRun) {
    await writeBills(
      tenant,
      plans
        .filter((plan) => plan.reason === undefined && isChanged(plan))
        .flatMap(({ id, reason: _, ...plan }): PlannedBill[] => (id === undefined ? [] : [{ ...plan, id }])),
      stored,
      now,
    );
  }
  return plans.map((plan): BillUpsertResult => {
    const { id: billId, reason } = plan;
    if (reason !== undefined) return { outcome: 'refused', reason };
    if (!isChanged(plan)) return { outcome: 'unchanged', billId };
    return { outcome: billId !== undefined && stored.has(billId) ? 'updated' : 'created', billId };
  });
}

async function loadStoredBills(
  tenant: TenantStore,
  ids: readonly (string | undefined)[],
): Promise<ReadonlyMap<string, BillItem>> {
  const keys = ids.flatMap((id) => (id === undefined ? [] : [billKey(tenant, id)]));
  const found = await tenant.getMany(keys, { consistent: true });
  return new Map(found.flatMap((bill) => (bill ? [[bill.id, bill] as const] : [])));
}
