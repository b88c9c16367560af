// Summary report: the number of tracked bills by position and tracking level, and the headlines of the period.

import { billPositions } from '../../bills/record/bill.ts';
import { weighAction } from '../../bills/record/outcome.ts';
import { positionLabel, resolveTrackingLevel } from '../../bills/settings/bill-settings.ts';
import type { ReportSource } from '../content/report-source.ts';
import type { Section } from '../content/snapshot.ts';
import {
  buildDayFigures,
  buildEvents,
  buildFigure,
  buildShortBills,
  countBills,
  hasMoved,
} from './sections.ts';

/** How many headlines a summary has. */
const MAX_HEADLINES = 12;
/** How many events a summary has, the latest ones, so that it fits on two pages. */
const MAX_EVENTS = 12;

export function buildSummary(source: ReportSource): Section[] {
  const { bills, settings, period } = source;
  const levels = [...new Set(bills.map(({ bill }) => resolveTrackingLevel(settings, bill).title))];
  const heaviest = ({ actions }: ReportSource['bills'][number]): number =>
    Math.max(0, ...actions.map(weighAction));
  const headlines = bills.filter(hasMoved).sort((a, b) => heaviest(b) - heaviest(a));
  return [
    {
      kind: 'figures',
      title: 'At a glance',
      figures: [
        buildFigure('Bills followed', bills.length),
        buildFigure('Moved in the period', countBills(bills, hasMoved)),
        buildFigure(
          'Actions',
          bills.reduce((sum, { actions }) => sum + actions.length, 0),
        ),
        buildFigure(
          'Became law',
          countBills(bills, ({ outcome }) => outcome === 'ENACTED'),
        ),
        ...buildDayFigures(source),
      ],
    },
    {
      kind: 'table',
      title: 'By position',
      columns: ['Position', 'Bills', 'Moved', 'Became law'],
      rows: billPositions.flatMap((position) => {
        const held = bills.filter((facts) => facts.position === position);
        const label = positionLabel(settings, position).title;
        return held.length === 0
          ? []
          : [
              [
                label,
                String(held.length),
                String(countBills(held, hasMoved)),
                String(countBills(held, ({ outcome }) => outcome === 'ENACTED')),
              ],
            ];
      }),
    },
    {
      kind: 'table',
      title: 'By tracking level',
      columns: ['Level', 'Bills', 'Moved'],
      rows: levels.map((level) => {
        const tracked = bills.filter(({ bill }) => resolveTrackingLevel(settings, bill).title === level);
        return [level, String(tracked.length), String(countBills(tracked, hasMoved))];
      }),
    },
    buildShortBills('Headlines', source, headlines, { most: MAX_HEADLINES }),
    buildEvents('On the calendar', source, period, { most: MAX_EVENTS, style: 'short', isLatest: true }),
  ];
}
