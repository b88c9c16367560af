// Calls to the growing platform, with the database cost that the local platform's headers report.
import type { Area } from '../../../shared/http/areas.ts';

/** The cost of a call, with the reply's body. */
export interface CallResult {
  readonly roundTrips: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly body: unknown;
}

/** Sends a call. */
export type Caller = (
  method: 'GET' | 'POST',
  area: Area,
  path: string,
  body?: unknown,
) => Promise<CallResult>;

/** Creates a caller with a tenant and a token. A refused call ends the measurement. */
export const createCaller =
  (urls: Readonly<Record<Area, string>>, tenantCode: string, token: string): Caller =>
  async (method, area, path, body) => {
    const response = await fetch(`${urls[area]}${path}`, {
      method,
      headers: {
        'tenant-code': tenantCode,
        authorization: `Bearer ${token}`,
        'api-version': '1.0',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`);
    const units = (name: string): number => Number(response.headers.get(name) ?? 0);
    return {
      roundTrips: units('x-round-trips'),
      readUnits: units('x-consumed-read-units'),
      writeUnits: units('x-consumed-write-units'),
      body: text === '' ? undefined : JSON.parse(text),
    };
  };
