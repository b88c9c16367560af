// The days that a recurrence gives (RFC 5545, section 3.8.5): those of its rule, without exceptDates, with alsoDates.
//
// Days are expanded in UTC, where none is skipped. Each session then has the same local time in the zone of the class,
// whatever clocks do.
import { type ErrorDetail, invalid } from '../../../../shared/errors/failure.ts';
import { addDays, addMonths } from '../../../../shared/time/calendar-day.ts';
import { resolveLocalTime } from '../../../../shared/time/local-time.ts';
import { type ParsedRule, parseRule, type RuleEnd } from './rule.ts';

/** A recurrence as entered; times are HH:MM, days YYYY-MM-DD. */
export interface Recurrence {
  readonly rule: string;
  readonly startDate: string;
  readonly startTime: string;
  readonly exceptDates?: readonly string[] | null | undefined;
  readonly alsoDates?: readonly string[] | null | undefined;
}

/** The days of a recurrence in order, and those of its rule that exceptDates leave out. */
export interface RecurrenceDays {
  readonly days: readonly string[];
  readonly excepted: readonly string[];
}

/** What bounds a series: its days, and the last day of all. */
export interface RecurrenceLimits {
  readonly maxDays: number;
  /** YYYY-MM-DD */
  readonly lastDay: string;
}

/** How far from its first day a rule may reach. It bounds the time that a rule without days takes. */
export const maxYears = 10;

const refuse = (message: string, code: ErrorDetail['code'] = 'OUT_OF_RANGE') =>
  invalid([{ code, message, target: 'recurrence.rule' }]);

const toBasic = (day: string): string => day.replaceAll('-', '');

const isBeforeEnd = (day: string, startTime: string, end: RuleEnd, timeZone: string): boolean => {
  if (end.kind === 'count') return true;
  if (end.kind === 'day') return day <= end.day;
  if (end.kind === 'local') return `${day}T${startTime}:00` <= `${end.day}T${end.time}`;
  return resolveLocalTime(`${day}T${startTime}`, timeZone).instant <= `${end.day}T${end.time}.000Z`;
};

/**
 * The first days of a rule. The library refuses combinations that RFC 5545 forbids.
 * @throws Failure 400
 */
async function expandPattern(
  { pattern }: ParsedRule,
  from: string,
  last: string,
  limit: number,
): Promise<string[]> {
  const { RRuleTemporal } = await import('rrule-temporal');
  const rruleString = `DTSTART:${toBasic(from)}T000000Z\nRRULE:${pattern};UNTIL=${toBasic(last)}T000000Z`;
  try {
    return new RRuleTemporal({ rruleString, strict: true })
      .all((_, index) => index < limit)
      .map((moment) => moment.toPlainDate().toString());
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw refuse(`The rule is invalid: ${reason.replace(/^Cannot create RRule: /, '')}.`, 'INVALID_FORMAT');
  }
}

/**
 * The days of a recurrence in a zone: at least one, at most as many as a class can have sessions.
 * @throws Failure 400 for a rule that is invalid, has no end, gives no day, fewer than COUNT in ten years, or too many
 */
export async function expandRecurrence(
  { rule, startDate, startTime, exceptDates, alsoDates }: Recurrence,
  timeZone: string,
  { maxDays, lastDay }: RecurrenceLimits,
): Promise<RecurrenceDays> {
  const parsed = parseRule(rule);
  if ('error' in parsed) throw invalid([parsed.error]);
  const { end } = parsed.rule;
  const horizon = addMonths(startDate, { years: maxYears });
  const untilDay = end.kind === 'count' ? horizon : end.day;
  if (untilDay > horizon)
    throw refuse(`UNTIL must be at most ${maxYears} years after startDate (${horizon}).`);
  // The instant of UNTIL can be on the day before in the zone of the class, or on the day after.
  const until = end.kind === 'instant' ? addDays(untilDay) : untilDay;
  if (until < startDate) throw refuse(`UNTIL must not be before startDate (${startDate}).`);
  const last = until > lastDay ? lastDay : until;
  const except = new Set(exceptDates);
  // One more than can be left, so that a longer series is seen.
  const limit = maxDays + except.size + 1;
  const wanted = end.kind === 'count' ? Math.min(end.count, limit) : limit;
  const expanded = await expandPattern(parsed.rule, startDate, last, wanted);
  const ofRule = expanded.filter((day) => isBeforeEnd(day, startTime, end, timeZone));
  if (ofRule.length === 0) throw refuse(`The rule gives no date from ${startDate} to ${last}.`);
  if (end.kind === 'count' && ofRule.length < wanted)
    throw refuse(
      `The rule gives only ${ofRule.length} of ${end.count} dates from ${startDate} to ${last}. A series spans at most ${maxYears} years.`,
    );
  const all = [...new Set([...ofRule, ...(alsoDates ?? [])])].sort();
  const days = all.filter((day) => !except.has(day));
  if (days.length === 0)
    throw refuse('Every date of the rule is in exceptDates, so that no session is left.');
  if (days.length > maxDays)
    throw refuse(
      `The rule gives more than ${maxDays} sessions, the most that a class can have. Use a smaller COUNT or an earlier UNTIL.`,
    );
  return { days, excepted: all.filter((day) => except.has(day)) };
}
