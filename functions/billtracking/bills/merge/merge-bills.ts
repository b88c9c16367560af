// Moves the bills of a session into another one. A bill that both have becomes one.
//
// Each commit leaves every bill whole, in the one session or in the other, so that a merge may stop after any of them.
import { type Change, commit, put, remove } from '../../../../shared/data/changes.ts';
import { decideAndCommit } from '../../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { contentHash } from '../../../../shared/values/content-hash.ts';
import { pick } from '../../../../shared/values/pick.ts';
import {
  type BillItem,
  billKey,
  defaultTracking,
  isTracked,
  type NaturalKey,
  trackingFields,
} from '../record/bill.ts';
import { removeBillHints } from '../record/bill-words.ts';
import {
  type BillClaim,
  billById,
  billIdsByNaturalKey,
  claimsBySession,
  insertNumberClaim,
  numberClaimKey,
  putBills,
  rebalanceLists,
  reverseRelationKey,
} from '../record/store.ts';
import { moveBill, type SessionMove } from './move-bill.ts';

/** A bill is five changes, and at most twelve of list counts. */
const BILLS_PER_COMMIT = 12;
const ITEMS_PER_COMMIT = 40;

/** The claim on a number in the session that is merged. */
export interface NumberClaim {
  readonly number: string;
  readonly billId: string;
}

/** The numbers of the session, some at a time. */
export async function* iterateNumbers(
  tenant: TenantStore,
  { from }: SessionMove,
): AsyncGenerator<readonly NumberClaim[]> {
  const claims = claimsBySession(tenant, { stateId: from.stateId, session: from.identifier });
  for await (const { items } of tenant.queryPages(claims, { consistent: true }))
    for (let start = 0; start < items.length; start += BILLS_PER_COMMIT)
      yield items.slice(start, start + BILLS_PER_COMMIT).map(({ sk, billId }) => ({ number: sk, billId }));
}

const toNaturalKey = ({ stateId, identifier }: SessionMove['into'], number: string): NaturalKey => ({
  stateId,
  session: identifier,
  billNumber: number,
});

const moveClaim = (
  tenant: TenantStore,
  { from, into }: SessionMove,
  { number, billId }: NumberClaim,
): Change[] => [
  remove(numberClaimKey(tenant, toNaturalKey(from, number))),
  insertNumberClaim(tenant, toNaturalKey(into, number), billId),
];

/**
 * Moves the bills whose numbers are free in the other session, and returns the others.
 */
export async function moveUniqueBills(
  tenant: TenantStore,
  claims: readonly NumberClaim[],
  move: SessionMove,
): Promise<readonly NumberClaim[]> {
  const { duplicates, writes } = await decideAndCommit(async () => {
    const [taken, bills] = await Promise.all([
      billIdsByNaturalKey(
        tenant,
        claims.map(({ number }) => toNaturalKey(move.into, number)),
      ),
      tenant.getMany(
        claims.map(({ billId }) => billKey(tenant, billId)),
        { consistent: true },
      ),
    ]);
    const unique = claims.flatMap((claim, index) =>
      taken[index] === undefined ? [{ claim, bill: bills[index] }] : [],
    );
    const writes = await Promise.all(
      unique.flatMap(({ bill }) =>
        bill ? [moveBill(tenant, bill, move).then((after) => ({ before: bill, after }))] : [],
      ),
    );
    return {
      duplicates: claims.filter((_, index) => taken[index] !== undefined),
      writes,
      changes: [
        ...unique.flatMap(({ claim }) => moveClaim(tenant, move, claim)),
        ...(await putBills(tenant, writes)),
      ],
    };
  });
  await rebalanceLists(tenant, writes);
  return duplicates;
}

/** Whether the tenant tracks a bill, or has archived it. */
const isKept = (bill: Pick<BillItem, 'trackingStatus'>): boolean =>
  isTracked(bill) || bill.trackingStatus === 'ARCHIVED';

/** Whether the tenant has said something about a bill. */
const hasTracking = (bill: BillItem): boolean =>
  contentHash(pick(bill, trackingFields)) !== contentHash(defaultTracking);

/** The bill that stays of two, and the one that goes; undefined when the tenant tracks both. */
function chooseBill(ours: BillItem, theirs: BillItem) {
  if (isKept(ours) && isKept(theirs)) return undefined;
  const isTheirs = isKept(theirs) || (!isKept(ours) && !hasTracking(ours) && hasTracking(theirs));
  return isTheirs ? { stays: theirs, goes: ours } : { stays: ours, goes: theirs };
}

/** What people wrote about a bill moves with it; everything else of it is removed. */
async function moveItems(tenant: TenantStore, goes: BillItem, stays: BillItem): Promise<void> {
  const items = await tenant.queryAll(
    tenant.partition<{ readonly sk: string; readonly billId?: string }>(`BILL#${goes.id}`),
    { consistent: true },
  );
  const changes = items.flatMap(({ sk, ...item }): Change[] => {
    if (sk === 'BILL' || sk === 'ROW' || sk === 'PENDING') return [];
    const isWritten = sk.startsWith('NOTE#') || sk.startsWith('ANALYSIS#');
    return [
      remove(tenant.key(`BILL#${goes.id}`, sk)),
      ...(isWritten ? [put(tenant.key<object>(`BILL#${stays.id}`, sk), { ...item, billId: stays.id })] : []),
    ];
  });
  const relations = goes.relations.map((to) => remove(reverseRelationKey(tenant, to, goes.id)));
  const all = [
    ...changes,
    ...new Map(relations.map((change) => [JSON.stringify(change.action), change])).values(),
  ];
  for (let start = 0; start < all.length; start += ITEMS_PER_COMMIT)
    await commit(all.slice(start, start + ITEMS_PER_COMMIT));
}

/**
 * Makes one bill of two with the same number. The one that the tenant tracks stays, otherwise that of the session that
 * stays. Returns false when the tenant tracks both.
 * @param beforeRemoval gives to a bill what refers to another one
 */
export async function mergeDuplicate(
  tenant: TenantStore,
  { number, billId }: NumberClaim,
  move: SessionMove,
  beforeRemoval: (goes: string, stays: string) => Promise<void>,
): Promise<boolean> {
  const intoKey = toNaturalKey(move.into, number);
  const oldClaim = numberClaimKey(tenant, toNaturalKey(move.from, number));
  const [otherId = ''] = await billIdsByNaturalKey(tenant, [intoKey]);
  const read = () => Promise.all([otherId, billId].map((id) => billById(tenant, id, { consistent: true })));
  const [ours, theirs] = await read();
  const chosen = ours && theirs && otherId !== billId ? chooseBill(ours, theirs) : undefined;
  if (ours && theirs && otherId !== billId) {
    if (!chosen) return false;
    await beforeRemoval(chosen.goes.id, chosen.stays.id);
    await moveItems(tenant, chosen.goes, chosen.stays);
  }
  const { isDone, removed } = await decideAndCommit(async () => {
    const [ours, theirs] = await read();
    if (!theirs || otherId === billId)
      return { isDone: true, removed: undefined, changes: [remove(oldClaim)] };
    // A number that was claimed for a bill that was never written is free.
    const stays = chosen?.stays.id === otherId ? ours : theirs;
    const goes = stays === ours ? theirs : ours;
    if (!stays || (goes && isKept(goes))) return { isDone: false, removed: undefined, changes: [] };
    const after = stays.sessionId === move.into.id ? stays : await moveBill(tenant, stays, move);
    const claim: BillClaim = { type: 'bill-claim', billId: stays.id };
    return {
      isDone: true,
      removed: goes,
      changes: [
        remove(oldClaim),
        ...(stays === ours ? [] : [replaceClaim(tenant, intoKey, claim, otherId)]),
        ...(await putBills(tenant, [
          ...(goes ? [{ before: goes }] : []),
          ...(after === stays ? [] : [{ before: stays, after }]),
        ])),
      ],
    };
  });
  if (removed) await removeBillHints(tenant, removed);
  return isDone;
}

/** Gives a number to another bill; it must still be that of the one before. */
const replaceClaim = (
  tenant: TenantStore,
  naturalKey: NaturalKey,
  { billId }: BillClaim,
  before: string,
): Change => {
  const { action } = insertNumberClaim(tenant, naturalKey, billId);
  return {
    action: {
      Put: {
        TableName: action.Put?.TableName,
        Item: action.Put?.Item,
        ConditionExpression: 'billId = :before',
        ExpressionAttributeValues: { ':before': before },
      },
    },
    onConflict: 'retry',
  };
};
