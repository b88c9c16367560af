// Monthly report: the month week by week, what is new, what progresses, what needs action, and the positions taken.
import { positionLabel } from '../../bills/settings/bill-settings.ts';
import { formatLongDay, formatShortDay } from '../content/formatting.ts';
import { isWithin, periodFrom, splitIntoWeeks } from '../content/period.ts';
import type { ReportSource } from '../content/report-source.ts';
import type { Section } from '../content/snapshot.ts';
import {
  buildDayFigures,
  buildEvents,
  buildFigure,
  buildPracticeSections,
  countBills,
  hasMoved,
} from './sections.ts';

/** How many days the report looks ahead. */
const DAYS_AHEAD = 14;

export function buildMonthly(source: ReportSource): Section[] {
  const { bills, events, period, settings, day } = source;
  const weeks = splitIntoWeeks(period).map((week) => {
    const actions = bills.map((facts) => facts.actions.filter(({ date }) => isWithin(date, week)).length);
    const inWeek = [
      countBills(bills, ({ bill }) => isWithin(bill.introducedDate, week)),
      actions.filter((many) => many > 0).length,
      actions.reduce((sum, many) => sum + many, 0),
      events.filter(({ startDate, status }) => status !== 'CANCELLED' && isWithin(startDate, week)).length,
    ];
    return [`${formatShortDay(week.startDate)} – ${formatShortDay(week.endDate)}`, ...inWeek.map(String)];
  });
  const taken = bills.flatMap(({ bill, positionsTaken }) =>
    positionsTaken.map((taken) => {
      const before = bill.positions[bill.positions.indexOf(taken) - 1];
      return [
        bill.billNumber,
        before ? positionLabel(settings, before.position).title : '–',
        positionLabel(settings, taken.position).title,
        formatLongDay(taken.effectiveFrom),
      ];
    }),
  );
  return [
    {
      kind: 'figures',
      title: 'The month',
      figures: [
        buildFigure('Bills followed', bills.length),
        buildFigure(
          'Introduced',
          countBills(bills, ({ isIntroduced }) => isIntroduced),
        ),
        buildFigure('Moved', countBills(bills, hasMoved)),
        buildFigure(
          'Decided',
          countBills(bills, ({ isDecidedNow }) => isDecidedNow),
        ),
        ...buildDayFigures(source),
      ],
    },
    {
      kind: 'table',
      title: 'Week by week',
      columns: ['Week', 'Introduced', 'Bills moved', 'Actions', 'Events'],
      rows: weeks,
    },
    ...buildPracticeSections(source, DAYS_AHEAD),
    {
      kind: 'table',
      title: 'Positions taken',
      columns: ['Bill', 'From', 'To', 'Since'],
      rows: taken,
    },
    buildEvents('The next two weeks', source, periodFrom(day, DAYS_AHEAD + 1)),
  ];
}
