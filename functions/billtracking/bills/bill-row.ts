// A bill's short row: what lists show and filters ask, kept beside the bill and listed by its last action.

import { type CountedList, countedList } from '../../../shared/data/counted-list.ts';
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import { omitUndefined } from '../../../shared/directory/omit-undefined.ts';
import { type BillContent, type BillItem, type BillTracking, isTracked } from './bill.ts';
import { extractWords } from './word-search.ts';

/** What a row tells of a bill; about a kilobyte. */
export interface BillRow
  extends Pick<
      BillContent,
      | 'stateId'
      | 'sessionId'
      | 'sessionName'
      | 'billNumber'
      | 'billTypeId'
      | 'billTypeAbbr'
      | 'chamber'
      | 'title'
      | 'alternateTitle'
      | 'status'
      | 'introducedDate'
      | 'lastActionOn'
      | 'lastActionTaken'
      | 'sponsors'
      | 'committees'
    >,
    Omit<BillTracking, 'positions'> {
  readonly type: 'bill-row';
  readonly id: string;
  /** The words of the summary that are not in the titles, for the text search. */
  readonly summaryWords: string;
  readonly lastActionType?: string | undefined;
  readonly rollCallCount: number;
  readonly modifiedDate: string;
}

/** A row shows so much of the last action; the bill has it whole. */
const MAX_ACTION_LENGTH = 300;

/** The row of a bill. */
export const buildRow = (bill: BillItem): BillRow => ({
  type: 'bill-row',
  id: bill.id,
  stateId: bill.stateId,
  sessionId: bill.sessionId,
  sessionName: bill.sessionName,
  billNumber: bill.billNumber,
  billTypeId: bill.billTypeId,
  billTypeAbbr: bill.billTypeAbbr,
  chamber: bill.chamber,
  title: bill.title,
  status: bill.status,
  sponsors: bill.sponsors,
  committees: bill.committees,
  summaryWords: extractWords(bill.summary ?? '', [bill.title, bill.alternateTitle ?? '']).join(' '),
  rollCallCount: bill.rollCallCount,
  trackingStatus: bill.trackingStatus,
  position: bill.position,
  assignedPersonIds: bill.assignedPersonIds,
  assignedGroups: bill.assignedGroups,
  tags: bill.tags,
  userTags: bill.userTags,
  modifiedDate: bill.modifiedDate,
  ...omitUndefined({
    alternateTitle: bill.alternateTitle,
    introducedDate: bill.introducedDate,
    lastActionOn: bill.lastActionOn,
    lastActionTaken: bill.lastActionTaken?.slice(0, MAX_ACTION_LENGTH),
    lastActionType: bill.lastActionType,
    trackingLevelId: bill.trackingLevelId,
    priority: bill.priority,
  }),
});

export const rowKey = (tenant: TenantStore, id: string): Key<BillRow> => tenant.key(`BILL#${id}`, 'ROW');

/** The three kinds of list a row may stand in. */
export type BillListKind = 'tracked' | 'archived' | 'untracked';

/** Which of them a bill stands in. */
export const billListKind = (bill: Pick<BillTracking, 'trackingStatus'>): BillListKind =>
  isTracked(bill) ? 'tracked' : bill.trackingStatus === 'ARCHIVED' ? 'archived' : 'untracked';

/**
 * The rows of a shelf, the latest action first, with their number. What is tracked and what is archived is one list each
 * for the tenant; what is not tracked may be a hundred thousand bills, and is a list per session.
 */
export const billList = (
  tenant: TenantStore,
  ...[shelf, sessionId]: [shelf: 'tracked' | 'archived'] | [shelf: 'untracked', sessionId: number]
): CountedList<BillRow> =>
  countedList<BillRow>(
    tenant,
    shelf === 'untracked' ? `BILLS-UNTRACKED#${sessionId}` : `BILLS-${shelf.toUpperCase()}`,
  );

/** The list that a row stands in. */
export function listForBill(
  tenant: TenantStore,
  row: Pick<BillRow, 'trackingStatus' | 'sessionId'>,
): CountedList<BillRow> {
  const shelf = billListKind(row);
  return shelf === 'untracked' ? billList(tenant, shelf, row.sessionId) : billList(tenant, shelf);
}

/** Where a row stands: the latest action first, so the date's digits are turned round; those without one last. */
export const rowSortKey = ({ lastActionOn, id }: Pick<BillRow, 'lastActionOn' | 'id'>): string =>
  `${lastActionOn?.replace(/\d/g, (digit) => String(9 - Number(digit))) ?? '~'}#${id.padStart(10, '0')}`;
