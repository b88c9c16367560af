// The function for requests that match no endpoint: unknown paths, wrong methods, and paths in another spelling.
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { createMeter } from '../../../shared/data/meter.ts';
import type { Failure } from '../../../shared/errors/failure.ts';
import { getAreaAddress } from '../../../shared/http/area-url.ts';
import type { Area } from '../../../shared/http/areas.ts';
import type { Method } from '../../../shared/http/endpoint.ts';
import { anyOriginHeaders } from '../../../shared/http/middleware/cross-origin-headers.ts';
import { logRequest } from '../../../shared/log/log.ts';
import { buildGatewayFailureReply } from '../../contracts/gateway-failure-reply.ts';
import type { RegisteredEndpoint } from '../../contracts/registry.ts';
import { buildRouteFailure, createRouter } from '../../contracts/routes.ts';

/** One of the area's routes. */
export interface KnownRoute {
  /** The endpoint's name. */
  readonly name: string;
  readonly method: Method;
  readonly path: `/${string}`;
}

/** Defined by the bundler (constants in infra/aws/bundling/bundle.ts), because the contracts would bring in every schema. */
declare const AREA: Area;
declare const ROUTES: readonly KnownRoute[];

/** An endpoint with only what routing needs. */
const toEndpoint = (area: Area, { name, method, path }: KnownRoute): RegisteredEndpoint => ({
  name,
  folder: '',
  handlerFile: '',
  handler: () => Promise.reject(new Error('This endpoint only serves routing')),
  contract: {
    kind: 'endpoint',
    area,
    method,
    path,
    summary: '',
    tags: [],
    responses: {},
    access: 'public',
    budget: { roundTrips: 0, readUnits: 0 },
    example: {},
  },
});

const decodePathValue = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const isDots = (value: string): boolean => /^\.{1,2}$/.test(decodePathValue(value));

/** The published path with the caller's values. */
const buildPublishedPath = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(decodePathValue(params[name] ?? '')));

/** The path with every character as it is written without need for encoding; an encoded slash stays within its segment. */
const decodePath = (path: string): string =>
  path
    .split('/')
    .map((segment) => decodePathValue(segment).replaceAll('/', '%2F'))
    .join('/');

/** The path of the area's base address: `/training`, or empty under SAM CLI. */
const getBasePath = (address: string): string =>
  URL.canParse(address) ? new URL(address).pathname.replace(/\/+$/, '') : '';

/** The path below the area's base; with a domain the event's path includes the base. */
const removeBasePath = (path: string, base: string): string =>
  base !== '' && `${path}/`.toLowerCase().startsWith(`${base}/`) ? path.slice(base.length) || '/' : path;

function buildQuery({ multiValueQueryStringParameters: values }: APIGatewayProxyEvent): string {
  const query = new URLSearchParams();
  for (const [name, all] of Object.entries(values ?? {}))
    for (const value of all ?? []) query.append(name, value);
  return query.size > 0 ? `?${query}` : '';
}

/**
 * Answers a request that API Gateway found no endpoint for.
 * - API Gateway matches paths to the letter. In another spelling (case, a trailing slash, encoded characters) the caller is
 *   sent to the published path with 308, by which method and body are sent again (RFC 9110 15.4.9): there the authorizer
 *   and the usage plan apply, which do not here. The Location is a path of this host below the area's base.
 * - 405 with Allow where the path has other methods, otherwise 404, in the area's envelope.
 */
export function answerUnrouted(
  area: Area,
  routes: readonly KnownRoute[],
  event: APIGatewayProxyEvent,
  now: Date,
): APIGatewayProxyResult {
  const base = getBasePath(getAreaAddress(area));
  const method = event.httpMethod;
  const path = removeBasePath(event.path, base);
  const requestId = `req-${event.requestContext.requestId}`;
  const refuse = (failure: Failure): APIGatewayProxyResult =>
    buildGatewayFailureReply(area, failure, { method, path, requestId, timestamp: now.toISOString() });
  const findRoute = createRouter(routes.map((route) => toEndpoint(area, route)));
  const match = findRoute(area, method, decodePath(path));
  if (match.kind !== 'endpoint') return refuse(buildRouteFailure(match, method, path));
  const publishedPath = buildPublishedPath(match.endpoint.contract.path, match.params);
  // The published path itself would lead here again, and clients resolve a segment of dots.
  if (publishedPath === path || Object.values(match.params).some(isDots))
    return refuse(buildRouteFailure({ kind: 'unknown' }, method, path));
  const headers = { ...anyOriginHeaders, Location: `${base}${publishedPath}${buildQuery(event)}` };
  return { statusCode: 308, headers: { ...headers, 'Cache-Control': 'no-store' }, body: '' };
}

/**
 * What Lambda calls, with the constants of its bundle.
 * @public
 */
export const handler = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  const startedAt = performance.now();
  const reply = answerUnrouted(AREA, ROUTES, event, new Date());
  logRequest({
    requestId: `req-${event.requestContext.requestId}`,
    tenant: undefined,
    endpoint: `${event.httpMethod} ${AREA}/unrouted`,
    status: reply.statusCode,
    milliseconds: performance.now() - startedAt,
    meter: createMeter(),
  });
  return reply;
};
