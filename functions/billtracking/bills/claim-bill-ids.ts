// The numbers of bills: counted per tenant, each claimed for one state, session and bill number for ever.
import { type Change, ifAbsent, put } from '../../../shared/data/changes.ts';
import { decideAndCommit } from '../../../shared/data/decide-and-commit.ts';
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import { billIdsByNaturalKey, insertNumberClaim, type NaturalKey } from './store.ts';

/** The number given last. */
interface BillCounter {
  readonly type: 'bill-counter';
  readonly last: number;
}

const counterKey = (tenant: TenantStore): Key<BillCounter> => tenant.key('BILLS', 'COUNTER');

/** A transaction holds a hundred changes: the counter's and the claims. */
export const CLAIMS_PER_COMMIT = 80;

/**
 * The ids of at most `CLAIMS_PER_COMMIT` bills. New ones get the next numbers, in one range, and are claimed in the same
 * transaction: two imports at once never give a bill two ids.
 * @throws Failure SERVICE_BUSY when others keep claiming
 */
export async function claimBillIds(tenant: TenantStore, named: readonly NaturalKey[]): Promise<string[]> {
  const { ids } = await decideAndCommit(async () => {
    const [known, counter] = await Promise.all([
      billIdsByNaturalKey(tenant, named),
      tenant.get(counterKey(tenant), { consistent: true }),
    ]);
    let last = counter?.last ?? 0;
    const ids = known.map((id) => id ?? String(++last));
    const claims = named.flatMap((one, at) => {
      const billId = ids[at];
      return known[at] === undefined && billId !== undefined ? [insertNumberClaim(tenant, one, billId)] : [];
    });
    return { ids, changes: claims.length === 0 ? [] : [putCounter(tenant, counter, last), ...claims] };
  });
  return ids;
}

const putCounter = (tenant: TenantStore, before: BillCounter | undefined, last: number): Change =>
  put(
    counterKey(tenant),
    { type: 'bill-counter', last },
    {
      condition: before
        ? { expression: '#last = :last', names: { '#last': 'last' }, values: { ':last': before.last } }
        : ifAbsent,
      otherwise: 'decide again',
    },
  );
