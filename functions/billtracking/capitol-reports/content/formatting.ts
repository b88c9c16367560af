// Formats days, times and counts in reports.
const longFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const mediumFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const shortFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const weekdayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

const toDate = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** `February 3, 2027` */
export const formatLongDay = (day: string): string => longFormat.format(toDate(day));
/** `Feb 3, 2027` */
export const formatDayWithYear = (day: string): string => mediumFormat.format(toDate(day));
/** `Feb 3` */
export const formatShortDay = (day: string): string => shortFormat.format(toDate(day));
/** `Wed, Feb 3` */
export const formatWeekday = (day: string): string => weekdayFormat.format(toDate(day));

/** `1:30 PM`, from HH:MM. */
export function formatTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** `February 3 to 9, 2027`, without repeating the month and the year. */
export function formatPeriod(startDate: string, endDate: string): string {
  if (startDate === endDate) return formatLongDay(startDate);
  const [first = '', last = ''] = [startDate, endDate].map(formatLongDay);
  const [year, month] = [startDate.slice(0, 4), startDate.slice(0, 7)];
  if (endDate.startsWith(month)) return `${first.split(',')[0]} to ${Number(endDate.slice(8))}, ${year}`;
  return endDate.startsWith(year) ? `${first.split(',')[0]} to ${last}` : `${first} to ${last}`;
}

/** `1 bill`, `3 bills` */
export const formatCount = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;
