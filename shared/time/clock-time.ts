// Times of day as people write them.

/** A time of day as existing clients expect it: `13:00` is "1:00 PM" (docs/interface/training.md#class-times). */
export function formatClockTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** A time of day as HH:MM, from `13:00`, `13:00:00` or `1:00 PM`; undefined when it is malformed. */
export function parseClockTime(sent: string): string | undefined {
  const parts = /^(\d{1,2}):(\d{2})(?::\d{2})?\s*([ap])?\.?(?:m\.?)?$/i.exec(sent.trim());
  if (!parts) return undefined;
  const [, hours = '', minutes = '', period] = parts;
  const sentHour = Number(hours);
  if (period !== undefined && (sentHour < 1 || sentHour > 12)) return undefined;
  const hour = period === undefined ? sentHour : (sentHour % 12) + (period.toLowerCase() === 'p' ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59) return undefined;
  return `${String(hour).padStart(2, '0')}:${minutes}`;
}
