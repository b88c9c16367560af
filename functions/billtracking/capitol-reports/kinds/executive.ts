// Executive: one page for who decides, with what needs attention, what was decided and what comes next.
import type { Basis } from '../report-source.ts';
import { daysFrom } from '../period.ts';
import type { Section } from '../snapshot.ts';
import { formatCount } from '../formatting.ts';
import { count, dayFigures, eventsIn, figure, hasMoved, inShort, needingAttention } from './sections.ts';

/** So many days are looked ahead. */
const AHEAD = 14;
/** What a page holds, whatever the length of titles; each bill with the most urgent of its reasons. */
const MOST = { attention: 5, decided: 3, events: 3 } as const;

export function executive(basis: Basis): Section[] {
  const { bills, day } = basis;
  const moved = bills.filter(hasMoved);
  const decided = bills.filter(({ isDecidedNow }) => isDecidedNow);
  const enacted = count(decided, ({ outcome }) => outcome === 'ENACTED');
  const attention = needingAttention('Needs attention', basis, {
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
        figure('Bills followed', bills.length),
        figure('Need attention', needing),
        figure(
          'Support, moved',
          count(moved, ({ position }) => position === 'SUPPORT'),
        ),
        figure(
          'Oppose, moved',
          count(moved, ({ position }) => position === 'OPPOSE'),
        ),
        ...dayFigures(basis).slice(-2),
      ],
    },
    attention,
    inShort('Decided', basis, decided, { most: MOST.decided, hasOutcome: true }),
    eventsIn('Coming up', basis, daysFrom(day, AHEAD + 1), { most: MOST.events, style: 'short' }),
  ];
}
