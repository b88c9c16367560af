// One short JSON line per request: tenant, endpoint, outcome and cost. Never a body, a token or a password.
import type { Meter } from '../data/meter.ts';
import { buildEmbeddedMetrics } from './metrics.ts';

/** The content of a request's line. */
export interface RequestLogLine {
  readonly requestId: string;
  readonly tenant: string | undefined;
  /** Method and declared path, without the values in it. */
  readonly endpoint: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly code?: string | undefined;
  readonly meter: Meter;
}

const isSilent = (): boolean => process.env.LOG_LEVEL === 'silent';

/**
 * Not through `console`: Lambda puts a time, the request's id and a level before its lines, a third more bytes to pay
 * for.
 */
const writeLine = (stream: NodeJS.WriteStream, line: string): void => void stream.write(`${line}\n`);

/** Writes the line of a finished request. */
export function logRequest(line: RequestLogLine): void {
  if (isSilent()) return;
  const { requestId, tenant, endpoint, status, milliseconds, code, meter } = line;
  const now = new Date();
  const failed = status >= 500;
  const metrics = buildEmbeddedMetrics(line, now);
  writeLine(
    process.stdout,
    JSON.stringify({
      level: failed ? 'error' : 'info',
      time: now.toISOString(),
      requestId,
      tenant,
      endpoint,
      status,
      ms: Math.round(milliseconds),
      code,
      trips: meter.roundTrips,
      ru: meter.readUnits || undefined,
      wu: meter.writeUnits || undefined,
      ...('_aws' in metrics && { errors: failed ? 1 : 0, ...metrics }),
    }),
  );
}

/** Logs an internal error for operators: its name, message and stack, but nothing of the request's content. */
export function logError(requestId: string, error: unknown): void {
  if (isSilent()) return;
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  writeLine(
    process.stderr,
    JSON.stringify({ level: 'error', time: new Date().toISOString(), requestId, name, message, stack }),
  );
}
