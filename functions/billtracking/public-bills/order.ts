// The orders of a list of bills (docs/interface/billtracking.md#public-bills).

import { stateById } from '../../../shared/legislature/states.ts';
import { foldForSort } from '../../../shared/lists/fold-for-sort.ts';
import { compareTexts } from '../../../shared/lists/sort.ts';
import type { BillRow } from '../bills/record/bill-row.ts';
import { type BillSettings, resolveTrackingLevel } from '../bills/settings/bill-settings.ts';

/** The first is the default. */
export const billOrders = [
  'LastAction',
  'LastActionOn',
  'Title',
  'BillType',
  'BillTypeAbbr',
  'BillNumber',
  'State',
  'Session',
  'Status',
  'IntroducedDate',
  'TrackingLevel',
  'Position',
  'Priority',
] as const;
export type BillOrder = (typeof billOrders)[number];

/** Letters first, then numbers by value: HB 9 comes before HB 10. */
const billNumberSortKey = (billNumber: string): string =>
  foldForSort(billNumber).replace(/\d+/g, (digits) => digits.padStart(8, '0'));

/** Unknown values come last in ascending order. */
const SORTS_LAST = '\u{10ffff}';

function sortKey(row: BillRow, order: BillOrder, settings: BillSettings): string {
  switch (order) {
    case 'Title':
      return foldForSort(row.title);
    case 'BillType':
    case 'BillTypeAbbr':
      return foldForSort(row.billTypeAbbr);
    case 'BillNumber':
      return billNumberSortKey(row.billNumber);
    case 'State':
      return stateById(row.stateId)?.name ?? SORTS_LAST;
    case 'Session':
      return foldForSort(row.sessionName);
    case 'Status':
      return foldForSort(row.status);
    case 'IntroducedDate':
      return row.introducedDate ?? '';
    case 'TrackingLevel': {
      const index = settings.trackingLevels.indexOf(resolveTrackingLevel(settings, row));
      return String(index < 0 ? 999 : index).padStart(3, '0');
    }
    case 'Position':
      return row.position;
    case 'Priority':
      return String(row.priority ?? 9);
    case 'LastAction':
    case 'LastActionOn':
      return row.lastActionOn ?? '';
  }
}

/** Sorts rows; equal ones by bill number, then by id. */
export function sortBills(
  rows: readonly BillRow[],
  order: BillOrder,
  isAscending: boolean,
  settings: BillSettings,
): BillRow[] {
  const direction = isAscending ? 1 : -1;
  return rows
    .map((row) => ({
      row,
      key: sortKey(row, order, settings),
      number: order.startsWith('LastAction') ? '' : billNumberSortKey(row.billNumber),
    }))
    .sort(
      (a, b) =>
        (compareTexts(a.key, b.key) || compareTexts(a.number, b.number)) * direction ||
        (order.startsWith('LastAction') ? -direction : 1) * (Number(a.row.id) - Number(b.row.id)),
    )
    .map(({ row }) => row);
}
