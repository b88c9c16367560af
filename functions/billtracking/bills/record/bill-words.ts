// The words by which bills are found, and their hints in the search index.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { billNumberKey, compactBillNumber } from '../../../../shared/legislature/bill-number.ts';
import {
  collectHintedWords,
  type HintedRecord,
  putHints,
  removeHints,
} from '../../../../shared/search/word-hints.ts';
import type { BillItem } from './bill.ts';
import { type BillRow, buildRow } from './bill-row.ts';

/** The fields to which a text search may be limited (docs/interface/billtracking.md#common-filters). */
export const searchableFields: Readonly<Record<string, (row: BillRow) => string>> = {
  title: ({ title, alternateTitle = '' }) => `${title} ${alternateTitle}`,
  summary: ({ title, alternateTitle = '', summaryWords }) => `${title} ${alternateTitle} ${summaryWords}`,
  // Also without spaces and signs, as it is compared and as it is printed.
  billnumber: ({ billNumber, stateId }) =>
    `${billNumber} ${billNumberKey(billNumber, stateId).replaceAll('-', '')} ${compactBillNumber(billNumber)}`,
  sponsors: ({ sponsors }) => sponsors.map(({ name }) => name).join(' '),
};

/** The words of all fields of a row that get hints. */
const listWords = (row: BillRow): string[] =>
  collectHintedWords(Object.values(searchableFields).map((readField) => readField(row)));

/** A bill as it was read, undefined when it is new, and as it will be written. */
interface ContentWrite {
  readonly before: BillItem | undefined;
  readonly after: BillItem;
}

/**
 * Writes the hints of words that bills are about to get. Before the transaction that writes the bills, and again when that
 * is retried: what the bill as it was read already has is in the index.
 */
export function putBillHints(tenant: TenantStore, writes: readonly ContentWrite[]): Promise<void> {
  const records = writes.map(({ before, after }): HintedRecord => {
    const known = new Set(before ? listWords(buildRow(before)) : []);
    return { id: after.id, words: listWords(buildRow(after)).filter((word) => !known.has(word)) };
  });
  return putHints(tenant, 'bills', records);
}

/** Writes the hints of all words of these rows. */
export const putRowHints = (tenant: TenantStore, rows: readonly BillRow[]): Promise<void> =>
  putHints(
    tenant,
    'bills',
    rows.map((row) => ({ id: row.id, words: listWords(row) })),
  );

/** Removes the hints of a bill that was removed. */
export const removeBillHints = (tenant: TenantStore, bill: BillItem): Promise<void> =>
  removeHints(tenant, 'bills', [{ id: bill.id, words: listWords(buildRow(bill)) }]);
