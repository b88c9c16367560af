// The short row of a bill, which lists and filters read. It is stored next to the bill and listed by its last action.

import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import { type CountedList, countedList } from '../../../../shared/lists/counted-list.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import { pick } from '../../../../shared/values/pick.ts';
import { extractWords } from '../../word-search.ts';
import { type BillItem, type BillTracking, isTracked } from './bill.ts';

/** What a row copies from its bill. */
const rowFields = [
  'id',
  'stateId',
  'sessionId',
  'sessionName',
  'billNumber',
  'billTypeId',
  'billTypeAbbr',
  'chamber',
  'title',
  'alternateTitle',
  'status',
  'introducedDate',
  'lastActionOn',
  'lastActionTaken',
  'lastActionType',
  'sponsors',
  'committees',
  'rollCallCount',
  'trackingStatus',
  'trackingLevelId',
  'position',
  'priority',
  'assignedPersonIds',
  'assignedGroups',
  'tags',
  'userTags',
  'modifiedDate',
] as const satisfies readonly (keyof BillItem)[];

/** The row of a bill: about a kilobyte. */
export interface BillRow extends Pick<BillItem, (typeof rowFields)[number]> {
  readonly type: 'bill-row';
  /** The words of the subjects and the summary that are not in the titles, for the text search. */
  readonly summaryWords: string;
}

/** A row has this many characters of the last action; the bill has all of it. */
const MAX_ACTION_LENGTH = 300;

/** The row of a bill. */
export const buildRow = (bill: BillItem): BillRow => ({
  type: 'bill-row',
  ...pick(bill, rowFields),
  ...omitUndefined({ lastActionTaken: bill.lastActionTaken?.slice(0, MAX_ACTION_LENGTH) }),
  summaryWords: extractWords(`${bill.subjects.join(' ')} ${bill.summary ?? ''}`, [
    bill.title,
    bill.alternateTitle ?? '',
  ]).join(' '),
});

export const rowKey = (tenant: TenantStore, id: string): Key<BillRow> => tenant.key(`BILL#${id}`, 'ROW');

/** The three kinds of list that a row may be in. */
export type BillListKind = 'tracked' | 'archived' | 'untracked';

/** Which kind of list a bill is in. */
export const billListKind = (bill: Pick<BillTracking, 'trackingStatus'>): BillListKind =>
  isTracked(bill) ? 'tracked' : bill.trackingStatus === 'ARCHIVED' ? 'archived' : 'untracked';

/**
 * A counted list of rows, the latest action first. The tenant has one list of tracked and one of archived bills.
 * Untracked bills have a list per session: there may be a hundred thousand of them.
 */
export const billList = (
  tenant: TenantStore,
  ...[kind, sessionId]: [kind: 'tracked' | 'archived'] | [kind: 'untracked', sessionId: number]
): CountedList<BillRow> =>
  countedList<BillRow>(
    tenant,
    kind === 'untracked' ? `BILLS-UNTRACKED#${sessionId}` : `BILLS-${kind.toUpperCase()}`,
  );

/** The list that a bill or its row is in. */
export function listForBill(
  tenant: TenantStore,
  row: Pick<BillRow, 'trackingStatus' | 'sessionId'>,
): CountedList<BillRow> {
  const kind = billListKind(row);
  return kind === 'untracked' ? billList(tenant, kind, row.sessionId) : billList(tenant, kind);
}

/** Sorts the latest action first, by the complement of each digit of its date; rows without an action come last. */
export const rowSortKey = ({ lastActionOn, id }: Pick<BillRow, 'lastActionOn' | 'id'>): string =>
  `${lastActionOn?.replace(/\d/g, (digit) => String(9 - Number(digit))) ?? '~'}#${id.padStart(10, '0')}`;
