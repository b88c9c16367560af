// Arithmetic of calendar days, YYYY-MM-DD. A few lines instead of a library: Temporal takes 150 KB and 20 ms of every cold
// start. The tests hold each function to Temporal's own answers.

const dayLength = 86_400_000;
const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayLength;
const dayOf = (number: number): string => new Date(number * dayLength).toISOString().slice(0, 10);

/** The calendar day `days` after another; before it when negative. */
export const dayAfter = (day: string, days = 1): string => dayOf(numberOf(day) + days);

/** How many days lie between two days: 1 from a day to the next. */
export const daysBetween = (from: string, to: string): number => numberOf(to) - numberOf(from);

/** The day that is so many years and months later; the last of its month where that has no such day. */
export function monthsAfter(day: string, { years = 0, months = 0 }): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year + years, month - 1 + months, 1));
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, length));
  return first.toISOString().slice(0, 10);
}
