// Decides which bills need attention, and why (association practice, docs/interface/billtracking.md#report-sections:
// "Immediate Action Needed").
import { listClassifications } from '../../bills/record/bill.ts';
import type { CalendarEvent } from '../../events/record/calendar-event.ts';
import { buildEventEntry, getEventTypeLabel } from './entries.ts';
import { formatCount, formatLongDay, formatTime, formatWeekday } from './formatting.ts';
import { isWithin, periodFrom } from './period.ts';
import type { BillFacts, ReportSource } from './report-source.ts';

/** A crossover is close when at most so many days are left. */
const CLOSE_TO_CROSSOVER = { legislativeDays: 5, calendarDays: 10 } as const;

const hasTakenSide = ({ position }: BillFacts): boolean => position === 'SUPPORT' || position === 'OPPOSE';

/** Whether the association would act on a bill: it took a side, or the bill has priority. */
const isRelevant = (facts: BillFacts): boolean =>
  hasTakenSide(facts) || facts.bill.trackingStatus === 'PRIORITY';

const describeEvent = (event: CalendarEvent): string => {
  const { startDate, time, location, committees } = buildEventEntry(event, []);
  const where = [committees.join(', '), location].filter(Boolean).join(', ');
  return `${getEventTypeLabel(event)} on ${formatWeekday(startDate)}${time === undefined ? '' : ` at ${formatTime(time)}`}${where === '' ? '' : `, ${where}`}.`;
};

/** A day, with its year unless that is the year of the report. */
const formatDay = ({ day }: ReportSource, date: string): string =>
  date.slice(0, 4) === day.slice(0, 4) ? formatWeekday(date) : formatLongDay(date);

const isUpcoming = ({ status }: CalendarEvent): boolean => status === 'SCHEDULED' || status === 'POSTPONED';

function describeCrossover({ days, state }: ReportSource, facts: BillFacts): string | undefined {
  const left = days?.crossover;
  if (left?.hasPassed !== false || facts.hasCrossedOver) return undefined;
  const { legislativeDaysLeft, calendarDaysLeft, legislativeDay } = left;
  const isClose =
    (legislativeDaysLeft !== undefined && legislativeDaysLeft <= CLOSE_TO_CROSSOVER.legislativeDays) ||
    (calendarDaysLeft !== undefined && calendarDaysLeft <= CLOSE_TO_CROSSOVER.calendarDays);
  if (!isClose) return undefined;
  const daysLeft =
    legislativeDaysLeft === undefined
      ? formatCount(calendarDaysLeft ?? 0, 'calendar day')
      : formatCount(legislativeDaysLeft, 'legislative day');
  return `${daysLeft} left to crossover (day ${legislativeDay}), and it has not left its first chamber in ${state.name}.`;
}

/** Why a bill needs attention; empty when it does not. @param daysAhead how many days of events are considered */
export function findAttentionReasons(source: ReportSource, facts: BillFacts, daysAhead: number): string[] {
  if (!isRelevant(facts)) return [];
  const advanced = facts.actions.findLast((action) => listClassifications(action).includes('passage'));
  const reasons: (string | undefined)[] = [];
  if (facts.outcome === 'UNDECIDED') {
    const coming = periodFrom(source.day, daysAhead + 1);
    const events = facts.events.filter((event) => isUpcoming(event) && isWithin(event.startDate, coming));
    reasons.push(...events.map(describeEvent), describeCrossover(source, facts));
    if (facts.position === 'OPPOSE' && advanced)
      reasons.push(`It passed on ${formatDay(source, advanced.date)}, and we oppose it.`);
    if (facts.position === 'NO_POSITION') reasons.push('It has priority, and no position is taken.');
  }
  return reasons.filter((reason) => reason !== undefined);
}
