// A request limit that no test run reaches: generated suites send more than a tenant may in an hour.
import type { RequestLimit } from '../../shared/limits/request-limit.ts';

export const unlimited: RequestLimit = { perMinute: 1_000_000, perHour: 1_000_000 };
