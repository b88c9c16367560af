// Monthly: the month week by week, what is new, what progresses, what must be acted on, and the positions taken.
import { labelOf } from '../../bills/settings/bill-settings.ts';
import type { ReportSource } from '../report-source.ts';
import { daysFrom, isWithin, weeksOf } from '../period.ts';
import type { Section } from '../snapshot.ts';
import { formatLongDay, formatShortDay } from '../formatting.ts';
import { count, buildDayFigures, buildEvents, buildFigure, hasMoved, buildPracticeSections } from './sections.ts';

/** So many days are looked ahead. */
const AHEAD = 14;

export function buildMonthly(basis: ReportSource): Section[] {
  const { bills, events, period, settings, day } = basis;
  const weeks = weeksOf(period).map((week) => {
    const actions = bills.map((one) => one.actions.filter(({ date }) => isWithin(date, week)).length);
    const inWeek = [
      count(bills, ({ bill }) => isWithin(bill.introducedDate, week)),
      actions.filter((many) => many > 0).length,
      actions.reduce((sum, many) => sum + many, 0),
      events.filter(({ startDate, status }) => status !== 'CANCELLED' && isWithin(startDate, week)).length,
    ];
    return [`${formatShortDay(week.startDate)} – ${formatShortDay(week.endDate)}`, ...inWeek.map(String)];
  });
  const taken = bills.flatMap(({ bill, positionsTaken }) =>
    positionsTaken.map((one) => {
      const before = bill.positions[bill.positions.indexOf(one) - 1];
      return [
        bill.billNumber,
        before ? labelOf(settings, before.position).title : '–',
        labelOf(settings, one.position).title,
        formatLongDay(one.effectiveFrom),
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
          count(bills, ({ isIntroduced }) => isIntroduced),
        ),
        buildFigure('Moved', count(bills, hasMoved)),
        buildFigure(
          'Decided',
          count(bills, ({ isDecidedNow }) => isDecidedNow),
        ),
        ...buildDayFigures(basis),
      ],
    },
    {
      kind: 'table',
      title: 'Week by week',
      columns: ['Week', 'Introduced', 'Bills moved', 'Actions', 'Events'],
      rows: weeks,
    },
    ...buildPracticeSections(basis, AHEAD),
    {
      kind: 'table',
      title: 'Positions taken',
      columns: ['Bill', 'From', 'To', 'Since'],
      rows: taken,
    },
    buildEvents('The next two weeks', basis, daysFrom(day, AHEAD + 1)),
  ];
}
