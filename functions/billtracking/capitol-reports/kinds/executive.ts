// Executive: one page for who decides, with what needs attention, what was decided and what comes next.
import type { ReportSource } from '../report-source.ts';
import { daysFrom } from '../period.ts';
import type { Section } from '../snapshot.ts';
import { formatCount } from '../formatting.ts';
import { count, buildDayFigures, buildEvents, buildFigure, hasMoved, buildShortBills, buildAttentionBills } from './sections.ts';

/** So many days are looked ahead. */
const AHEAD = 14;
/** What a page holds, whatever the length of titles; each bill with the most urgent of its reasons. */
const MOST = { attention: 5, decided: 3, events: 3 } as const;

export function buildExecutive(basis: ReportSource): Section[] {
  const { bills, day } = basis;
  const moved = bills.filter(hasMoved);
  const decided = bills.filter(({ isDecidedNow }) => isDecidedNow);
  const enacted = count(decided, ({ outcome }) => outcome === 'ENACTED');
  const attention = buildAttentionBills('Needs attention', basis, {
    ahead: AHEAD,
    most: MOST.attention,
    mostReasons: 1,
  });
  const needing = attention.bills.length + (attention.more ?? 0);
  return [
    {
      kind: 'text',
      title: 'In short',
      paragraphs: [
        `${moved.length} of ${formatCount(bills.length, 'bill')} moved${decided.length === 0 ? ', none was decided' : `, ${decided.length} ${decided.length === 1 ? 'was' : 'were'} decided, ${enacted} became law`}. ${needing === 0 ? 'Nothing needs attention now.' : `${formatCount(needing, 'bill')} ${needing === 1 ? 'needs' : 'need'} attention in the next two weeks.`}`,
      ],
    },
    {
      kind: 'figures',
      title: 'At a glance',
      figures: [
        buildFigure('Bills followed', bills.length),
        buildFigure('Need attention', needing),
        buildFigure(
          'Support, moved',
          count(moved, ({ position }) => position === 'SUPPORT'),
        ),
        buildFigure(
          'Oppose, moved',
          count(moved, ({ position }) => position === 'OPPOSE'),
        ),
        ...buildDayFigures(basis).slice(-2),
      ],
    },
    attention,
    buildShortBills('Decided', basis, decided, { most: MOST.decided, hasOutcome: true }),
    buildEvents('Coming up', basis, daysFrom(day, AHEAD + 1), { most: MOST.events, style: 'short' }),
  ];
}
