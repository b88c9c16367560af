// How a commit is repeated that DynamoDB refused because others were writing the same items at that moment.

/** How often. */
export const maxRetries = 8;

/** The milliseconds before a retry (the first is 0): growing, with jitter. `random` in 0..1. */
export const getRetryDelay = (retry: number, random: number): number =>
  random * Math.min(1000, 20 * 2 ** retry);
