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
interface WindowCounts {
  readonly minute: number;
  readonly hour: number;
}

/** The requests counted so far; to a caller without a token also those that were sent without one. */
export interface RequestCounts extends WindowCounts {
  readonly withoutToken?: WindowCounts;
}

/**
 * How much of a limit calls without a token may use: half. A tenant code is no secret, so anybody can send such calls;
 * the other half is left for callers with a token (docs/interface/limits.md#area-d-request-rate).
 */
export const shareWithoutToken = ({ perMinute, perHour }: RequestLimit): RequestLimit => ({
  perMinute: Math.max(1, Math.floor(perMinute / 2)),
  perHour: Math.max(1, Math.floor(perHour / 2)),
});

const minuteLength = 60_000;
const hourLength = 3_600_000;

/** The hour of a moment, as `2027-01-15T09`, and its minute, 0 to 59 (UTC). */
export const getWindows = (now: Date): { readonly hour: string; readonly minute: number } => ({
  hour: now.toISOString().slice(0, 13),
  minute: now.getUTCMinutes(),
});

const getWindowEnd = (length: number, now: Date): number => (Math.floor(now.getTime() / length) + 1) * length;

/** The limits that apply to a caller, each with the requests counted against it. */
const listApplied = (limit: RequestLimit, { withoutToken, ...all }: RequestCounts) => [
  { limit, counted: all, which: '' },
  ...(withoutToken
    ? [{ limit: shareWithoutToken(limit), counted: withoutToken, which: ' without a token' }]
    : []),
];

/**
 * The headers that report the limit (docs/interface/limits.md#rate-headers): the limit per minute, what is left of both
 * windows, and when the window that applies ends, as a Unix timestamp. The hour applies once less is left of it than
 * of the minute, or nothing. A caller without a token is told what is left of its share and of the whole limit.
 */
export function buildLimitHeaders(limit: RequestLimit, counts: RequestCounts, now: Date) {
  const applied = listApplied(limit, counts);
  const leftOfMinute = Math.max(0, Math.min(...applied.map((a) => a.limit.perMinute - a.counted.minute)));
  const leftOfHour = Math.max(0, Math.min(...applied.map((a) => a.limit.perHour - a.counted.hour)));
  const hourBinds = leftOfHour === 0 || leftOfHour < leftOfMinute;
  const resets = getWindowEnd(hourBinds ? hourLength : minuteLength, now);
  return {
    'X-RateLimit-Limit': String(Math.min(...applied.map((a) => a.limit.perMinute))),
    'X-RateLimit-Remaining': String(Math.min(leftOfMinute, leftOfHour)),
    'X-RateLimit-Reset': String(Math.floor(resets / 1000)),
  };
}

/**
 * The limit that refused a request, in words, and the whole seconds until one may pass again: to the end of the hour
 * when an hour is used up, else of the minute.
 */
export function explainRefusal(limit: RequestLimit, counts: RequestCounts, now: Date) {
  const applied = listApplied(limit, counts);
  const usedHour = applied.find((a) => a.counted.hour >= a.limit.perHour);
  const usedMinute = applied.find((a) => a.counted.minute >= a.limit.perMinute) ?? { limit, which: '' };
  return {
    window: usedHour
      ? `${usedHour.limit.perHour} requests per hour${usedHour.which}`
      : `${usedMinute.limit.perMinute} requests per minute${usedMinute.which}`,
    wait: Math.ceil((getWindowEnd(usedHour ? hourLength : minuteLength, now) - now.getTime()) / 1000),
  };
}
