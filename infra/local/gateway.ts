// The local API Gateway: one port, four areas, the same handlers through the same proxy events (payload 1.0).
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isWrite } from '../../shared/auth/permissions/access-requirement.ts';
import { createWorkQueue, WaitedTooLong } from '../../shared/data/work/work-queue.ts';
import { Failure } from '../../shared/errors/failure.ts';
import { type Area, areaNames } from '../../shared/http/areas.ts';
import type { HttpReply } from '../../shared/http/envelopes/failure-reply.ts';
import { anyOriginHeaders } from '../../shared/http/middleware/cross-origin-headers.ts';
import { buildGatewayFailureReply } from '../contracts/gateway-failure-reply.ts';
import type { Mount } from '../contracts/mount.ts';
import type { RegisteredEndpoint } from '../contracts/registry.ts';
import { buildRouteFailure, createRouter } from '../contracts/routes.ts';
import { type ArrivalLimits, arrivalLimits, endConnection } from './arrival.ts';
import { guardAccessScope } from './database/access-scope-guard.ts';
import {
  buildEvent,
  buildLambdaContext,
  listAreasWithBytes,
  longestWait,
  startCountdown,
} from './gateway-event.ts';

export interface GatewayOptions {
  readonly endpoints: readonly RegisteredEndpoint[];
  /** What else is served; read at every request, because it grows while the platform starts. */
  readonly mounts?: () => readonly Mount[];
  /** Whether pages of this machine alone may send requests: the demo's passwords are published. No by default. */
  readonly localOriginsOnly?: boolean;
  /** Why requests that write are refused at this moment; they are not by default. */
  readonly findWriteFailure?: () => Failure | undefined;
  /** How long a request waits for its turn, in milliseconds; by default as long as API Gateway waits for a function. */
  readonly maxWait?: number;
  /** How long a function may take, in milliseconds; by default as long as API Gateway waits. */
  readonly functionTime?: number;
  readonly limits?: ArrivalLimits;
}

/**
 * The URL of a request's target: a path, or an absolute address as a client sends it to a proxy, whose host is ignored
 * (RFC 9112 3.2). Undefined for anything else.
 */
function parseTarget(target: string): URL | undefined {
  // A path may begin with two slashes, which alone would be read as a host.
  const address = target.startsWith('/') ? `http://localhost${target}` : target;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** Whether a page of this origin was served by this machine (secure contexts: potentially trustworthy loopback hosts). */
const isLocalOrigin = (origin: string): boolean =>
  URL.canParse(origin) &&
  /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(origin).hostname);

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain', 'X-Content-Type-Options': 'nosniff' });
  response.end(`${text}\n`);
}

/** API Gateway takes no more than 10 MB; the gateway refuses what is larger before any handler runs. */
const payloadLimit = 10 * 1024 * 1024;

class BodyTooLarge extends Error {}

/** Whether a request has a body (RFC 9112 6). */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;

async function readBody(request: IncomingMessage): Promise<Buffer> {
  // To wait for the end of a body takes as long as to route the request, and most have none.
  if (!hasBody(request)) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > payloadLimit) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * RFC 8414 3 puts the well-known part of a metadata address before the issuer's path. With a domain of its own, as on
 * AWS, the issuer has no path and both addresses are one.
 */
const rewriteMetadataPath = (path: string): string =>
  path.replace(/^(\/\.well-known\/[\w-]+)\/identity\/?$/i, '/identity$1');

/** The path's area and the rest of it below the area's base address. */
function splitArea(path: string): { readonly area: Area; readonly rest: string } | undefined {
  const [, first = ''] = path.split('/', 2);
  const area = areaNames.find((name) => name === first.toLowerCase());
  return area && { area, rest: path.slice(first.length + 1) || '/' };
}

/** A 204 has no Content-Length and a 304 need not have one (RFC 9110 8.6). */
const statusesWithoutLength = new Set([204, 304]);

/**
 * Sends the reply. To HEAD, Node leaves the body out; the headers, Content-Length too, are those of GET (RFC 9110
 * 9.3.2).
 */
function sendReply(response: ServerResponse, reply: HttpReply): void {
  const body = Buffer.from(reply.body ?? '', reply.isBase64Encoded ? 'base64' : 'utf8');
  response.writeHead(reply.statusCode, {
    ...reply.headers,
    ...(!statusesWithoutLength.has(reply.statusCode) && { 'Content-Length': body.length }),
  });
  response.end(body);
}

function* iterateHeaders({ rawHeaders: raw }: IncomingMessage): Generator<[string, string]> {
  for (let index = 0; index < raw.length; index += 2) yield [raw[index] ?? '', raw[index + 1] ?? ''];
}

/**
 * How many requests run at once: more only compete for the same cores, the same database and, in a burst, the same
 * records, until their time is up.
 */
export const maxRunning = 32;

/** How many of them are one tenant's, so that others need not wait for it. */
export const maxRunningPerTenant = 24;

/** The Retry-After of a request that waited in vain, in seconds. */
const retryAfterSeconds = 5;

/** Answers one request for an area. */
function createAreaHandler(
  endpoints: readonly RegisteredEndpoint[],
  findWriteFailure: () => Failure | undefined,
  { maxWait, functionTime }: { readonly maxWait: number; readonly functionTime: number },
) {
  const match = createRouter(endpoints);
  const takeTurn = createWorkQueue(maxRunning, maxWait, maxRunningPerTenant);
  const withBytes = listAreasWithBytes(endpoints);
  return async (request: IncomingMessage, url: URL, area: Area, path: string): Promise<HttpReply> => {
    const requestId = randomUUID();
    const method = request.method ?? 'GET';
    const refuse = (failure: Failure): HttpReply =>
      buildGatewayFailureReply(area, failure, {
        ...{ method, path },
        requestId: `req-${requestId}`,
        timestamp: new Date().toISOString(),
      });
    const found = match(area, method, path);
    if (found.kind !== 'endpoint') return refuse(buildRouteFailure(found, method, path));
    const writeFailure = isWrite(found.endpoint.contract) ? findWriteFailure() : undefined;
    if (writeFailure) return refuse(writeFailure);
    try {
      const body = await readBody(request);
      const event = buildEvent(found, {
        ...{ method, url, path, body, requestId },
        headers: iterateHeaders(request),
        sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
        hasBytes: withBytes.has(area),
      });
      const handler = await found.endpoint.handler();
      return (await takeTurn(
        () => handler(event, buildLambdaContext(found.endpoint, requestId, startCountdown(functionTime))),
        String(request.headers['tenant-code'] ?? ''),
      )) as HttpReply;
    } catch (error) {
      if (error instanceof WaitedTooLong)
        return refuse(
          new Failure('SERVICE_BUSY', undefined, { headers: { 'Retry-After': String(retryAfterSeconds) } }),
        );
      if (error instanceof BodyTooLarge) {
        return refuse(new Failure('PAYLOAD_TOO_LARGE', `The body may be at most ${payloadLimit} bytes.`));
      }
      console.error(error);
      return refuse(new Failure('INTERNAL_SERVER_ERROR'));
    }
  };
}

/**
 * The gateway as an HTTP server that is not listening yet. Until it is closed, database requests are limited to the
 * keys of their tenant.
 */
export function createGateway({
  endpoints,
  mounts = () => [],
  localOriginsOnly = false,
  findWriteFailure = () => undefined,
  maxWait = longestWait,
  functionTime = longestWait,
  limits = arrivalLimits,
}: GatewayOptions): Server {
  const answer = createAreaHandler(endpoints, findWriteFailure, { maxWait, functionTime });
  const server = createServer({ ...limits }, async (request, response) => {
    try {
      const url = parseTarget(request.url ?? '/');
      if (!url)
        return sendText(response, 400, 'The request target must be a path, such as /crm/api/v1/people.');
      const { origin } = request.headers;
      if (localOriginsOnly && origin !== undefined && !isLocalOrigin(origin))
        return sendText(
          response,
          403,
          'This platform runs for the person at this computer: pages of other origins may not use it.',
        );
      const ordered = [...mounts()].sort((a, b) => b.at.length - a.at.length);
      if (request.method === 'OPTIONS' && request.headers['access-control-request-method']) {
        response.writeHead(204, {
          // A preflight names no tenant, so any page may send it; the reply itself restricts who may read it.
          ...anyOriginHeaders,
          'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
          'Access-Control-Allow-Headers': request.headers['access-control-request-headers'] ?? '*',
          'Access-Control-Max-Age': '600',
        });
        response.end();
        return;
      }
      const mount = ordered.find(
        ({ at }) =>
          at !== '/' && (url.pathname === at || url.pathname.startsWith(at.endsWith('/') ? at : `${at}/`)),
      );
      if (mount) return await mount.serve(request, response);
      const place = splitArea(rewriteMetadataPath(url.pathname));
      if (place) return sendReply(response, await answer(request, url, place.area, place.rest));
      const rest = ordered.find(({ at }) => at === '/');
      if (rest) return await rest.serve(request, response);
      sendText(
        response,
        404,
        'Nothing is served here. The areas are /training, /crm, /identity and /billtracking.',
      );
    } catch (error) {
      console.error(error);
      if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'text/plain' });
      response.end();
    }
  });
  server.on('clientError', endConnection);
  server.on('close', guardAccessScope());
  return server;
}
