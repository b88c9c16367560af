// Writes a capitol report as CSV: one row for each fact, with its section.
import { writeCsv } from '../../../../shared/reports/csv.ts';
import { escapeCsvFormula } from '../../../../shared/reports/escape-csv-formula.ts';
import { getEventTypeLabel } from '../content/entries.ts';
import type { BillEntry, EventEntry, Section, Snapshot } from '../content/snapshot.ts';

const columns = [
  'Section',
  'Bill',
  'Title',
  'Session',
  'Status',
  'Tracking',
  'Position',
  'Priority',
  'Date',
  'Time',
  'What',
  'Detail',
] as const;
type Cells = Readonly<Partial<Record<(typeof columns)[number], string | undefined>>>;

function buildBillRows(bill: BillEntry): Cells[] {
  const billCells: Cells = {
    Bill: bill.billNumber,
    Title: bill.title,
    Session: bill.session,
    Status: bill.status,
    Tracking: bill.trackingLevel,
    Position: bill.positionLabel,
    Priority: bill.priority === undefined ? undefined : String(bill.priority),
  };
  const facts: Cells[] = [
    ...(bill.positionsTaken ?? []).map(({ label, effectiveFrom }) => ({
      Date: effectiveFrom,
      What: 'Position taken',
      Detail: label,
    })),
    ...(bill.actions ?? []).map(({ date, chamber, text }) => ({ Date: date, What: text, Detail: chamber })),
    ...(bill.reasons ?? []).map((reason) => ({ What: 'Needs attention', Detail: reason })),
  ];
  return facts.length === 0 ? [billCells] : facts.map((fact) => ({ ...billCells, ...fact }));
}

const buildEventRow = (event: EventEntry): Cells => ({
  Bill: event.bills.join(', '),
  Title: event.title,
  Status: event.status,
  Date: event.startDate,
  Time: event.time,
  What: getEventTypeLabel(event),
  Detail: [...event.committees, ...(event.location === undefined ? [] : [event.location])].join(', '),
});

function buildSectionRows(section: Section): Cells[] {
  switch (section.kind) {
    case 'text':
      return section.paragraphs.map((What) => ({ What }));
    case 'figures':
      return section.figures.map(({ label, value, note }) => ({
        What: label,
        Detail: note === undefined ? value : `${value} (${note})`,
      }));
    case 'bills':
      return section.bills.flatMap(buildBillRows);
    case 'events':
      return section.events.map(buildEventRow);
    case 'table':
      return section.rows.map(([What, ...cells]) => ({
        What,
        Detail: cells
          .flatMap((cell, index) => (cell === '' ? [] : [`${section.columns[index + 1] ?? ''}: ${cell}`]))
          .join('; '),
      }));
  }
}

/** The report as CSV. */
export function writeCsvReport({ sections }: Snapshot): Uint8Array {
  const rows = sections.flatMap((section) =>
    buildSectionRows(section).map((cells) =>
      columns.map((name) => escapeCsvFormula((name === 'Section' ? section.title : cells[name]) ?? '')),
    ),
  );
  return writeCsv([columns, ...rows]);
}
