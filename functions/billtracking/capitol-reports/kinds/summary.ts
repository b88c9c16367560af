// Summary: how many bills are followed and how they stand, and the headlines of the period.

import { billPositions } from '../../bills/bill.ts';
import { labelOf, levelOf } from '../../bills/settings/bill-settings.ts';
import type { ReportSource } from '../report-source.ts';
import { weightOf } from '../outcome.ts';
import type { Section } from '../snapshot.ts';
import { count, buildDayFigures, buildEvents, buildFigure, hasMoved, buildShortBills } from './sections.ts';

/** So many headlines a summary has. */
const HEADLINES = 12;
/** So many events, the latest ones: two pages in all. */
const EVENTS = 12;

export function buildSummary(basis: ReportSource): Section[] {
  const { bills, settings, period } = basis;
  const levels = [...new Set(bills.map(({ bill }) => levelOf(settings, bill).title))];
  const heaviest = ({ actions }: ReportSource['bills'][number]): number => Math.max(0, ...actions.map(weightOf));
  const headlines = bills.filter(hasMoved).sort((a, b) => heaviest(b) - heaviest(a));
  return [
    {
      kind: 'figures',
      title: 'At a glance',
      figures: [
        buildFigure('Bills followed', bills.length),
        buildFigure('Moved in the period', count(bills, hasMoved)),
        buildFigure(
          'Actions',
          bills.reduce((sum, { actions }) => sum + actions.length, 0),
        ),
        buildFigure(
          'Became law',
          count(bills, ({ outcome }) => outcome === 'ENACTED'),
        ),
        ...buildDayFigures(basis),
      ],
    },
    {
      kind: 'table',
      title: 'By position',
      columns: ['Position', 'Bills', 'Moved', 'Became law'],
      rows: billPositions.flatMap((position) => {
        const held = bills.filter((one) => one.position === position);
        const label = labelOf(settings, position).title;
        return held.length === 0
          ? []
          : [
              [
                label,
                String(held.length),
                String(count(held, hasMoved)),
                String(count(held, ({ outcome }) => outcome === 'ENACTED')),
              ],
            ];
      }),
    },
    {
      kind: 'table',
      title: 'By tracking level',
      columns: ['Level', 'Bills', 'Moved'],
      rows: levels.map((level) => {
        const tracked = bills.filter(({ bill }) => levelOf(settings, bill).title === level);
        return [level, String(tracked.length), String(count(tracked, hasMoved))];
      }),
    },
    buildShortBills('Headlines', basis, headlines, { most: HEADLINES }),
    buildEvents('On the calendar', basis, period, { most: EVENTS, style: 'short', isLatest: true }),
  ];
}
