// The parts of a recurrence rule (RFC 5545, section 3.3.10), as far as they give days: a session has its own time.
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import { isCalendarDay } from '../../../../shared/time/calendar-day.ts';

const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
const positions = { max: 366, isSigned: true } as const;

/** The parts that are lists of numbers or single numbers, with the largest; signed ones also count from the end. */
const numericParts: Readonly<Record<string, { readonly max: number; readonly isSigned: boolean }>> = {
  BYMONTH: { max: 12, isSigned: false },
  BYMONTHDAY: { max: 31, isSigned: true },
  BYYEARDAY: positions,
  BYWEEKNO: { max: 53, isSigned: true },
  BYSETPOS: positions,
};
const namedParts = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'WKST'];
const timeParts = ['BYHOUR', 'BYMINUTE', 'BYSECOND'];
const maxInterval = 1000;
const weekdayPattern = /^(MO|TU|WE|TH|FR|SA|SU)$/;
// The value is a part of what a library parses: a line break in it would begin another property.
const dayListPattern = /^([+-]?[1-9]\d?)?(MO|TU|WE|TH|FR|SA|SU)(,([+-]?[1-9]\d?)?(MO|TU|WE|TH|FR|SA|SU))*$/;

/** Where a rule ends: after so many days, or at a day (YYYY-MM-DD), a local time or an instant (HH:MM:SS), each included. */
export type RuleEnd =
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'local' | 'instant'; readonly day: string; readonly time: string };

/** A rule whose end is read, and whose other parts a library expands. */
export interface ParsedRule {
  readonly end: RuleEnd;
  /** The rule without its end. */
  readonly pattern: string;
}

type Parsed = { readonly rule: ParsedRule } | { readonly error: ErrorDetail };

const target = 'recurrence.rule';
const invalidRule = (message: string): { readonly error: ErrorDetail } => ({
  error: { code: 'INVALID_FORMAT', message, target },
});

const isWhole = (text: string, min: number, max: number): boolean =>
  /^\d{1,5}$/.test(text) && Number(text) >= min && Number(text) <= max;

/** What is wrong with the value of a part, if something is. */
function describePart(name: string, value: string): string | undefined {
  const numeric = numericParts[name];
  if (numeric) {
    const isValid = value
      .split(',')
      .every((number) => isWhole(number.replace(numeric.isSigned ? /^[+-]/ : '', ''), 1, numeric.max));
    const range = `1 to ${numeric.max}${numeric.isSigned ? `, or -1 to -${numeric.max} from the end` : ''}`;
    return isValid ? undefined : `${name} must have numbers from ${range}, but was ${value}.`;
  }
  if (name === 'FREQ' && !frequencies.some((known) => known === value))
    return `FREQ must be one of ${frequencies.join(', ')}, but was ${value}.`;
  if (name === 'INTERVAL' && !isWhole(value, 1, maxInterval))
    return `INTERVAL must be between 1 and ${maxInterval}, but was ${value}.`;
  if (name === 'BYDAY' && !dayListPattern.test(value))
    return `BYDAY must be weekdays such as TU or MO,WE, in a month or year also 2TU or -1FR, but was ${value}.`;
  if (name === 'WKST' && !weekdayPattern.test(value))
    return `WKST must be a weekday, one of MO, TU, WE, TH, FR, SA, SU, but was ${value}.`;
  if (name === 'COUNT' && !isWhole(value, 1, 99_999)) return `COUNT must be at least 1, but was ${value}.`;
  if (timeParts.includes(name))
    return `${name} is not allowed: every session begins at startTime. Leave it out.`;
  if (!namedParts.includes(name)) return `${name} is not a part of a recurrence rule.`;
  return undefined;
}

const untilPattern = /^(\d{4})(\d\d)(\d\d)(?:T([01]\d|2[0-3])([0-5]\d)([0-5]\d)(Z?))?$/;

/** UNTIL as a day, a local time or an instant. */
function parseUntil(value: string): RuleEnd | undefined {
  const parts = untilPattern.exec(value);
  if (!parts) return undefined;
  const [, year, month, date, hour, minute, second, zone] = parts;
  const day = `${year}-${month}-${date}`;
  if (!isCalendarDay(day)) return undefined;
  if (hour === undefined) return { kind: 'day', day };
  return { kind: zone === 'Z' ? 'instant' : 'local', day, time: `${hour}:${minute}:${second}` };
}

function parseEnd(parts: ReadonlyMap<string, string>): RuleEnd | string {
  const count = parts.get('COUNT');
  const until = parts.get('UNTIL');
  if (count !== undefined && until !== undefined)
    return 'A rule ends by COUNT or by UNTIL, not by both (RFC 5545). Leave one out.';
  if (count !== undefined) return { kind: 'count', count: Number(count) };
  if (until === undefined)
    return 'A rule needs an end: COUNT, such as COUNT=40, or UNTIL, such as UNTIL=20271218.';
  return parseUntil(until) ?? `UNTIL must be a date such as 20271218 or 20271218T235959Z, but was ${until}.`;
}

/** Reads a rule such as `FREQ=WEEKLY;BYDAY=TU;COUNT=40`, with or without `RRULE:` before it; letter case is ignored. */
export function parseRule(text: string): Parsed {
  const entries = text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')
    .map((part) => part.split('='));
  const parts = new Map<string, string>();
  for (const [name = '', value, ...more] of entries) {
    if (name === '' || value === undefined || value === '' || more.length > 0)
      return invalidRule('A rule has parts such as FREQ=WEEKLY;BYDAY=TU;COUNT=40, separated by semicolons.');
    if (parts.has(name)) return invalidRule(`${name} occurs twice in the rule; use it once.`);
    const fault = describePart(name, value);
    if (fault !== undefined) return invalidRule(fault);
    parts.set(name, value);
  }
  if (!parts.has('FREQ')) return invalidRule(`A rule needs FREQ, one of ${frequencies.join(', ')}.`);
  const end = parseEnd(parts);
  if (typeof end === 'string') return invalidRule(end);
  const pattern = [...parts]
    .filter(([name]) => name !== 'COUNT' && name !== 'UNTIL')
    .map(([name, value]) => `${name}=${value}`)
    .join(';');
  return { rule: { end, pattern } };
}
