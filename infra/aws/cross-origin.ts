// What browsers are told about calls from pages of other origins, where API Gateway answers itself.
import type { EndpointConfig } from '../../shared/http/endpoint.ts';
import { exposedHeaders } from '../contracts/exposed-headers.ts';

/**
 * Any page may call: callers are known by their tokens, which a page has to hold, and never by cookies.
 */
export const crossOriginHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposedHeaders,
} as const;

/** Headers of the machinery, which every endpoint takes. `*` does not stand for Authorization (Fetch 3.3.5). */
const everywhere = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'tenant-code',
];

/** The answer's headers to a preflight for a path with these endpoints. */
export const preflightHeaders = (endpoints: readonly EndpointConfig[]): Readonly<Record<string, string>> => {
  const declared = endpoints.flatMap(({ headers }) => Object.keys(headers?.shape ?? {}));
  const known = new Map([...everywhere, ...declared].map((name) => [name.toLowerCase(), name]));
  return {
    ...crossOriginHeaders,
    'Access-Control-Allow-Methods':
      [...new Set(endpoints.map(({ method }) => method))].join(', ') || 'GET, POST',
    'Access-Control-Allow-Headers': [...known.values()].join(', '),
    'Access-Control-Max-Age': '600',
  };
};
