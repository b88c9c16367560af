// Bills that LegiScan was asked for, one by one.

import type { RefusedRow } from '../../../../shared/import/rows/row-source.ts';
import { readText } from '../../../../shared/import/rows/values.ts';
import type { JsonObject } from '../../../../shared/import/tables/json-object.ts';
import type { LegiscanLookups } from '../../sources/read/legiscan-votes.ts';

/** A bill as a list names it. */
export interface MasterEntry {
  readonly id: string;
  readonly hash: string;
  /** As it is stored. */
  readonly billNumber?: string | undefined;
}

/** A bill as the provider sent it. */
export interface AskedBill {
  readonly entry: MasterEntry;
  readonly bill: JsonObject;
  readonly lookups: LegiscanLookups;
  /** Roll calls that it refused: the bill has only their counts, and is asked for again. */
  readonly refused: readonly RefusedRow[];
}

/** What was asked for of some bills, as far as it went. */
export interface AskedBills {
  readonly bills: readonly AskedBill[];
  readonly refused: readonly { readonly id: string; readonly row: RefusedRow }[];
}

/** The session of a bill: its marks are below it. */
export const sessionOf = (bill: JsonObject): string => readText(bill.session_id) ?? '';
