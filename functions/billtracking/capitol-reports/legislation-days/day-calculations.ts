// Reckoning in legislative days: the day of a date, the date of a day, and what is left until a deadline.
import {
  type DayMap,
  type Deadline,
  deadlineDay,
  type NumberedDay,
  numberedDays,
} from './legislation-days.ts';

/** What a date is to the session. `NOT_MAPPED`: the map is partial and does not reach it. */
export const sittings = [
  'NOT_BEGUN',
  'IN_SESSION',
  'IN_ADJOURNMENT',
  'ADJOURNED_SINE_DIE',
  'NOT_MAPPED',
] as const;
type Sitting = (typeof sittings)[number];

/** What a date is in a session. */
export interface DayOfDate {
  readonly date: string;
  readonly sitting: Sitting;
  /** Its number, when it is a legislative day. */
  readonly legislativeDay: number | null;
  /** How many legislative days had begun by then; absent where the map does not tell. */
  readonly daysBegun?: number | undefined;
  /** The first legislative day after it, as far as mapped. */
  readonly next?: NumberedDay | undefined;
}

/** Whether the last legislative day is in the map. */
const includesLastDay = (map: DayMap, last: NumberedDay): boolean =>
  map.isComplete || last.legislativeDay === map.sineDieDay;

/**
 * What a date is in a session.
 * @param date YYYY-MM-DD in the state's time zone
 */
export function dayOfDate(map: DayMap, date: string): DayOfDate {
  const numbered = numberedDays(map);
  const next = numbered.find((day) => day.date > date);
  const begun = numbered.findLast((day) => day.date <= date);
  const [first, last] = [map.days[0], numbered.at(-1)];
  const tell = (sitting: Sitting, daysBegun?: number): DayOfDate => ({
    date,
    sitting,
    legislativeDay: null,
    daysBegun,
    next,
  });
  if (!first || !last) return tell('NOT_MAPPED');
  if (begun?.date === date)
    return { ...tell('IN_SESSION', begun.legislativeDay), legislativeDay: begun.legislativeDay };
  if (!begun) {
    const before = (numbered[0]?.legislativeDay ?? 1) - 1;
    if (date >= first.date) return tell('IN_ADJOURNMENT', before);
    return before === 0 ? tell('NOT_BEGUN', 0) : tell('NOT_MAPPED');
  }
  if (next || date <= (map.days.at(-1)?.date ?? '')) return tell('IN_ADJOURNMENT', begun.legislativeDay);
  return includesLastDay(map, last) ? tell('ADJOURNED_SINE_DIE', last.legislativeDay) : tell('NOT_MAPPED');
}

/** The date of a legislative day; undefined when the map does not tell. */
export const dateOfDay = (map: Pick<DayMap, 'days'>, legislativeDay: number): string | undefined =>
  map.days.find((day) => day.legislativeDay === legislativeDay)?.date;

/** The calendar days from one day to another (YYYY-MM-DD); negative when the other is earlier. */
export const calendarDaysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/** What is left until a deadline. What the map does not tell is absent. */
export interface DaysLeft {
  readonly legislativeDay: number;
  readonly date?: string | undefined;
  /** Legislative days still to come, that of the deadline included; 0 on the day itself and after it. */
  readonly legislativeDaysLeft?: number | undefined;
  /** Calendar days until its date; 0 on the day itself and after it. */
  readonly calendarDaysLeft?: number | undefined;
  readonly hasPassed?: boolean | undefined;
}

/**
 * What is left until a deadline; undefined when the session has no such deadline.
 * On legislative day 5 there are 23 days left to a crossover on day 28, whatever their dates will be.
 * @param today YYYY-MM-DD in the state's time zone
 */
export function daysLeftTo(map: DayMap, deadline: Deadline, today: string): DaysLeft | undefined {
  const legislativeDay = deadlineDay(map, deadline);
  if (legislativeDay === undefined) return undefined;
  const date = dateOfDay(map, legislativeDay);
  const { daysBegun, sitting } = dayOfDate(map, today);
  const isOver = date === undefined ? sitting === 'ADJOURNED_SINE_DIE' : date < today;
  const isKnown = isOver || date !== undefined || daysBegun !== undefined;
  const ahead = daysBegun === undefined ? undefined : Math.max(0, legislativeDay - daysBegun);
  return {
    legislativeDay,
    date,
    legislativeDaysLeft: isOver ? 0 : ahead,
    calendarDaysLeft: date === undefined ? undefined : Math.max(0, calendarDaysBetween(today, date)),
    hasPassed: isKnown ? isOver || (daysBegun ?? 0) > legislativeDay : undefined,
  };
}
