// End of session report: the outcome of every bill, how the positions prevailed, and the days of the session.

import { billPositions } from '../../bills/record/bill.ts';
import { findDecidingAction, outcomeLabels, outcomes } from '../../bills/record/outcome.ts';
import { positionLabel } from '../../bills/settings/bill-settings.ts';
import { buildBillEntry } from '../content/entries.ts';
import { formatCount, formatLongDay } from '../content/formatting.ts';
import type { BillFacts, ReportSource } from '../content/report-source.ts';
import type { Section } from '../content/snapshot.ts';
import { buildFigure, countBills } from './sections.ts';

/** Whether the session is over on the day of the report; a bill that is undecided by then has failed. */
const isSessionOver = ({ session, days, day }: ReportSource): boolean =>
  days?.sineDie?.hasPassed === true || (session?.endDate !== undefined && session.endDate <= day);

/** Whether the outcome is that of the association's side; undefined when it took none or nothing is decided. */
function hasPrevailed(source: ReportSource, { position, outcome }: BillFacts): boolean | undefined {
  if (position !== 'SUPPORT' && position !== 'OPPOSE') return undefined;
  if (outcome === 'UNDECIDED' && !isSessionOver(source)) return undefined;
  return (outcome === 'ENACTED') === (position === 'SUPPORT');
}

function buildScorecard(source: ReportSource): Section[] {
  const { bills, settings } = source;
  const rows = billPositions.flatMap((position) => {
    const held = bills.filter((facts) => facts.position === position);
    if (held.length === 0) return [];
    const counted = outcomes.map((outcome) => String(countBills(held, (facts) => facts.outcome === outcome)));
    return [[positionLabel(settings, position).title, ...counted, String(held.length)]];
  });
  const judged = bills.flatMap((facts) => {
    const isWon = hasPrevailed(source, facts);
    return isWon === undefined ? [] : [{ position: facts.position, isWon }];
  });
  const describeSide = (side: 'SUPPORT' | 'OPPOSE', noun: string, result: string): string[] => {
    const own = judged.filter(({ position }) => position === side);
    const won = own.filter(({ isWon }) => isWon).length;
    return own.length === 0 ? [] : [`${won} of ${formatCount(own.length, noun)} ${result}`];
  };
  const sides = [
    ...describeSide('SUPPORT', 'supported bill', 'became law'),
    ...describeSide('OPPOSE', 'opposed bill', 'did not become law'),
  ];
  const judgedBills = formatCount(judged.length, isSessionOver(source) ? 'bill' : 'decided bill');
  const won = judged.filter(({ isWon }) => isWon).length;
  const sentence =
    judged.length === 0
      ? 'No bill on which a side was taken is decided.'
      : `The association’s side prevailed on ${won} of ${judgedBills} on which one was taken (${Math.round((won / judged.length) * 100)} %): ${sides.join(', and ')}.`;
  return [
    { kind: 'text', title: 'How our positions fared', paragraphs: [sentence] },
    {
      kind: 'table',
      title: 'Positions and outcomes',
      columns: ['Position', ...outcomes.map((outcome) => outcomeLabels[outcome]), 'Bills'],
      rows,
    },
  ];
}

function buildSessionDays({ session, days, state }: ReportSource): Section {
  const deadline = (left: NonNullable<ReportSource['days']>['sineDie']): string[] =>
    left ? [String(left.legislativeDay), left.date === undefined ? 'not set' : formatLongDay(left.date)] : [];
  const rows = [
    ['First day', '', session?.startDate === undefined ? 'not set' : formatLongDay(session.startDate)],
    ...(days?.crossover ? [['Crossover', ...deadline(days.crossover)]] : []),
    ...(days?.sineDie ? [['Sine die', ...deadline(days.sineDie)]] : []),
    ['Last day', '', session?.endDate === undefined ? 'not set' : formatLongDay(session.endDate)],
    ...(days && days.mapped > 0 ? [['Legislative days mapped', String(days.mapped), '']] : []),
  ];
  return {
    kind: 'table',
    title: `The days of the session in ${state.name}`,
    columns: ['', 'Legislative day', 'Date'],
    rows,
  };
}

/** The decisive action of a bill, or the last action of an undecided one. */
const findKeyAction = ({ outcome, actions, bill }: BillFacts) =>
  outcome === 'UNDECIDED' ? actions.at(-1) : findDecidingAction(bill.chamber, actions);

/** The bills of one outcome, each with its key action. */
const buildOutcomeList = (source: ReportSource, title: string, bills: readonly BillFacts[]): Section => ({
  kind: 'bills',
  title,
  style: 'short',
  bills: bills.map((facts) => {
    const action = findKeyAction(facts);
    return buildBillEntry(source, facts, { actions: action ? [action] : [], hasOutcome: true });
  }),
});

export function buildEndOfSession(source: ReportSource): Section[] {
  const { bills, unreadBills = 0 } = source;
  const byOutcome = outcomes.map((outcome) => ({
    outcome,
    billsWithOutcome: bills.filter((facts) => facts.outcome === outcome),
  }));
  return [
    {
      kind: 'figures',
      title: 'The session',
      figures: [
        buildFigure('Bills followed', bills.length),
        ...byOutcome.map(({ outcome, billsWithOutcome }) =>
          buildFigure(outcomeLabels[outcome], billsWithOutcome.length),
        ),
        // What became of these may be missing.
        ...(unreadBills > 0
          ? [buildFigure('Not decided, and no longer read by a data feed', unreadBills)]
          : []),
      ],
    },
    ...buildScorecard(source),
    buildSessionDays(source),
    ...byOutcome.flatMap(({ outcome, billsWithOutcome }): Section[] =>
      billsWithOutcome.length === 0
        ? []
        : [buildOutcomeList(source, outcomeLabels[outcome], billsWithOutcome)],
    ),
  ];
}
