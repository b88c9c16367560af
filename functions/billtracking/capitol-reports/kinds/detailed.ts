// Detailed: every bill that is followed, with all that was done in the period.
import { resolveTrackingLevel } from '../../bills/settings/bill-settings.ts';
import type { ReportSource } from '../report-source.ts';
import type { Section } from '../snapshot.ts';
import { buildBillsWithActions, buildEvents } from './sections.ts';

export function buildDetailed(basis: ReportSource): Section[] {
  const { bills, settings, period } = basis;
  const byLevel = Map.groupBy(bills, ({ bill }) => resolveTrackingLevel(settings, bill).title);
  return [
    ...[...byLevel].map(([level, of]) => buildBillsWithActions(level, basis, of)),
    buildEvents('On the calendar', basis, period),
  ];
}
