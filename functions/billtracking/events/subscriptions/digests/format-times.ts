// Days and times in words for people, in the local time of the event.
import { getZoneName } from '../../../../../shared/time/zone-name.ts';
import type { EventTimes } from '../../record/calendar-event.ts';

export const formatDay = (date: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'full' }).format(
    new Date(`${date}T00:00:00Z`),
  );

const formatTime = (instant: string, timeZone: string, withZone: boolean): string => {
  const time = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
    .format(new Date(instant))
    // Intl writes a narrow no-break space before AM and PM, which some mail programs show as a box.
    .replaceAll('\u202f', ' ');
  return withZone ? `${time} ${getZoneName(Date.parse(instant), timeZone)}` : time;
};

/** When an event takes place, in local time. */
export function formatEventTime({ startDate, endDate, startsAt, endsAt, timeZone }: EventTimes): string {
  if (startsAt === undefined)
    return startDate === endDate ? formatDay(startDate) : `${formatDay(startDate)} to ${formatDay(endDate)}`;
  const begins = `${formatDay(startDate)}, ${formatTime(startsAt, timeZone, endsAt === undefined)}`;
  if (endsAt === undefined) return begins;
  const until = formatTime(endsAt, timeZone, true);
  return endDate === startDate ? `${begins} to ${until}` : `${begins} to ${formatDay(endDate)}, ${until}`;
}
