// Stored bills. The bill, its short row, its actions and its roll calls are in one partition.
//
// Each row (see bill-row.ts) is in one counted list of the index, so that a page of tracked bills costs the same
// however many bills the tenant has. The claim on state, session and number is a separate item, so that each bill
// exists once.

import { type Change, insert, put, remove } from '../../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../../shared/data/store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchangedOrAbsent } from '../../../../shared/http/etag.ts';
import {
  billNumberDigits,
  billNumberKey,
  billNumberKeys,
  formerBillNumberKey,
  splitBillNumberKeys,
} from '../../../../shared/legislature/bill-number.ts';
import type { Delta } from '../../../../shared/lists/buckets.ts';
import type { CountedList } from '../../../../shared/lists/counted-list.ts';
import { foldForSort } from '../../../../shared/lists/fold-for-sort.ts';
import {
  type BillAction,
  type BillItem,
  type BillRelation,
  billKey,
  type NaturalKey,
  type RollCall,
} from './bill.ts';
import { type BillRow, billList, buildRow, listForBill, rowKey, rowSortKey } from './bill-row.ts';
import type { Seen } from './mark-seen.ts';
import { buildPendingChanges, choosePendingStage } from './pending-bill.ts';

/** Which bill has a number in a session. */
export interface BillClaim {
  readonly type: 'bill-claim';
  readonly billId: string;
}

const sessionKeyPart = ({ stateId, session }: NaturalKey): string => `${stateId}#${foldForSort(session)}`;

export const numberClaimKey = (tenant: TenantStore, naturalKey: NaturalKey): Key<BillClaim> =>
  tenant.key(
    `BILL-NUMBERS#${sessionKeyPart(naturalKey)}`,
    billNumberKey(naturalKey.billNumber, naturalKey.stateId),
  );

/** The claim that an earlier version stored under another form of the number. */
function formerClaimKey(tenant: TenantStore, naturalKey: NaturalKey): Key<BillClaim> | undefined {
  const number = formerBillNumberKey(naturalKey.billNumber, naturalKey.stateId);
  return number === undefined ? undefined : tenant.key(`BILL-NUMBERS#${sessionKeyPart(naturalKey)}`, number);
}

/** The claims on all numbers of a session. */
export const claimsBySession = (
  tenant: TenantStore,
  session: Pick<NaturalKey, 'stateId' | 'session'>,
): Partition<BillClaim & { readonly sk: string }> =>
  tenant.partition(`BILL-NUMBERS#${sessionKeyPart({ ...session, billNumber: '' })}`);

/** The claims on numbers with these digits, of all bill types, sessions and states. */
const claimsByDigits = (tenant: TenantStore, digits: string): Partition<BillClaim> =>
  tenant.listing(`BILL-DIGITS#${digits}`);

/**
 * Claims a number for a bill, unless it is claimed already. The claim is listed by the last number in it, or its letters.
 */
export const insertNumberClaim = (tenant: TenantStore, naturalKey: NaturalKey, billId: string): Change => {
  const number = billNumberKey(naturalKey.billNumber, naturalKey.stateId);
  const digits = billNumberDigits(number);
  const sort = `${number}#${billId}`;
  return insert(
    numberClaimKey(tenant, naturalKey),
    { type: 'bill-claim', billId },
    { ...(digits !== '' && { listed: { listing: claimsByDigits(tenant, digits), sort } }) },
  );
};

/**
 * The claims on numbers with this key, or with these digits when it has no letters; of words, on those that begin with the
 * same one. One query.
 */
const listClaims = (tenant: TenantStore, number: string): Promise<BillClaim[]> => {
  const digits = billNumberDigits(number);
  const [word] = /^\p{L}+-/u.exec(number) ?? [];
  return tenant.queryAll(
    claimsByDigits(tenant, digits),
    number === digits ? {} : { beginsWith: word ?? `${number}#` },
  );
};

/**
 * The ids of bills that may have this number in any session, or these digits when it has no letters, in the spelling of any
 * legislature; undefined when the text has no letters and digits to find them by. One query, for a spelling that a
 * legislature reads otherwise one more, and for a number that no bill has one for each place where a hyphen may be missing.
 */
export async function billIdsWithNumber(
  tenant: TenantStore,
  billNumber: string,
): Promise<string[] | undefined> {
  const find = async (numbers: readonly string[]): Promise<string[]> => {
    const claims = await Promise.all(numbers.map((number) => listClaims(tenant, number)));
    return [...new Set(claims.flat().map(({ billId }) => billId))];
  };
  const numbers = billNumberKeys(billNumber).filter((number) => number !== '');
  if (numbers.length === 0) return undefined;
  const found = await find(numbers);
  if (found.length > 0) return found;
  return find([...new Set(splitBillNumberKeys(billNumber).flatMap(billNumberKeys))]);
}

/** Actions per item: a new action rewrites at most this many. */
export const ACTIONS_PER_PART = 50;

/** A part of the actions of a bill, in their order. */
interface ActionsItem {
  readonly type: 'bill-actions';
  readonly actions: readonly (BillAction & Seen)[];
}

export const actionsKey = (tenant: TenantStore, billId: string, part: number): Key<ActionsItem> =>
  tenant.key(`BILL#${billId}`, `ACTIONS#${String(part).padStart(4, '0')}`);

/** A roll call as stored. */
export interface RollCallItem extends RollCall, Seen {
  readonly type: 'roll-call';
  /** From 1, in the order of arrival. */
  readonly number: number;
}

/** No real bill has more roll calls. */
export const MAX_ROLL_CALLS = 999;

export const rollCallKey = (tenant: TenantStore, billId: string, number: number): Key<RollCallItem> =>
  tenant.key(`BILL#${billId}`, `ROLL-CALL#${String(number).padStart(3, '0')}`);

/** The id of a roll call, unique in the tenant: the bill's id and three digits. */
export const rollCallId = (billId: string, number: number): number =>
  Number(billId) * (MAX_ROLL_CALLS + 1) + number;

/** The record that another bill names this one as related, whether or not this one is stored. */
export interface ReverseRelation {
  readonly type: 'bill-related';
  readonly billId: string;
  readonly relation: BillRelation['relation'];
}

const reverseRelationPartition = (naturalKey: NaturalKey): string =>
  `BILL-RELATED#${sessionKeyPart(naturalKey)}`;
const reverseRelationSort = ({ billNumber, stateId }: NaturalKey): string =>
  `${billNumberKey(billNumber, stateId)}#`;

export const reverseRelationKey = (
  tenant: TenantStore,
  to: NaturalKey,
  billId: string,
): Key<ReverseRelation> => tenant.key(reverseRelationPartition(to), reverseRelationSort(to) + billId);

/** What names the bills of a session as related, whether or not they are stored. */
export const reverseRelationsBySession = (
  tenant: TenantStore,
  session: Pick<NaturalKey, 'stateId' | 'session'>,
): Partition<ReverseRelation> => tenant.partition(reverseRelationPartition({ ...session, billNumber: '' }));

const billPartition = <T>(tenant: TenantStore, billId: string): Partition<T> =>
  tenant.partition(`BILL#${billId}`);

/** The bill with this id, if there is one. One read. */
export const billById = (
  tenant: TenantStore,
  id: string | number,
  options?: { readonly consistent?: boolean },
): Promise<BillItem | undefined> => tenant.get(billKey(tenant, id), options);

/**
 * The bill with this id. One read.
 * @throws Failure 404
 */
export async function requireBill(tenant: TenantStore, id: string | number): Promise<BillItem> {
  const bill = await billById(tenant, id);
  if (!bill) throw notFound('bill', String(id));
  return bill;
}

/** The bills with these ids that exist, in the order of the ids. One round trip per hundred. */
export async function billsById(
  tenant: TenantStore,
  ids: readonly (string | number)[],
  options?: { readonly consistent?: boolean },
): Promise<BillItem[]> {
  const found = await tenant.getMany(
    ids.map((id) => billKey(tenant, id)),
    options,
  );
  return found.filter((bill) => bill !== undefined);
}

/** The rows of these bills that exist, in the order of the ids. One round trip per hundred. */
export async function rowsById(tenant: TenantStore, ids: readonly (string | number)[]): Promise<BillRow[]> {
  const found = await tenant.getMany(ids.map((id) => rowKey(tenant, String(id))));
  return found.filter((row) => row !== undefined);
}

/** All rows of a list, the latest action first. One read unit for some six rows. */
export const listRows = ({ listing }: CountedList<BillRow>, tenant: TenantStore): Promise<BillRow[]> =>
  tenant.queryAll(listing);

/**
 * The rows of all bills that the tenant tracks (TRACKING, WATCHING, PRIORITY), the latest action first. One read unit
 * for some six rows; untracked bills cost nothing.
 */
export const trackedBills = (tenant: TenantStore): Promise<BillRow[]> =>
  listRows(billList(tenant, 'tracked'), tenant);

/** The ids of the bills with these natural keys, in the order of the keys; undefined where there is none. */
export async function billIdsByNaturalKey(
  tenant: TenantStore,
  naturalKeys: readonly NaturalKey[],
): Promise<(string | undefined)[]> {
  const former = naturalKeys.flatMap((naturalKey, index) => {
    const key = formerClaimKey(tenant, naturalKey);
    return key ? [{ index, key }] : [];
  });
  const claims = await tenant.getMany(
    [...naturalKeys.map((naturalKey) => numberClaimKey(tenant, naturalKey)), ...former.map(({ key }) => key)],
    { consistent: true },
  );
  const earlier = new Map(former.map(({ index }, at) => [index, claims[naturalKeys.length + at]]));
  return naturalKeys.map((_, index) => (claims[index] ?? earlier.get(index))?.billId);
}

/** The actions of a bill, in their order, with when each was first seen. One query. */
export const listSeenActions = async (
  tenant: TenantStore,
  billId: string,
  { consistent = false } = {},
): Promise<(BillAction & Seen)[]> =>
  (
    await tenant.queryAll(billPartition<ActionsItem>(tenant, billId), { beginsWith: 'ACTIONS#', consistent })
  ).flatMap(({ actions }) => actions);

/** The actions of a bill as its source reports them, in their order. One query. */
export const listActions = async (
  tenant: TenantStore,
  billId: string,
  options?: { readonly consistent?: boolean },
): Promise<BillAction[]> =>
  (await listSeenActions(tenant, billId, options)).map(({ seenAt, ...action }) => action);

/** The roll calls of a bill, in the order of arrival. One query; a roll call with every vote is some ten kilobytes. */
export const listRollCalls = (
  tenant: TenantStore,
  billId: string,
  { consistent = false } = {},
): Promise<RollCallItem[]> =>
  tenant.queryAll(billPartition<RollCallItem>(tenant, billId), { beginsWith: 'ROLL-CALL#', consistent });

/** The roll call with this id. One read. */
export const rollCallById = (tenant: TenantStore, id: number): Promise<RollCallItem | undefined> =>
  tenant.get(rollCallKey(tenant, String(Math.floor(id / (MAX_ROLL_CALLS + 1))), id % (MAX_ROLL_CALLS + 1)));

/** The bills that name this one as related. One query. */
export const listReverseRelations = (
  tenant: TenantStore,
  naturalKey: NaturalKey,
): Promise<ReverseRelation[]> =>
  tenant.queryAll(tenant.partition<ReverseRelation>(reverseRelationPartition(naturalKey)), {
    beginsWith: reverseRelationSort(naturalKey),
  });

/** A bill as it was read, undefined when it is new, and as it will be written, undefined when it is removed. */
interface BillWrite {
  readonly before?: BillItem | undefined;
  readonly after?: BillItem | undefined;
}

/** Whether the row of a bill moves within its list, or to another list. */
const movesRow = (tenant: TenantStore, { before, after }: BillWrite): boolean =>
  !before ||
  !after ||
  rowSortKey(before) !== rowSortKey(after) ||
  listForBill(tenant, before).listing.name !== listForBill(tenant, after).listing.name;

/** The changes to the counts of the lists that rows leave and enter, gathered by list. */
async function buildCountChanges(tenant: TenantStore, writes: readonly BillWrite[]): Promise<Change[]> {
  const lists = new Map<string, { readonly list: CountedList<BillRow>; readonly deltas: Delta[] }>();
  const count = (bill: BillItem, by: 1 | -1): void => {
    const list = listForBill(tenant, bill);
    const gathered = lists.get(list.listing.name) ?? { list, deltas: [] };
    gathered.deltas.push({ sort: rowSortKey(bill), by });
    lists.set(list.listing.name, gathered);
  };
  for (const { before, after } of writes.filter((write) => movesRow(tenant, write))) {
    if (before) count(before, -1);
    if (after) count(after, 1);
  }
  const changes = [...lists.values()].map(({ list, deltas }) => list.changesFor(deltas));
  return (await Promise.all(changes)).flat();
}

/**
 * Writes or removes bills with their rows and the counts of the lists: two changes per bill, one more for a tracked bill that is not
 * decided, and two to four per list. A bill that gets other words needs their hints first (see bill-words.ts).
 */
export async function putBills(
  tenant: TenantStore,
  requested: readonly BillWrite[],
  ifMatch?: IfMatch,
): Promise<Change[]> {
  const writes = requested.map(({ before, after }) => ({
    before,
    after: after && { ...after, pendingStage: choosePendingStage(after) },
  }));
  const puts = writes.flatMap(({ before, after }) => {
    if (!after)
      return before
        ? [
            remove(billKey(tenant, before.id), ifUnchangedOrAbsent(before, undefined)),
            remove(rowKey(tenant, before.id)),
          ]
        : [];
    const row = buildRow(after);
    return [
      put(billKey(tenant, after.id), after, ifUnchangedOrAbsent(before, ifMatch)),
      put(rowKey(tenant, row.id), row, {
        listed: { listing: listForBill(tenant, row).listing, sort: rowSortKey(row) },
      }),
    ];
  });
  const counts = await Promise.all([buildCountChanges(tenant, writes), buildPendingChanges(tenant, writes)]);
  return [...puts, ...counts.flat()];
}

/** Rebalances the counters of the lists that rows move to, so that none grows without limit. */
export async function rebalanceLists(tenant: TenantStore, writes: readonly BillWrite[]): Promise<void> {
  const rowsToMove = writes.filter((write) => movesRow(tenant, write)).flatMap(({ after }) => after ?? []);
  for (const bills of Map.groupBy(rowsToMove, (bill) => listForBill(tenant, bill).listing.name).values()) {
    const [first] = bills;
    if (first) await listForBill(tenant, first).rebalance(bills.map((bill) => rowSortKey(bill)));
  }
}
