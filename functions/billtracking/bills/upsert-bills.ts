// Brings bills in from a source: new ones get the next numbers, others are replaced where the source says something new.
import type { TenantStore } from '../../../shared/data/store.ts';
import { type BillItem, billKey } from './bill.ts';
import { CLAIMS_PER_COMMIT, claimBillIds } from './claim-bill-ids.ts';
import { fillOmittedParts } from './fill-omitted-parts.ts';
import { findIncomingBillError, hashBill, type IncomingBill } from './incoming-bill.ts';
import { billIdsByNaturalKey } from './store.ts';
import { type PlannedBill, writeBills } from './write-bills.ts';

/** What became of an incoming bill. */
interface BillUpsertResult {
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'refused';
  /** In a dry run a new bill has none. */
  readonly billId?: string | undefined;
  /** Why it was refused. */
  readonly reason?: string | undefined;
}

interface UpsertOptions {
  /** Compare only; what would happen is told, nothing is written. */
  readonly dryRun?: boolean;
  /** Told each time so many bills are done. */
  readonly onProgress?: (bills: number) => void;
}

/**
 * Brings bills in and tells what became of each, in their order. A bill is the same one when state, session and number
 * are; what the tenant makes of it is left alone, and so is what the source does not tell. The same bills again change nothing and cost two reads each.
 *
 * Each step is safe to break off and to repeat: numbers and claims; what stands beside the bills; then bill, row and the
 * lists' counts in one transaction. The bill carries the hash of everything, so it is written last.
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
  const outcomes = new Map<number, BillUpsertResult>();
  const sound = incoming.flatMap((bill, at) => {
    const reason = findIncomingBillError(bill, seen);
    if (reason === undefined) return [{ bill, at }];
    outcomes.set(at, { outcome: 'refused', reason });
    return [];
  });
  onProgress?.(outcomes.size);
  for (let start = 0; start < sound.length; start += CLAIMS_PER_COMMIT) {
    const part = sound.slice(start, start + CLAIMS_PER_COMMIT);
    const told = await upsertBatch(
      tenant,
      part.map(({ bill }) => bill),
      now,
      dryRun,
    );
    for (const [index, outcome] of told.entries()) outcomes.set(part[index]?.at ?? 0, outcome);
    onProgress?.(part.length);
  }
  return incoming.flatMap((_, at) => outcomes.get(at) ?? []);
}

async function upsertBatch(
  tenant: TenantStore,
  incoming: readonly IncomingBill[],
  now: Date,
  dryRun: boolean,
): Promise<BillUpsertResult[]> {
  const named = incoming.map(({ content }) => content);
  const ids = dryRun ? await billIdsByNaturalKey(tenant, named) : await claimBillIds(tenant, named);
  const kept = await loadStoredBills(tenant, ids);
  const told = await Promise.all(
    incoming.map((bill, at) => fillOmittedParts(tenant, bill, kept.get(ids[at] ?? ''))),
  );
  const planned = told.map((bill, at) => ({ id: ids[at], hash: hashBill(bill), bill }));
  const isNews = ({ id = '', hash }: (typeof planned)[number]): boolean => kept.get(id)?.contentHash !== hash;
  if (!dryRun) {
    const news = planned.filter(isNews);
    await writeBills(
      tenant,
      news.flatMap((plan): PlannedBill[] => (plan.id === undefined ? [] : [{ ...plan, id: plan.id }])),
      kept,
      now,
    );
  }
  return planned.map((plan): BillUpsertResult => {
    const { id: billId } = plan;
    if (!isNews(plan)) return { outcome: 'unchanged', billId };
    return { outcome: billId !== undefined && kept.has(billId) ? 'updated' : 'created', billId };
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
