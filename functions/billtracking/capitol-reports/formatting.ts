// Days, times and numbers as people read them in a report.

const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const medium = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const withWeekday = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

const at = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** `February 3, 2027` */
export const longDay = (day: string): string => long.format(at(day));
/** `Feb 3, 2027` */
export const dayWithYear = (day: string): string => medium.format(at(day));
/** `Feb 3` */
export const shortDay = (day: string): string => short.format(at(day));
/** `Wed, Feb 3` */
export const weekday = (day: string): string => withWeekday.format(at(day));

/** `1:30 PM`, from HH:MM. */
export function clock(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** `February 3 to 9, 2027`, as briefly as it can be said. */
export function daysInWords(startDate: string, endDate: string): string {
  if (startDate === endDate) return longDay(startDate);
  const [first = '', last = ''] = [startDate, endDate].map(longDay);
  const [year, month] = [startDate.slice(0, 4), startDate.slice(0, 7)];
  if (endDate.startsWith(month)) return `${first.split(',')[0]} to ${Number(endDate.slice(8))}, ${year}`;
  return endDate.startsWith(year) ? `${first.split(',')[0]} to ${last}` : `${first} to ${last}`;
}

/** `1 bill`, `3 bills` */
export const many = (count: number, one: string, more = `${one}s`): string =>
  `${count} ${count === 1 ? one : more}`;
