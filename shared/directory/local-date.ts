// The calendar day in a time zone.

/** The most time zones whose formats a process keeps. */
const maxFormats = 50;

/** By time zone: to make a format takes Intl many times as long as to use it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function getFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  if (formats.size >= maxFormats) formats.clear();
  formats.set(timeZone, made);
  return made;
}

/**
 * The calendar day of a moment in a time zone, as YYYY-MM-DD. Terms begin and end with days in the tenant's time zone.
 *
 * @param timeZone IANA name, such as America/New_York
 */
export function toLocalDate(timeZone: string, moment: Date): string {
  const parts = getFormat(timeZone).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((part) => part.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}
