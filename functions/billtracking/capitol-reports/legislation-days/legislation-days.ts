// Legislation days: the map from legislative day number to date that a legislature sets by resolution
// (docs/interface/billtracking.md#legislation-days).
//
// A legislature with a limited number of legislative days adjourns for days or weeks between them. Each adjournment
// resolution sets some of the dates; a later one may set them anew, and with them every deadline.
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import type { Session } from '../../../../shared/legislature/session.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';

/** A day of the map: a legislative day, or a day that is named as one in adjournment. */
export interface MappedDay {
  /** From 1; null in adjournment. */
  readonly legislativeDay: number | null;
  /** YYYY-MM-DD in the state's time zone. */
  readonly date: string;
  readonly note?: string | undefined;
}

/** What is known of the days of a session. */
export interface DayMap {
  readonly days: readonly MappedDay[];
  /** Whether every legislative day of the session is in it. */
  readonly isComplete: boolean;
  /** The last legislative day on which a bill may pass its first chamber. */
  readonly crossoverDay?: number | undefined;
  /** The last legislative day. */
  readonly sineDieDay?: number | undefined;
}

export const deadlines = ['crossover', 'sineDie'] as const;
export type Deadline = (typeof deadlines)[number];

/** A legislative day with its date. */
export interface NumberedDay {
  readonly legislativeDay: number;
  readonly date: string;
}

/** The legislative days of a map, in their order. */
export const numberedDays = ({ days }: Pick<DayMap, 'days'>): NumberedDay[] =>
  days.flatMap(({ legislativeDay, date }) => (legislativeDay === null ? [] : [{ legislativeDay, date }]));

/** The number of a deadline's day. Without one told, a complete map ends with the session. */
export const deadlineDay = (map: DayMap, deadline: Deadline): number | undefined =>
  deadline === 'crossover'
    ? map.crossoverDay
    : (map.sineDieDay ?? (map.isComplete ? numberedDays(map).at(-1)?.legislativeDay : undefined));

const validateDayNumber = (at: number, sent: number, before: number): ErrorDetail | undefined => {
  if (sent === before + 1) return undefined;
  const target = `days[${at}].legislativeDay`;
  if (sent === before)
    return { code: 'DUPLICATE_VALUE', message: `${target} is ${sent}, as in an earlier row.`, target };
  const why = sent > before ? 'no day may be left out' : 'numbers grow with the dates';
  return {
    code: 'OUT_OF_RANGE',
    message: `${target} must be ${before + 1} after legislative day ${before}, for ${why}, but was ${sent}.`,
    target,
  };
};

const validateDayDate = (at: number, sent: string, before: string): ErrorDetail | undefined => {
  if (sent > before) return undefined;
  const target = `days[${at}].date`;
  return sent === before
    ? { code: 'DUPLICATE_VALUE', message: `${target} is ${sent}, as in the row before.`, target }
    : { code: 'OUT_OF_RANGE', message: `${target} must be later than ${before}, but was ${sent}.`, target };
};

function validateRows(days: DayMap['days']): ErrorDetail[] {
  const faults: (ErrorDetail | undefined)[] = [];
  let number: number | undefined;
  for (const [at, day] of days.entries()) {
    const before = days[at - 1];
    // Each row is held against the one before it, so that one wrong row is one fault and not one in all that follow.
    if (before) faults.push(validateDayDate(at, day.date, before.date));
    if (day.legislativeDay === null) continue;
    if (number !== undefined) faults.push(validateDayNumber(at, day.legislativeDay, number));
    number = day.legislativeDay;
  }
  return faults.filter((fault) => fault !== undefined);
}

function validateDeadlines(map: DayMap): ErrorDetail[] {
  const numbered = numberedDays(map);
  const [first, last] = [numbered[0], numbered.at(-1)];
  if (!first || !last)
    return [{ code: 'REQUIRED_FIELD', message: 'days must have a legislative day.', target: 'days' }];
  const { isComplete, crossoverDay, sineDieDay } = map;
  const faults: ErrorDetail[] = [];
  const outOfRange = (target: string, message: string) =>
    faults.push({ code: 'OUT_OF_RANGE', message: `${target} ${message}`, target });
  if (isComplete && first.legislativeDay !== 1) {
    const at = map.days.findIndex(({ legislativeDay }) => legislativeDay !== null);
    outOfRange(
      `days[${at}].legislativeDay`,
      `must be 1 in a complete map, but was ${first.legislativeDay}; a map of some of the days has isComplete false.`,
    );
  }
  const end = sineDieDay ?? (isComplete ? last.legislativeDay : undefined);
  if (sineDieDay !== undefined && isComplete && sineDieDay !== last.legislativeDay)
    outOfRange(
      'sineDieDay',
      `must be ${last.legislativeDay}, the last day of a complete map, but was ${sineDieDay}.`,
    );
  else if (sineDieDay !== undefined && sineDieDay < last.legislativeDay)
    outOfRange(
      'sineDieDay',
      `must be at least ${last.legislativeDay}, the last day mapped, but was ${sineDieDay}.`,
    );
  if (crossoverDay !== undefined && end !== undefined && crossoverDay > end)
    outOfRange('crossoverDay', `must be at most ${end}, the day of sine die, but was ${crossoverDay}.`);
  return faults;
}

/**
 * Everything that is wrong with a map, by row: numbers and dates grow strictly and together, no number is left out
 * (docs/interface/billtracking.md#legislation-days). A partial map may begin after 1; rows without a number are days
 * in adjournment.
 */
export const validateDayMap = (map: DayMap): ErrorDetail[] => [
  ...validateRows(map.days),
  ...validateDeadlines(map),
];

/** So many days may a session sit before the first and after the last day that is known of it. */
const SESSION_SLACK_DAYS = 60;

/** The rows that lie far outside their session: a wrong year, as a rule. */
export function validateWithinSession(map: DayMap, { name, startDate, endDate }: Session): ErrorDetail[] {
  const begins = startDate && addDays(startDate, -SESSION_SLACK_DAYS);
  const ends = endDate && addDays(endDate, SESSION_SLACK_DAYS);
  const known = [startDate && `begins on ${startDate}`, endDate && `ends on ${endDate}`]
    .filter(Boolean)
    .join(' and ');
  return map.days.flatMap(({ date }, at) =>
    (begins !== undefined && date < begins) || (ends !== undefined && date > ends)
      ? [
          {
            code: 'OUT_OF_RANGE' as const,
            message: `days[${at}].date must lie in ${name}, which ${known}, but was ${date}.`,
            target: `days[${at}].date`,
          },
        ]
      : [],
  );
}
