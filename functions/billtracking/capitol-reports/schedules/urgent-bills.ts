// The bills of a report that need attention, for its mail and its page.
import type { BillEntry, Snapshot } from '../content/snapshot.ts';

/** How many are shown outside the report. */
const MAX_SHOWN = 8;

/** The first of them, and how many more there are. */
export function selectUrgentBills({ bills = [] }: Snapshot): {
  readonly bills: readonly BillEntry[];
  readonly more: number;
} {
  const urgent = bills.filter(({ reasons = [] }) => reasons.length > 0);
  return { bills: urgent.slice(0, MAX_SHOWN), more: Math.max(0, urgent.length - MAX_SHOWN) };
}

/** `HB 1217: Improving housing stability` */
export const describeBill = ({ billNumber, title }: BillEntry): string =>
  `${billNumber}: ${title.length > 160 ? `${title.slice(0, 159).trimEnd()} …` : title}`;
