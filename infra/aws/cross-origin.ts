// What a browser is told when it asks whether a page of another origin may call: API Gateway answers that itself.
import { anyOriginHeaders } from '../../shared/http/cross-origin.ts';
import type { EndpointConfig } from '../../shared/http/endpoint.ts';

/** Headers of the machinery, which every endpoint takes. `*` does not stand for Authorization (Fetch 3.3.5). */
const commonHeaders = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'tenant-code',
];

/**
 * The answer's headers to a preflight for a path with these endpoints. A preflight names no tenant (a browser sends its
 * headers' names and no values), so any page may ask; who may read a reply the handlers say, by the tenant's origins.
 */
export const getPreflightHeaders = (
  endpoints: readonly EndpointConfig[],
): Readonly<Record<string, string>> => {
  const declared = endpoints.flatMap(({ headers }) => Object.keys(headers?.shape ?? {}));
  const known = new Map([...commonHeaders, ...declared].map((name) => [name.toLowerCase(), name]));
  return {
    ...anyOriginHeaders,
    'Access-Control-Allow-Methods':
      [...new Set(endpoints.map(({ method }) => method))].join(', ') || 'GET, POST',
    'Access-Control-Allow-Headers': [...known.values()].join(', '),
    'Access-Control-Max-Age': '600',
  };
};
