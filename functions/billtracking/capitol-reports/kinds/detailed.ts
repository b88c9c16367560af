// Detailed report: every tracked bill with its actions in the period.
import { resolveTrackingLevel } from '../../bills/settings/bill-settings.ts';
import type { ReportSource } from '../content/report-source.ts';
import type { Section } from '../content/snapshot.ts';
import { buildBillsWithActions, buildEvents } from './sections.ts';

export function buildDetailed(source: ReportSource): Section[] {
  const { bills, settings, period } = source;
  const byLevel = Map.groupBy(bills, ({ bill }) => resolveTrackingLevel(settings, bill).title);
  return [
    ...[...byLevel].map(([level, billsOfLevel]) => buildBillsWithActions(level, source, billsOfLevel)),
    buildEvents('On the calendar', source, period),
  ];
}
