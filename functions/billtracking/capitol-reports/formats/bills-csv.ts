// Writes the bills of a capitol report as CSV: one row for each bill, the most urgent first.
import { writeCsv } from '../../../../shared/reports/csv.ts';
import { escapeCsvFormula } from '../../../../shared/reports/escape-csv-formula.ts';
import { outcomeLabels } from '../../bills/record/outcome.ts';
import type { BillEntry, Snapshot } from '../content/snapshot.ts';

const columns: Readonly<Record<string, (bill: BillEntry) => string | undefined>> = {
  Bill: ({ billNumber }) => billNumber,
  Title: ({ title }) => title,
  Session: ({ session }) => session,
  Status: ({ status }) => status,
  Outcome: ({ outcome }) => outcome && outcomeLabels[outcome],
  Tracking: ({ trackingLevel }) => trackingLevel,
  Position: ({ positionLabel }) => positionLabel,
  'Position since': ({ positionSince }) => positionSince,
  Priority: ({ priority }) => (priority === undefined ? undefined : String(priority)),
  Sponsors: ({ sponsors }) => sponsors.join('; '),
  Committees: ({ committees }) => committees.join('; '),
  'Last action on': ({ actions }) => actions?.at(-1)?.date,
  'Last action': ({ actions }) => actions?.at(-1)?.text,
  'Needs attention': ({ reasons }) => reasons?.join(' '),
};

/** The bills of a report that an earlier version stored: those of its sections, with all that any section says. */
function collectBills({ sections }: Snapshot): readonly BillEntry[] {
  const bills = new Map<number, BillEntry>();
  for (const section of sections)
    if (section.kind === 'bills')
      for (const bill of section.bills) bills.set(bill.billId, { ...bills.get(bill.billId), ...bill });
  return [...bills.values()];
}

export function writeBillsCsv(data: Snapshot): Uint8Array {
  const rows = (data.bills ?? collectBills(data)).map((bill) =>
    Object.values(columns).map((read) => escapeCsvFormula(read(bill) ?? '')),
  );
  return writeCsv([Object.keys(columns), ...rows]);
}
