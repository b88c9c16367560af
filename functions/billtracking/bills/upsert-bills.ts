// Imports bills from a source: new bills get the next ids, stored ones are replaced when the source has changes.
import type { TenantStore } from '../../../shared/data/store.ts';
import type { SourceName } from '../source-name.ts';
import {
  type BillMark,
  hashParts,
  hashStatement,
  listRepeated,
  markBillSources,
  sourcesByBill,
} from './bill-sources.ts';
import { CLAIMS_PER_COMMIT, claimBillIds } from './claim-bill-ids.ts';
import { fillOmittedParts } from './fill-omitted-parts.ts';
import {
  type BillPart,
  findIncomingBillError,
  findSizeError,
  hashBill,
  type IncomingBill,
} from './incoming-bill.ts';
import { legislatureDay } from './legislature-day.ts';
import { type BillItem, billKey } from './record/bill.ts';
import { billIdsByNaturalKey } from './record/store.ts';
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
  /** Where the bills come from; `IMPORT` by default. */
  readonly source?: SourceName;
  /** Called with the number of bills each time some are done. */
  readonly onProgress?: (bills: number) => void;
}

/**
 * Imports bills and returns the outcome of each, in their order. State, session and number identify a bill. The
 * tenant's tracking and what the source omits stay unchanged, and so does what another source brought since this one said the same,
 * part by part. Importing the same bills again changes nothing and costs
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
  { dryRun = false, source = 'IMPORT', onProgress }: UpsertOptions = {},
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
      { now, dryRun, source },
    );
    for (const [index, result] of batchResults.entries()) results.set(batch[index]?.at ?? 0, result);
    onProgress?.(batch.length);
  }
  return incoming.flatMap((_, index) => results.get(index) ?? []);
}

interface BatchOptions {
  readonly now: Date;
  readonly dryRun: boolean;
  readonly source: SourceName;
}

const lateParts = ['status', 'lastActionOn', 'lastActionTaken', 'actions'] as const;

/**
 * What a source omits. One that is late, because another one has a later action that has taken place, is not asked for what
 * became of the bill.
 */
function listOmitted(
  { content, omitted = [] }: IncomingBill,
  stored: BillItem | undefined,
  isOfOther: boolean,
  today: string,
): readonly BillPart[] {
  const [last, own] = [stored?.lastActionOn, content.lastActionOn];
  const isLate = isOfOther && last !== undefined && own !== undefined && own < last && last <= today;
  return isLate ? [...new Set([...omitted, ...lateParts])] : omitted;
}

async function upsertBatch(
  tenant: TenantStore,
  incoming: readonly IncomingBill[],
  { now, dryRun, source }: BatchOptions,
): Promise<BillUpsertResult[]> {
  const naturalKeys = incoming.map(({ content }) => content);
  const ids = dryRun
    ? await billIdsByNaturalKey(tenant, naturalKeys)
    : await claimBillIds(tenant, naturalKeys);
  const [stored, sources] = await Promise.all([
    loadStoredBills(tenant, ids),
    sourcesByBill(
      tenant,
      ids.flatMap((id) => id ?? []),
    ),
  ]);
  const plans = await Promise.all(
    incoming.map(async (incomingBill, index) => {
      const id = ids[index];
      const [before, said] = [stored.get(id ?? ''), sources.get(id ?? '')];
      const [statement, parts] = [hashStatement(incomingBill), hashParts(incomingBill)];
      const day = legislatureDay(incomingBill.content, now);
      const omitted = listOmitted(incomingBill, before, said !== undefined && said.last !== source, day);
      const isLate = omitted !== incomingBill.omitted && omitted.length > 0;
      const facts = {
        id,
        statement,
        parts,
        day,
        isLate,
        reason: undefined,
        bill: undefined,
        hash: before?.contentHash,
      };
      // A source that repeats what it said before brings nothing, whatever others have brought since.
      if (before && said?.[source]?.hash === statement) return facts;
      const kept = before ? [...omitted, ...listRepeated(said, source, parts)] : omitted;
      const bill = await fillOmittedParts(tenant, { ...incomingBill, omitted: kept }, before, {
        source,
        day,
      });
      return { ...facts, bill, hash: hashBill(bill), reason: findSizeError(bill) };
    }),
  );
  const isChanged = ({ id = '', hash }: (typeof plans)[number]): boolean =>
    stored.get(id)?.contentHash !== hash;
  if (!dryRun) {
    await writeBills(
      tenant,
      plans.flatMap((plan): PlannedBill[] => {
        const { id, bill, hash, reason } = plan;
        const isWritten = reason === undefined && isChanged(plan);
        return isWritten && id !== undefined && bill && hash !== undefined ? [{ id, bill, hash }] : [];
      }),
      stored,
      now,
    );
    const marks = plans.flatMap((plan): BillMark[] => {
      const { id: billId, statement, parts, day, isLate, reason } = plan;
      if (billId === undefined || reason !== undefined) return [];
      return [{ billId, hash: statement, parts, seenOn: day, isLast: isChanged(plan) && !isLate }];
    });
    await markBillSources(tenant, source, marks, sources);
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
