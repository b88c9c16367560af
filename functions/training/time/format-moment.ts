// Instants in words, for messages to people.
import { getZoneName } from '../../../shared/time/zone-name.ts';

/**
 * Formats an instant in a time zone.
 * @example formatMoment('2027-03-01T17:00:00.000Z', 'America/Los_Angeles') // 'Monday, March 1, 2027 at 9:00 AM PST'
 */
export const formatMoment = (value: string, timeZone: string): string => {
  const moment = new Date(value);
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone }).format(moment);
  const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone }).format(
    moment,
  );
  return `${date} at ${time} ${getZoneName(moment.getTime(), timeZone)}`.replaceAll('\u202f', ' ');
};
