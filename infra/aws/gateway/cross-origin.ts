// Preflight requests of browsers, which ask whether a page of another origin may call: API Gateway answers them itself.

import type { EndpointConfig } from '../../../shared/http/endpoint.ts';

/** Headers that every endpoint accepts. `*` does not include Authorization (Fetch 3.3.5). */
const commonHeaders = [
  'Authorization',
  'Content-Type',
  'DPoP',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'tenant-code',
];

/**
 * The headers that answer a preflight for a path with these endpoints. A preflight names no tenant (a browser sends the
 * names of headers, not their values), so it is answered to every page; the handlers decide by the tenant's origins who
 * may read a reply. Only the reply says which headers a page may read (Fetch 3.2.3).
 */
export const getPreflightHeaders = (
  endpoints: readonly EndpointConfig[],
): Readonly<Record<string, string>> => {
  const declared = endpoints.flatMap(({ headers }) => Object.keys(headers?.shape ?? {}));
  const known = new Map([...commonHeaders, ...declared].map((name) => [name.toLowerCase(), name]));
  return {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods':
      [...new Set(endpoints.map(({ method }) => method))].join(', ') || 'GET, POST',
    'Access-Control-Allow-Headers': [...known.values()].join(', '),
    'Access-Control-Max-Age': '600',
  };
};
