// The function for requests that match no endpoint: unknown paths, wrong methods, and paths in another spelling.
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { createMeter } from '../../shared/data/meter.ts';
import { Failure } from '../../shared/errors/failure.ts';
import { getAreaAddress } from '../../shared/http/area-url.ts';
import type { Area } from '../../shared/http/areas.ts';
import type { Method } from '../../shared/http/endpoint.ts';
import { anyOriginHeaders } from '../../shared/http/middleware/cross-origin-headers.ts';
import { logError, logRequest } from '../../shared/log/log.ts';
import { buildGatewayFailureReply } from '../contracts/gateway-failure-reply.ts';
import type { RegisteredEndpoint } from '../contracts/registry.ts';
import { buildRouteFailure, createRouter } from '../contracts/routes.ts';
import { type EndpointTarget, invokeEndpoint } from './invoke-endpoint.ts';

/** One of the area's routes. */
export interface KnownRoute {
  /** The endpoint's name. */
  readonly name: string;
  readonly method: Method;
  readonly path: `/${string}`;
}

/** Defined by the bundler (constants in infra/aws/bundle.ts), because the contracts would bring in every schema. */
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

/** The published path with the caller's values. */
const buildPublishedPath = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(decodePathValue(params[name] ?? '')));

/** The path below the area's base address; with a domain the event's path includes the base. */
function removeBasePath(path: string, address: string): string {
  const base = URL.canParse(address) ? new URL(address).pathname.replace(/\/+$/, '') : '';
  return base !== '' && `${path}/`.toLowerCase().startsWith(`${base}/`)
    ? path.slice(base.length) || '/'
    : path;
}

function buildQuery({ multiValueQueryStringParameters: values }: APIGatewayProxyEvent): string {
  const query = new URLSearchParams();
  for (const [name, all] of Object.entries(values ?? {}))
    for (const value of all ?? []) query.append(name, value);
  return query.size > 0 ? `?${query}` : '';
}

/** Invokes an endpoint's function with the request. */
type EndpointInvoker = (
  target: EndpointTarget,
  event: APIGatewayProxyEvent,
) => Promise<APIGatewayProxyResult>;

/** The endpoint's function was invoked, and the result is not known. */
const noAnswerFailure = (): Failure =>
  new Failure(
    'INTERNAL_SERVER_ERROR',
    'No answer came; the request may have been carried out. Read before you repeat it, or repeat it with the same Idempotency-Key.',
  );

/**
 * Answers a request that API Gateway found no endpoint for.
 * - Paths match without regard to case and with or without a trailing slash. API Gateway matches exactly, so another
 *   spelling arrives here and is answered by the endpoint's own function, like the published one.
 * - Where functions can't invoke each other (SAM CLI), the caller is redirected to the published spelling with 308, which
 *   preserves method and body (RFC 9110 15.4.9).
 * - 405 with Allow where the path has other methods, otherwise 404, in the area's envelope.
 */
export async function answerUnrouted(
  area: Area,
  routes: readonly KnownRoute[],
  event: APIGatewayProxyEvent,
  now: Date,
  invoke?: EndpointInvoker,
): Promise<APIGatewayProxyResult> {
  const address = getAreaAddress(area);
  const method = event.httpMethod;
  const path = removeBasePath(event.path, address);
  const requestId = `req-${event.requestContext.requestId}`;
  const refuse = (failure: Failure): APIGatewayProxyResult =>
    buildGatewayFailureReply(area, failure, { method, path, requestId, timestamp: now.toISOString() });
  const match = createRouter(routes.map((route) => toEndpoint(area, route)))(area, method, path);
  if (match.kind !== 'endpoint') return refuse(buildRouteFailure(match, method, path));
  const { name, contract } = match.endpoint;
  if (invoke) {
    return invoke({ name, resource: contract.path, params: match.params }, event).catch((error: unknown) => {
      logError(requestId, error);
      return refuse(noAnswerFailure());
    });
  }
  const publishedPath = buildPublishedPath(contract.path, match.params);
  if (publishedPath === path) return refuse(buildRouteFailure({ kind: 'unknown' }, method, path));
  const headers = { ...anyOriginHeaders, Location: `${address}${publishedPath}${buildQuery(event)}` };
  return { statusCode: 308, headers: { ...headers, 'Cache-Control': 'no-store' }, body: '' };
}

/**
 * What Lambda calls, with the constants of its bundle. Env ENDPOINT_FUNCTIONS is the prefix of the area's functions, where
 * they can be invoked.
 * @public
 */
export const handler = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  const startedAt = performance.now();
  const functions = process.env.ENDPOINT_FUNCTIONS;
  const invoke: EndpointInvoker | undefined = functions
    ? (target, request) => invokeEndpoint(functions, target, request)
    : undefined;
  const reply = await answerUnrouted(AREA, ROUTES, event, new Date(), invoke);
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
