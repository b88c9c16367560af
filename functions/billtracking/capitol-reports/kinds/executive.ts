// Executive report: one page with what needs attention, what was decided and what comes next.

import { formatCount } from '../content/formatting.ts';
import { periodFrom } from '../content/period.ts';
import type { ReportSource } from '../content/report-source.ts';
import type { Section } from '../content/snapshot.ts';
import {
  buildAttentionBills,
  buildDayFigures,
  buildEvents,
  buildFigure,
  buildShortBills,
  countBills,
  hasMoved,
} from './sections.ts';

/** How many days the report looks ahead. */
const DAYS_AHEAD = 14;
/** How many entries fit on one page with titles of any length; each bill has the most urgent of its reasons. */
const MAX_ENTRIES = { attention: 5, decided: 3, events: 3 } as const;

export function buildExecutive(source: ReportSource): Section[] {
  const { bills, day } = source;
  const movedBills = bills.filter(hasMoved);
  const decided = bills.filter(({ isDecidedNow }) => isDecidedNow);
  const enacted = countBills(decided, ({ outcome }) => outcome === 'ENACTED');
  const attention = buildAttentionBills('Needs attention', source, {
    ahead: DAYS_AHEAD,
    most: MAX_ENTRIES.attention,
    mostReasons: 1,
  });
  const needing = attention.bills.length + (attention.more ?? 0);
  return [
    {
      kind: 'text',
      title: 'In short',
      paragraphs: [
        `${movedBills.length} of ${formatCount(bills.length, 'bill')} moved${decided.length === 0 ? ', none was decided' : `, ${decided.length} ${decided.length === 1 ? 'was' : 'were'} decided, ${enacted} became law`}. ${needing === 0 ? 'Nothing needs attention now.' : `${formatCount(needing, 'bill')} ${needing === 1 ? 'needs' : 'need'} attention in the next two weeks.`}`,
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
          countBills(movedBills, ({ position }) => position === 'SUPPORT'),
        ),
        buildFigure(
          'Oppose, moved',
          countBills(movedBills, ({ position }) => position === 'OPPOSE'),
        ),
        ...buildDayFigures(source).slice(-2),
      ],
    },
    attention,
    buildShortBills('Decided', source, decided, { most: MAX_ENTRIES.decided, hasOutcome: true }),
    buildEvents('Coming up', source, periodFrom(day, DAYS_AHEAD + 1), {
      most: MAX_ENTRIES.events,
      style: 'short',
    }),
  ];
}
