// Builds the sections that several types of reports share.

import { weighAction } from '../../bills/record/outcome.ts';
import { findAttentionReasons } from '../content/attention.ts';
import { buildBillEntry, buildEventEntry } from '../content/entries.ts';
import { isWithin, type Period } from '../content/period.ts';
import type { BillFacts, ReportSource } from '../content/report-source.ts';
import type { Section } from '../content/snapshot.ts';

type Figure = Extract<Section, { readonly kind: 'figures' }>['figures'][number];

export const countBills = (facts: readonly BillFacts[], isCounted: (facts: BillFacts) => boolean): number =>
  facts.filter(isCounted).length;

/** Whether a bill had an action in the period. */
export const hasMoved = ({ actions }: BillFacts): boolean => actions.length > 0;

export const buildFigure = (label: string, value: string | number, note?: string): Figure => ({
  label,
  value: String(value),
  ...(note !== undefined && { note }),
});

/** The time left until a deadline: in legislative days if they are known, otherwise in calendar days. */
function buildDeadlineFigure(label: string, left: NonNullable<ReportSource['days']>['crossover']): Figure[] {
  if (!left) return [];
  const { legislativeDaysLeft, calendarDaysLeft, hasPassed, legislativeDay, date } = left;
  const note = `day ${legislativeDay}${date === undefined ? '' : `, ${date}`}`;
  if (hasPassed) return [buildFigure(label, 'passed', note)];
  if (legislativeDaysLeft !== undefined) return [buildFigure(label, `${legislativeDaysLeft} days`, note)];
  return calendarDaysLeft === undefined ? [] : [buildFigure(label, `${calendarDaysLeft} days`, note)];
}

/** The figures of the session's days, if they are mapped. */
export function buildDayFigures({ days }: ReportSource): Figure[] {
  if (!days) return [];
  const { day, crossover, sineDie } = days;
  const dayOf = sineDie ? `of ${sineDie.legislativeDay}` : undefined;
  return [
    ...(day.daysBegun === undefined ? [] : [buildFigure('Legislative day', day.daysBegun, dayOf)]),
    ...buildDeadlineFigure('To crossover', crossover),
    ...buildDeadlineFigure('To sine die', sineDie),
  ];
}

/** Bills with their actions in the period. */
export const buildBillsWithActions = (
  title: string,
  source: ReportSource,
  facts: readonly BillFacts[],
): Extract<Section, { readonly kind: 'bills' }> => ({
  kind: 'bills',
  title,
  style: 'full',
  bills: facts.map((bill) => buildBillEntry(source, bill, { actions: bill.actions, hasPositions: true })),
});

/** Bills on one line, each with its most important action in the period; the rest is counted. */
export function buildShortBills(
  title: string,
  source: ReportSource,
  facts: readonly BillFacts[],
  { most, hasOutcome = false }: { readonly most: number; readonly hasOutcome?: boolean },
): Section {
  const weightiest = ({ actions }: BillFacts) =>
    actions.reduce<BillFacts['actions'][number] | undefined>(
      (best, action) => (best && weighAction(best) > weighAction(action) ? best : action),
      undefined,
    );
  const bills = facts.slice(0, most).map((bill) => {
    const action = weightiest(bill);
    return buildBillEntry(source, bill, { actions: action ? [action] : [], hasOutcome });
  });
  const more = facts.length - bills.length;
  return { kind: 'bills', title, style: 'short', bills, ...(more > 0 && { more }) };
}

/** The bills that need attention, with the reasons, by urgency. */
export function buildAttentionBills(
  title: string,
  source: ReportSource,
  {
    ahead,
    most = 500,
    mostReasons = 20,
  }: { readonly ahead: number; readonly most?: number; readonly mostReasons?: number },
): Extract<Section, { readonly kind: 'bills' }> {
  const all = source.bills.flatMap((facts) => {
    const reasons = findAttentionReasons(source, facts, ahead).slice(0, mostReasons);
    return reasons.length > 0 ? [buildBillEntry(source, facts, { reasons })] : [];
  });
  const more = all.length - most;
  return { kind: 'bills', title, style: 'short', bills: all.slice(0, most), ...(more > 0 && { more }) };
}

/**
 * The events of some days, including cancelled ones, which people may have planned for: the first or the latest ones.
 */
export function buildEvents(
  title: string,
  { events, bills }: ReportSource,
  days: Period,
  {
    most = 1000,
    style = 'full',
    isLatest = false,
  }: { readonly most?: number; readonly style?: 'full' | 'short'; readonly isLatest?: boolean } = {},
): Section {
  const held = events.filter(
    ({ startDate, endDate }) => startDate <= days.endDate && endDate >= days.startDate,
  );
  const more = held.length - most;
  return {
    kind: 'events',
    title,
    style,
    events: (isLatest ? held.slice(-most) : held.slice(0, most)).map((event) =>
      buildEventEntry(event, bills),
    ),
    ...(more > 0 && { more }),
  };
}

/**
 * The three parts of association practice (docs/interface/billtracking.md#report-sections): what must be acted on, which
 * comes first, what is new, what progresses.
 */
export function buildPracticeSections(source: ReportSource, ahead: number): Section[] {
  const isNew = (facts: BillFacts): boolean =>
    facts.isIntroduced || isWithin(facts.bill.positions[0]?.effectiveFrom, source.period);
  const isProgressing = (facts: BillFacts): boolean => hasMoved(facts) && !isNew(facts);
  return [
    buildAttentionBills('Immediate Action Needed', source, { ahead }),
    buildBillsWithActions("What's New", source, source.bills.filter(isNew)),
    buildBillsWithActions('Progressing', source, source.bills.filter(isProgressing)),
  ];
}
