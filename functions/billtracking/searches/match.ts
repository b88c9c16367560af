// A match: a saved search found a bill, which is reported once.

import type { VersionedRecord } from '../../../shared/data/versioned-record.ts';
import { omitUndefined } from '../../../shared/values/omit-undefined.ts';
import { pick } from '../../../shared/values/pick.ts';
import type { BillItem } from '../bills/record/bill.ts';
import type { BillRow } from '../bills/record/bill-row.ts';
import type { Excerpt } from './match-bill.ts';
import type { BillSearchItem } from './search.ts';

/** A match as stored. */
export interface BillMatchItem extends VersionedRecord {
  readonly type: 'bill-match';
  /** The id of the search and that of the bill, joined by `_`. */
  readonly id: string;
  readonly searchId: string;
  readonly billId: string;
  readonly excerpts: readonly Excerpt[];
  /** Epoch seconds after which it is deleted: long after the session of the bill. */
  readonly ttl: number;
}

export const RETENTION_SECONDS = 3 * 366 * 24 * 3600;

export const buildMatch = (
  { id: searchId }: BillSearchItem,
  { id: billId }: Pick<BillItem, 'id'>,
  excerpts: readonly Excerpt[],
  now: Date,
): BillMatchItem => ({
  type: 'bill-match',
  id: `${searchId}_${billId}`,
  searchId,
  billId,
  excerpts,
  version: 1,
  createdDate: now.toISOString(),
  modifiedDate: now.toISOString(),
  schemaVersion: 1,
  ttl: Math.floor(now.getTime() / 1000) + RETENTION_SECONDS,
});

/** What the interface says of a bill that a search finds. */
export const presentFoundBill = (bill: BillItem | BillRow) => ({
  id: Number(bill.id),
  ...pick(bill, ['billNumber', 'title', 'stateId', 'sessionName', 'status', 'trackingStatus']),
  ...omitUndefined({ introducedDate: bill.introducedDate }),
  sponsors: bill.sponsors.map(({ name }) => name),
});
