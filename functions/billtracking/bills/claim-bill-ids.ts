// The ids of bills: consecutive numbers per tenant, each claimed permanently by one state, session and bill number.
import { type Change, ifAbsent, put } from '../../../shared/data/changes.ts';
import { decideAndCommit } from '../../../shared/data/decide-and-commit.ts';
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import { markHintsComplete } from '../../../shared/search/word-hints.ts';
import type { NaturalKey } from './record/bill.ts';
import { billIdsByNaturalKey, insertNumberClaim } from './record/store.ts';

/** The last id that was given. */
interface BillCounter {
  readonly type: 'bill-counter';
  readonly last: number;
}

const counterKey = (tenant: TenantStore): Key<BillCounter> => tenant.key('BILLS', 'COUNTER');

/** A DynamoDB transaction has at most a hundred changes: the counter and the claims. */
export const CLAIMS_PER_COMMIT = 80;

/**
 * The ids of at most `CLAIMS_PER_COMMIT` bills. New bills get the next numbers and are claimed in the same transaction,
 * so that two imports at once never give one bill two ids.
 * @throws Failure SERVICE_BUSY when other imports keep claiming ids
 */
export async function claimBillIds(
  tenant: TenantStore,
  naturalKeys: readonly NaturalKey[],
): Promise<string[]> {
  const { ids } = await decideAndCommit(async () => {
    const [known, counter] = await Promise.all([
      billIdsByNaturalKey(tenant, naturalKeys),
      tenant.get(counterKey(tenant), { consistent: true }),
    ]);
    let last = counter?.last ?? 0;
    const ids = known.map((id) => id ?? String(++last));
    const claims = naturalKeys.flatMap((naturalKey, index) => {
      const billId = ids[index];
      return known[index] === undefined && billId !== undefined
        ? [insertNumberClaim(tenant, naturalKey, billId)]
        : [];
    });
    return { ids, changes: claims.length === 0 ? [] : [...putCounter(tenant, counter, last), ...claims] };
  });
  return ids;
}

/** The counter; with the first one, when there is no bill yet, the mark that the words of all bills are indexed. */
const putCounter = (tenant: TenantStore, before: BillCounter | undefined, last: number): Change[] => [
  put(
    counterKey(tenant),
    { type: 'bill-counter', last },
    {
      condition: before
        ? { expression: '#last = :last', names: { '#last': 'last' }, values: { ':last': before.last } }
        : ifAbsent,
      onConflict: 'retry',
    },
  ),
  ...(before ? [] : [markHintsComplete(tenant, 'bills')]),
];

/** The last id that was given to a bill; 0 when there is none. One read. */
export const lastBillId = async (tenant: TenantStore): Promise<number> =>
  (await tenant.get(counterKey(tenant), { consistent: true }))?.last ?? 0;
