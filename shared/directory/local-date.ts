// The calendar day in a time zone.

/**
 * The calendar day of a moment in a time zone, as YYYY-MM-DD. Terms begin and end with days in the tenant's time zone.
 *
 * @param timeZone IANA name, such as America/New_York
 */
export function toLocalDate(timeZone: string, moment: Date): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((part) => part.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}
