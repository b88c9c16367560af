// Imports bills of LegiScan with the hearings that they carry.

import type { Row } from '../../../shared/import/rows/row-source.ts';
import type { JsonObject } from '../../../shared/import/tables/json-object.ts';
import { importBills } from './import-bills.ts';
import { importEvents } from './import-events.ts';
import type { BillDraft } from './read/bill-draft.ts';
import { legiscanEventPrefix, parseLegiscanEvents } from './read/legiscan-events.ts';
import type { SourceRun } from './source-run.ts';

/** A bill as LegiScan gives it, and what was read of it. */
export interface LegiscanBill {
  readonly row: Row<BillDraft>;
  readonly bill: JsonObject;
}

/**
 * Imports bills, then their hearings: those that the bills no longer have are cancelled.
 * @param coming the numbers of bills that LegiScan gives later in the same run
 */
export async function importLegiscanBills(
  run: SourceRun,
  bills: readonly LegiscanBill[],
  coming?: ReadonlySet<string>,
): Promise<void> {
  await importBills(run, { total: bills.length, remarks: [], rows: bills.map(({ row }) => row) });
  await importEvents(run, parseLegiscanEvents(bills), {
    ...{ kind: 'bills', sourcePrefix: legiscanEventPrefix, coming },
    bills: bills.flatMap(({ row, bill }) =>
      'record' in row && Array.isArray(bill.calendar)
        ? [{ session: row.record.session, billNumber: row.record.content.billNumber }]
        : [],
    ),
  });
}
