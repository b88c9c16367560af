// The days on which no legislature of the demo data meets: the public holidays of a year.

const dayOf = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

/** The nth of a weekday in a month; 1 is Monday, and -1 the last one. */
function nth(year: number, month: number, weekday: number, n: number): string {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const start = 1 + ((weekday - first + 7) % 7);
  const count = Math.floor((days - start) / 7) + 1;
  return dayOf(year, month, start + 7 * ((n < 0 ? count : n) - 1));
}

/** A holiday on a Saturday is observed on the Friday before, one on a Sunday on the Monday after. */
function observedDays(day: string): string[] {
  const date = new Date(day);
  const weekday = date.getUTCDay();
  const shift = weekday === 6 ? -1 : weekday === 0 ? 1 : 0;
  return [day, new Date(date.getTime() + shift * 86_400_000).toISOString().slice(0, 10)];
}

/** The public holidays of a year, and the days about Thanksgiving and the new year when offices are closed. */
function holidaysOf(year: number): ReadonlySet<string> {
  const thanksgiving = nth(year, 11, 4, 4);
  const dayBefore = new Date(Date.parse(thanksgiving) - 86_400_000).toISOString().slice(0, 10);
  const dayAfter = new Date(Date.parse(thanksgiving) + 86_400_000).toISOString().slice(0, 10);
  const lastDays = Array.from({ length: 8 }, (_, index) => dayOf(year, 12, 24 + index));
  return new Set([
    ...observedDays(dayOf(year, 1, 1)),
    nth(year, 1, 1, 3),
    nth(year, 2, 1, 3),
    nth(year, 5, 1, -1),
    ...observedDays(dayOf(year, 6, 19)),
    ...observedDays(dayOf(year, 7, 4)),
    nth(year, 9, 1, 1),
    ...observedDays(dayOf(year, 11, 11)),
    ...[dayBefore, thanksgiving, dayAfter],
    ...lastDays,
  ]);
}

/** Whether nobody meets on a day, YYYY-MM-DD. */
export const isHoliday = (day: string): boolean => holidaysOf(Number(day.slice(0, 4))).has(day);
