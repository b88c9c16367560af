// One short JSON line per request: who, what, how it ended, what it cost. Never a body, a token or a password.
import type { Meter } from '../data/meter.ts';

/** What a request's line tells. */
export interface RequestLine {
  readonly requestId: string;
  readonly tenant: string | undefined;
  /** Method and declared path, without the values in it. */
  readonly endpoint: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly code?: string | undefined;
  readonly meter: Meter;
}

const silent = (): boolean => process.env.LOG_LEVEL === 'silent';

/** Writes the line of a finished request. */
export function logRequest(line: RequestLine): void {
  if (silent()) return;
  const { requestId, tenant, endpoint, status, milliseconds, code, meter } = line;
  const level = status >= 500 ? 'error' : 'info';
  console.log(
    JSON.stringify({
      level,
      time: new Date().toISOString(),
      requestId,
      tenant,
      endpoint,
      status,
      ms: Math.round(milliseconds),
      code,
      trips: meter.roundTrips,
      ru: meter.readUnits || undefined,
      wu: meter.writeUnits || undefined,
    }),
  );
}

/** Writes what went wrong inside, for those who run the platform: the error's name, message and stack, nothing of the request's content. */
export function logError(requestId: string, error: unknown): void {
  if (silent()) return;
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  console.error(
    JSON.stringify({ level: 'error', time: new Date().toISOString(), requestId, name, message, stack }),
  );
}
