// Arithmetic of calendar days, YYYY-MM-DD. A few lines instead of a library: Temporal takes 150 KB and 20 ms of every cold
// start. The tests hold each function to Temporal's own answers.

const DAY_MILLISECONDS = 86_400_000;
const toDayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MILLISECONDS;
const fromDayNumber = (number: number): string =>
  new Date(number * DAY_MILLISECONDS).toISOString().slice(0, 10);

/** The calendar day `days` after another; before it when negative. */
export const addDays = (day: string, days = 1): string => fromDayNumber(toDayNumber(day) + days);

/** How many days lie between two days: 1 from a day to the next. */
export const daysBetween = (from: string, to: string): number => toDayNumber(to) - toDayNumber(from);

/** The day that is so many years and months later; the last of its month where that has no such day. */
export function addMonths(day: string, { years = 0, months = 0 }): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year + years, month - 1 + months, 1));
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, length));
  return first.toISOString().slice(0, 10);
}
