// Where bills are kept: the bill, its short row, its actions, roll calls and relations, all but the last in its partition.
//
// A row (see row.ts) stands in one counted list of the index, so that a page of what is tracked costs the same however
// many bills the tenant holds. The claim on state, session and number stands apart, so that a bill is there once.

import type { Delta } from '../../../shared/data/buckets.ts';
import { type Change, ifAbsent, put } from '../../../shared/data/changes.ts';
import type { CountedList } from '../../../shared/data/counted-list.ts';
import type { Key, Partition, Position, Range, Store, TenantStore } from '../../../shared/data/store.ts';
import { foldForSort } from '../../../shared/directory/fold-for-sort.ts';
import { notFound } from '../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchangedOrAbsent } from '../../../shared/http/etag.ts';
import {
  type BillAction,
  type BillItem,
  type BillRelation,
  billKey,
  billNumberDigits,
  normalizeBillNumber,
  type RollCall,
} from './bill.ts';
import { type BillRow, billList, buildRow, listForBill, rowKey, rowSortKey } from './bill-row.ts';

/** Who has a number in a session. */
interface BillClaim {
  readonly type: 'bill-claim';
  readonly billId: string;
}

/** What names a bill among all of them. */
export type NaturalKey = Pick<BillRelation, 'stateId' | 'session' | 'billNumber'>;

const sessionKeyPart = ({ stateId, session }: NaturalKey): string => `${stateId}#${foldForSort(session)}`;

const claimKey = (tenant: TenantStore, named: NaturalKey): Key<BillClaim> =>
  tenant.key(`BILL-NUMBERS#${sessionKeyPart(named)}`, normalizeBillNumber(named.billNumber));

/** The claims on numbers with these digits, of all types, sessions and states. */
const claimsByDigits = (tenant: TenantStore, digits: string): Partition<BillClaim> =>
  tenant.listing(`BILL-DIGITS#${digits}`);

/** Claims a number for a bill, unless it is claimed. It is listed by its digits, where it has any. */
export const insertNumberClaim = (tenant: TenantStore, named: NaturalKey, billId: string): Change => {
  const digits = billNumberDigits(named.billNumber);
  const sort = `${normalizeBillNumber(named.billNumber)}#${billId}`;
  return put(
    claimKey(tenant, named),
    { type: 'bill-claim', billId },
    {
      condition: ifAbsent,
      otherwise: 'decide again',
      ...(digits !== '' && { listed: { listing: claimsByDigits(tenant, digits), sort } }),
    },
  );
};

/**
 * The ids of the bills with this number in any session, or with these digits where it has no letters; undefined when it
 * has no digits to find them by. One query.
 */
export async function billIdsWithNumber(
  tenant: TenantStore,
  billNumber: string,
): Promise<string[] | undefined> {
  const [number, digits] = [normalizeBillNumber(billNumber), billNumberDigits(billNumber)];
  if (digits === '') return undefined;
  const range = number === digits ? {} : { beginsWith: `${number}#` };
  return (await all(tenant, claimsByDigits(tenant, digits), range)).map(({ billId }) => billId);
}

/** So many actions are kept together: a new one rewrites no more than these. */
export const ACTIONS_PER_PART = 50;

/** Some actions of a bill, in their order. */
interface ActionsItem {
  readonly type: 'bill-actions';
  readonly actions: readonly BillAction[];
}

export const actionsKey = (tenant: TenantStore, billId: string, part: number): Key<ActionsItem> =>
  tenant.key(`BILL#${billId}`, `ACTIONS#${String(part).padStart(4, '0')}`);

/** A roll call as the table holds it. */
export interface RollCallItem extends RollCall {
  readonly type: 'roll-call';
  /** From 1, as they came. */
  readonly number: number;
}

/** More roll calls than these no bill has. */
export const MAX_ROLL_CALLS = 999;

export const rollCallKey = (tenant: TenantStore, billId: string, number: number): Key<RollCallItem> =>
  tenant.key(`BILL#${billId}`, `ROLL-CALL#${String(number).padStart(3, '0')}`);

/** A roll call's number among all of the tenant's: its bill and three digits. */
export const rollCallId = (billId: string, number: number): number =>
  Number(billId) * (MAX_ROLL_CALLS + 1) + number;

/** That another bill says it is related to this one, whether this one is there or not. */
interface ReverseRelation {
  readonly type: 'bill-related';
  readonly billId: string;
  readonly relation: BillRelation['relation'];
}

const reverseRelationPartition = (named: NaturalKey): string => `BILL-RELATED#${sessionKeyPart(named)}`;
const reverseRelationSort = ({ billNumber }: NaturalKey): string => `${normalizeBillNumber(billNumber)}#`;

export const reverseRelationKey = (
  tenant: TenantStore,
  to: NaturalKey,
  billId: string,
): Key<ReverseRelation> => tenant.key(reverseRelationPartition(to), reverseRelationSort(to) + billId);

/** All items of a range, over as many replies as it takes. */
async function all<T>(store: Store, partition: Partition<T>, range: Range): Promise<T[]> {
  const found: T[] = [];
  let after: Position | undefined;
  do {
    const page = await store.query(partition, { ...range, ...(after && { after }) });
    found.push(...page.items);
    after = page.next;
  } while (after);
  return found;
}

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

/** The bills with these ids, in their order, without those there are none of; one round trip per hundred. */
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

/** The rows of these bills, in their order, without those there are none of; one round trip per hundred. */
export async function rowsById(tenant: TenantStore, ids: readonly (string | number)[]): Promise<BillRow[]> {
  const found = await tenant.getMany(ids.map((id) => rowKey(tenant, String(id))));
  return found.filter((row) => row !== undefined);
}

/** All rows of one of the lists, the latest action first. A read unit for some six of them. */
export const listRows = ({ listing }: CountedList<BillRow>, tenant: TenantStore): Promise<BillRow[]> =>
  all(tenant, listing, {});

/**
 * The rows of all bills the tenant follows (TRACKING, WATCHING, PRIORITY), the latest action first. It costs a read unit
 * for some six of them, and nothing for the bills that are not tracked.
 */
export const trackedBills = (tenant: TenantStore): Promise<BillRow[]> =>
  listRows(billList(tenant, 'tracked'), tenant);

/** The ids of the bills with these numbers, in their order; undefined where there is none. */
export async function billIdsByNaturalKey(
  tenant: TenantStore,
  named: readonly NaturalKey[],
): Promise<(string | undefined)[]> {
  const claims = await tenant.getMany(
    named.map((one) => claimKey(tenant, one)),
    { consistent: true },
  );
  return claims.map((claim) => claim?.billId);
}

/** The actions of a bill, in their order. One query. */
export const listActions = async (
  tenant: TenantStore,
  billId: string,
  { consistent = false } = {},
): Promise<BillAction[]> =>
  (
    await all(tenant, billPartition<ActionsItem>(tenant, billId), { beginsWith: 'ACTIONS#', consistent })
  ).flatMap(({ actions }) => actions);

/** The roll calls of a bill, in the order they came. One query; some ten kilobytes each where every vote is known. */
export const listRollCalls = (
  tenant: TenantStore,
  billId: string,
  { consistent = false } = {},
): Promise<RollCallItem[]> =>
  all(tenant, billPartition<RollCallItem>(tenant, billId), { beginsWith: 'ROLL-CALL#', consistent });

/** The roll call with this number among all of the tenant's. One read. */
export const rollCallById = (tenant: TenantStore, id: number): Promise<RollCallItem | undefined> =>
  tenant.get(rollCallKey(tenant, String(Math.floor(id / (MAX_ROLL_CALLS + 1))), id % (MAX_ROLL_CALLS + 1)));

/** The bills that say they are related to this one. One query. */
export const listReverseRelations = (tenant: TenantStore, named: NaturalKey): Promise<ReverseRelation[]> =>
  all(tenant, tenant.partition<ReverseRelation>(reverseRelationPartition(named)), {
    beginsWith: reverseRelationSort(named),
  });

/** A bill that was read as `before` (a new one: undefined) and is to be written as `after`. */
interface BillWrite {
  readonly before?: BillItem | undefined;
  readonly after: BillItem;
}

/** Whether a bill's row comes to another place, or to another list. */
const movesRow = (tenant: TenantStore, { before, after }: BillWrite): boolean =>
  !before ||
  rowSortKey(before) !== rowSortKey(after) ||
  listForBill(tenant, before).listing.name !== listForBill(tenant, after).listing.name;

/** What is done to the counts of the lists that rows leave and come to, gathered by list. */
async function buildCountChanges(tenant: TenantStore, writes: readonly BillWrite[]): Promise<Change[]> {
  const lists = new Map<string, { readonly list: CountedList<BillRow>; readonly deltas: Delta[] }>();
  const count = (bill: BillItem, by: 1 | -1): void => {
    const list = listForBill(tenant, bill);
    const gathered = lists.get(list.listing.name) ?? { list, deltas: [] };
    gathered.deltas.push({ sort: rowSortKey(bill), by });
    lists.set(list.listing.name, gathered);
  };
  for (const { before, after } of writes.filter((one) => movesRow(tenant, one))) {
    if (before) count(before, -1);
    count(after, 1);
  }
  const changes = [...lists.values()].map(({ list, deltas }) => list.changesFor(deltas));
  return (await Promise.all(changes)).flat();
}

/** Writes bills with their rows and the counts of the lists: two changes a bill, and two to four a list. */
export async function putBills(
  tenant: TenantStore,
  writes: readonly BillWrite[],
  ifMatch?: IfMatch,
): Promise<Change[]> {
  const puts = writes.flatMap(({ before, after }) => {
    const row = buildRow(after);
    return [
      put(billKey(tenant, after.id), after, ifUnchangedOrAbsent(before, ifMatch)),
      put(rowKey(tenant, row.id), row, {
        listed: { listing: listForBill(tenant, row).listing, sort: rowSortKey(row) },
      }),
    ];
  });
  return [...puts, ...(await buildCountChanges(tenant, writes))];
}

/** Brings the stretches of the lists that rows are moved to into proportion, so that none grows for ever. */
export async function rebalanceLists(tenant: TenantStore, writes: readonly BillWrite[]): Promise<void> {
  const moved = writes.filter((one) => movesRow(tenant, one)).map(({ after }) => after);
  const lists = new Map(
    moved.map((bill) => [listForBill(tenant, bill).listing.name, listForBill(tenant, bill)]),
  );
  for (const [name, list] of lists)
    await list.rebalance(
      moved.filter((bill) => listForBill(tenant, bill).listing.name === name).map((bill) => rowSortKey(bill)),
    );
}
