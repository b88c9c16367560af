// How many requests a tenant may make: two fixed windows at once, the minute and the hour
// (docs/interface/limits.md#area-d-request-rate).

/** The most requests per window. */
export interface RequestLimit {
  readonly perMinute: number;
  readonly perHour: number;
}

/** Area D's: 1000 per hour and 100 per minute (docs/interface/limits.md#area-d-request-rate). */
export const billtrackingLimit: RequestLimit = { perMinute: 100, perHour: 1000 };

/** The requests counted so far, including the current one when it may pass. */
export interface RequestCounts {
  readonly minute: number;
  readonly hour: number;
}

const minuteLength = 60_000;
const hourLength = 3_600_000;

/** The hour of a moment, as `2027-01-15T09`, and its minute, 0 to 59 (UTC). */
export const getWindows = (now: Date): { readonly hour: string; readonly minute: number } => ({
  hour: now.toISOString().slice(0, 13),
  minute: now.getUTCMinutes(),
});

const getWindowEnd = (length: number, now: Date): number => (Math.floor(now.getTime() / length) + 1) * length;

/**
 * The headers that report the limit (docs/interface/limits.md#rate-headers): the limit per minute, what is left of both
 * windows, and when the window that applies ends, as a Unix timestamp. The hour applies once less is left of it than
 * of the minute, or nothing.
 */
export function buildLimitHeaders(limit: RequestLimit, { minute, hour }: RequestCounts, now: Date) {
  const leftOfMinute = Math.max(0, limit.perMinute - minute);
  const leftOfHour = Math.max(0, limit.perHour - hour);
  const hourBinds = leftOfHour === 0 || leftOfHour < leftOfMinute;
  const resets = getWindowEnd(hourBinds ? hourLength : minuteLength, now);
  return {
    'X-RateLimit-Limit': String(limit.perMinute),
    'X-RateLimit-Remaining': String(Math.min(leftOfMinute, leftOfHour)),
    'X-RateLimit-Reset': String(Math.floor(resets / 1000)),
  };
}

/** Whole seconds until a request may pass again: to the end of the hour when it is used up, else of the minute. */
export const secondsToWait = (limit: RequestLimit, { hour }: RequestCounts, now: Date): number =>
  Math.ceil((getWindowEnd(hour >= limit.perHour ? hourLength : minuteLength, now) - now.getTime()) / 1000);
