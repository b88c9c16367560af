// Legislation days: a map from the number of a legislative day to its date, which a legislature sets by resolution
// (docs/interface/billtracking.md#legislation-days).
//
// A legislature with a limited number of legislative days adjourns for days or weeks between them. Each adjournment
// resolution sets some of the dates; a later resolution may move them, and with them the deadlines.
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import type { Session } from '../../../../shared/legislature/sessions/session.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import type { MappedDay, NumberedDay } from './schemas.ts';
import type { Deadline } from './terms.ts';

/** The known days of a session. */
export interface DayMap {
  /** Legislative days, and days that are listed as being in adjournment, by date. */
  readonly days: readonly MappedDay[];
  /** Whether the map has every legislative day of the session. */
  readonly isComplete: boolean;
  /** The last legislative day on which a bill may pass its first chamber. */
  readonly crossoverDay?: number | undefined;
  /** The last legislative day. */
  readonly sineDieDay?: number | undefined;
}

/** The legislative days of a map, in their order. */
export const numberedDays = ({ days }: Pick<DayMap, 'days'>): NumberedDay[] =>
  days.flatMap(({ legislativeDay, date }) => (legislativeDay === null ? [] : [{ legislativeDay, date }]));

/** The legislative day of a deadline. Without a sine die day, the last day of a complete map is that day. */
export const deadlineDay = (map: DayMap, deadline: Deadline): number | undefined =>
  deadline === 'crossover'
    ? map.crossoverDay
    : (map.sineDieDay ?? (map.isComplete ? numberedDays(map).at(-1)?.legislativeDay : undefined));

const validateDayNumber = (index: number, number: number, before: number): ErrorDetail[] => {
  if (number === before + 1) return [];
  const target = `days[${index}].legislativeDay`;
  if (number === before)
    return [
      {
        code: 'DUPLICATE_VALUE',
        message: `${target} must be unique, but was ${number} as in an earlier row.`,
        target,
      },
    ];
  const reason = number > before ? 'no day may be left out' : 'numbers must increase with the dates';
  return [
    {
      code: 'OUT_OF_RANGE',
      message: `${target} must be ${before + 1} after legislative day ${before}, because ${reason}, but was ${number}.`,
      target,
    },
  ];
};

const validateDayDate = (index: number, date: string, before: string): ErrorDetail[] => {
  if (date > before) return [];
  const target = `days[${index}].date`;
  const code = date === before ? 'DUPLICATE_VALUE' : 'OUT_OF_RANGE';
  return [{ code, message: `${target} must be later than ${before}, but was ${date}.`, target }];
};

/**
 * Compares each row with the one before it, so that one wrong row is one error and not one in every row that follows.
 */
function validateRows(days: DayMap['days']): ErrorDetail[] {
  let lastNumber: number | undefined;
  return days.flatMap(({ date, legislativeDay }, index) => {
    const before = days[index - 1];
    const details = before ? validateDayDate(index, date, before.date) : [];
    if (legislativeDay === null) return details;
    if (lastNumber !== undefined) details.push(...validateDayNumber(index, legislativeDay, lastNumber));
    lastNumber = legislativeDay;
    return details;
  });
}

function validateDeadlines(map: DayMap): ErrorDetail[] {
  const numbered = numberedDays(map);
  const [first, last] = [numbered[0], numbered.at(-1)];
  if (!first || !last)
    return [
      {
        code: 'REQUIRED_FIELD',
        message: 'days must have at least one legislative day, but has none.',
        target: 'days',
      },
    ];
  const { isComplete, crossoverDay, sineDieDay } = map;
  const details: ErrorDetail[] = [];
  const outOfRange = (target: string, message: string) =>
    details.push({ code: 'OUT_OF_RANGE', message: `${target} ${message}`, target });
  if (isComplete && first.legislativeDay !== 1) {
    const index = map.days.findIndex(({ legislativeDay }) => legislativeDay !== null);
    outOfRange(
      `days[${index}].legislativeDay`,
      `must be 1 in a complete map, but was ${first.legislativeDay}. A partial map must have isComplete false.`,
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
  return details;
}

/**
 * Validates a map: numbers and dates must increase together, without gaps in the numbers
 * (docs/interface/billtracking.md#legislation-days). A partial map may begin after day 1; rows without a number are
 * days in adjournment.
 */
export const validateDayMap = (map: DayMap): ErrorDetail[] => [
  ...validateRows(map.days),
  ...validateDeadlines(map),
];

/** How many days a session may begin before, or end after, its known dates. */
const SESSION_SLACK_DAYS = 60;

/** Validates that no row is far outside of the session. Such a row usually has the wrong year. */
export function validateWithinSession(map: DayMap, { name, startDate, endDate }: Session): ErrorDetail[] {
  const earliest = startDate && addDays(startDate, -SESSION_SLACK_DAYS);
  const latest = endDate && addDays(endDate, SESSION_SLACK_DAYS);
  const sessionDates = [startDate && `begins on ${startDate}`, endDate && `ends on ${endDate}`]
    .filter(Boolean)
    .join(' and ');
  return map.days.flatMap(({ date }, index) =>
    (earliest !== undefined && date < earliest) || (latest !== undefined && date > latest)
      ? [
          {
            code: 'OUT_OF_RANGE' as const,
            message: `days[${index}].date must be within ${name}, which ${sessionDates}, but was ${date}.`,
            target: `days[${index}].date`,
          },
        ]
      : [],
  );
}
