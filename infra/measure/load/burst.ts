// Bursts: hundreds of calls at once, of which only a few can succeed. Every other one must get an answer that says so; 503 is sent to
// those whom the platform could not serve in time.
import type { Area } from '../../../shared/http/areas.ts';
import type { BurstData } from './prepare-bursts.ts';
import type { StartedPlatform } from './under-load.ts';

/** The largest share of 503 that is aimed at. */
export const busyAim = 0.05;

/** The replies to a burst. */
export interface BurstResult {
  readonly name: string;
  readonly calls: number;
  /** How many calls got each status; 0 counts broken connections. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly seconds: number;
  /** The statuses of a call that cannot succeed, and of one that can. */
  readonly expected: string;
}

/** The share of calls that were answered with 503. */
export const computeBusyShare = ({ calls, statuses }: Pick<BurstResult, 'calls' | 'statuses'>): number =>
  (statuses.get(503) ?? 0) / calls;

async function sendAll(
  name: string,
  expected: string,
  calls: readonly (() => Promise<Response>)[],
): Promise<BurstResult> {
  const startedAt = performance.now();
  const replies = await Promise.all(
    calls.map(async (call) => {
      try {
        const response = await call();
        await response.arrayBuffer();
        return response.status;
      } catch {
        return 0;
      }
    }),
  );
  const statuses = new Map<number, number>();
  for (const status of replies.toSorted((a, b) => a - b))
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  return { name, expected, calls: calls.length, statuses, seconds: (performance.now() - startedAt) / 1000 };
}

/** Sends both bursts, one after the other. */
export async function measureBursts(
  { urls, values, token }: StartedPlatform,
  { classId, seats, personIds, limitedTenant, limitedToken }: BurstData,
  limitedCalls: number,
): Promise<readonly BurstResult[]> {
  const send = (area: Area, path: string, tenant: string, bearer: string, body?: unknown) =>
    fetch(`${urls[area]}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'tenant-code': tenant,
        authorization: `Bearer ${bearer}`,
        'api-version': '1.0',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(120_000),
    });
  const register = (memberId: string) =>
    send('training', '/api/v1/registration/ClassRegistration', values.tenantCode ?? '', token, {
      classId,
      memberId,
      registrationType: 'Admin',
    });
  return [
    await sendAll(
      `${personIds.length} registrations for ${seats} seats`,
      `201 for ${seats}, 422 for the others`,
      personIds.map((id) => () => register(id)),
    ),
    await sendAll(
      `${limitedCalls} calls at a limit of 100 a minute`,
      '200 for 100, 429 for the others',
      Array.from(
        { length: limitedCalls },
        () => () => send('billtracking', '/api/1.0/dropdown/states', limitedTenant, limitedToken),
      ),
    ),
  ];
}
