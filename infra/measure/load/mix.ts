// The mix of requests that portals of an association send, in all four areas, with one write in twelve.
import type { Area } from '../../../shared/http/areas.ts';
import type { StartedPlatform } from './under-load.ts';

/** A request of the mix; `[<id>]` in a body is a different text each time. */
export interface MixRequest {
  readonly method: 'GET' | 'POST';
  readonly area: Area;
  readonly path: string;
  readonly body?: unknown;
  /** How many times it is sent in a round. */
  readonly times: number;
}

/** The mix on the demo data. */
export function buildMix({
  awardId,
  personId,
  classId,
  billId,
  courseId,
}: StartedPlatform['values']): readonly MixRequest[] {
  const bills = '/api/1.0/legislative/public-bills';
  return [
    { method: 'POST', area: 'billtracking', path: `${bills}/list`, body: { pageSize: 20 }, times: 4 },
    { method: 'GET', area: 'billtracking', path: `${bills}/${billId}/detail`, times: 3 },
    { method: 'GET', area: 'billtracking', path: '/api/1.0/dropdown/states', times: 1 },
    { method: 'GET', area: 'training', path: '/api/v1/Awards/List?pageSize=20', times: 3 },
    { method: 'GET', area: 'training', path: `/api/v1/Awards/${awardId}`, times: 3 },
    { method: 'GET', area: 'training', path: '/api/v1/Classes/List?pageSize=20', times: 2 },
    { method: 'GET', area: 'training', path: `/api/v1/Public/getClassById/${classId}`, times: 2 },
    { method: 'GET', area: 'training', path: `/api/v1/Public/GetCourseById/${courseId}`, times: 1 },
    { method: 'GET', area: 'training', path: `/api/v1/People/${personId}/Registrations`, times: 2 },
    { method: 'GET', area: 'crm', path: '/api/v1/people?pageSize=20', times: 3 },
    { method: 'GET', area: 'crm', path: `/api/v1/people/${personId}`, times: 3 },
    { method: 'GET', area: 'identity', path: '/.well-known/jwks.json', times: 1 },
    { method: 'GET', area: 'identity', path: '/api/v1/Users?pageSize=10', times: 1 },
    {
      method: 'POST',
      area: 'billtracking',
      path: '/api/1.0/bill/tracking/save',
      body: { billId: Number(billId), userTags: ['load [<id>]'] },
      times: 1,
    },
    {
      method: 'POST',
      area: 'billtracking',
      path: `/api/1.0/bill/${billId}/notes`,
      body: { text: 'load [<id>]' },
      times: 1,
    },
    { method: 'POST', area: 'training', path: '/api/v1/Awards', body: { name: 'load [<id>]' }, times: 1 },
  ];
}

/** A request as the load generator takes it. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The mix as the load generator sends it, ordered so that equal requests do not follow each other. */
export function toLoadRequests({ urls, values, token, address }: StartedPlatform): LoadRequest[] {
  const mix = buildMix(values);
  const rounds = Math.max(...mix.map(({ times }) => times));
  return Array.from({ length: rounds }, (_, round) => mix.filter(({ times }) => times > round)).flatMap(
    (some) =>
      some.map(
        ({ method, area, path, body }): LoadRequest => ({
          method,
          path: `${urls[area].slice(address.length)}${path}`,
          headers: {
            'tenant-code': values.tenantCode ?? '',
            authorization: `Bearer ${token}`,
            'api-version': '1.0',
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      ),
  );
}

/**
 * Sends each request of the mix once.
 * @throws Error naming the first that is refused, which could not be identified under load
 */
export async function rehearseMix(started: StartedPlatform): Promise<void> {
  for (const { method = 'GET', path = '', headers, body } of toLoadRequests(started)) {
    const response = await fetch(`${started.address}${path}`, {
      method,
      headers: Object.entries(headers ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
      ...(body !== undefined && { body: String(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`);
  }
}
