// The local push channel: does what API Gateway does on AWS, and calls the same functions.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { Failure } from '../../../shared/errors/failure.ts';
import { buildFailureReply, type HttpReply } from '../../../shared/http/envelopes/failure-reply.ts';
import type { SocketTrigger } from '../../../shared/platform/trigger.ts';
import { type ConnectEvent, pushPath } from '../../../shared/push/admission.ts';
import { listTriggeredFunctions, loadHandler } from '../../contracts/triggered-functions.ts';
import { describeError } from '../triggers/schedule.ts';
import { type OpenConnection, serveConnections } from './push-connections.ts';
import {
  buildConnectEvent,
  buildDisconnectEvent,
  buildMessageEvent,
  type Connection,
} from './push-events.ts';

/** The largest message of a client, in bytes (API Gateway Developer Guide, quotas). */
const MAX_MESSAGE_BYTES = 128 * 1024;

type RouteHandler = (
  event: ConnectEvent | APIGatewayProxyWebsocketEventV2,
) => Promise<Partial<HttpReply> & { readonly statusCode: number }>;

async function loadRouteHandler(route: SocketTrigger['route']): Promise<RouteHandler> {
  const found = (await listTriggeredFunctions()).find(
    ({ trigger }) => trigger.kind === 'socket' && trigger.route === route,
  );
  if (!found) throw new Error(`No function has the route ${route}`);
  return loadHandler<RouteHandler>(found);
}

function rejectUpgrade(socket: Duplex, { statusCode, headers = {}, body = '' }: ErrorReply): void {
  const lines = Object.entries({
    ...headers,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  });
  socket.end(
    `HTTP/1.1 ${statusCode} Refused\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  );
}

type ErrorReply = Partial<HttpReply> & { readonly statusCode: number };

const buildErrorReply = (failure: Failure): ErrorReply =>
  buildFailureReply('crm', failure, {
    method: 'GET',
    path: pushPath,
    requestId: `req-${randomUUID()}`,
    timestamp: new Date().toISOString(),
  });

const toText = (data: RawData): string =>
  (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)).toString('utf8');

/** The channel, open on the gateway's server. */
export interface PushChannel {
  /** Closes all connections, and resolves when their disconnect events are handled. */
  stop(): Promise<void>;
}

/** Opens the channel on the gateway's server, and the management API of its connections. */
export async function openPush(server: Server): Promise<PushChannel> {
  const [onConnect, onMessage, onDisconnect] = await Promise.all([
    loadRouteHandler('$connect'),
    loadRouteHandler('$default'),
    loadRouteHandler('$disconnect'),
  ]);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
  const open = new Map<string, OpenConnection>();
  const pending = new Set<Promise<void>>();
  const managementApi = await serveConnections(open);
  process.env.AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI = managementApi.address;

  /** API Gateway does not send a client what its function throws. */
  const call = (work: Promise<void>): void => {
    const ended = work
      .catch((error: unknown) => console.error(`push: ${describeError(error)}`))
      .finally(() => pending.delete(ended));
    pending.add(ended);
  };

  const opened = (socket: WebSocket, connection: Connection): void => {
    open.set(connection.id, { socket, connectedAt: connection.connectedAt });
    socket.on('error', () => socket.terminate());
    socket.on('message', (data) =>
      call(
        onMessage(buildMessageEvent(connection, toText(data))).then(({ body }) => {
          if (body) socket.send(body);
        }),
      ),
    );
    socket.on('close', () => {
      open.delete(connection.id);
      call(onDisconnect(buildDisconnectEvent(connection)).then(() => undefined));
    });
  };

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname.replace(/\/+$/, '').toLowerCase() !== pushPath)
      return rejectUpgrade(
        socket,
        buildErrorReply(new Failure('ROUTE_NOT_FOUND', `The push channel is at ${pushPath}.`)),
      );
    const connection = { id: randomUUID(), connectedAt: Date.now() };
    const reply = await onConnect(buildConnectEvent(connection, request, url.searchParams));
    if (reply.statusCode >= 300) return rejectUpgrade(socket, reply);
    sockets.handleUpgrade(request, socket, head, (upgraded) => opened(upgraded, connection));
  }

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    upgrade(request, socket, head).catch((error: unknown) => {
      console.error(`push: ${describeError(error)}`);
      rejectUpgrade(socket, buildErrorReply(new Failure('INTERNAL_SERVER_ERROR')));
    });
  };
  server.on('upgrade', onUpgrade);

  return {
    async stop() {
      server.off('upgrade', onUpgrade);
      const closed = [...open.values()].map(
        ({ socket }) => new Promise((resolve) => socket.once('close', resolve)),
      );
      for (const { socket } of open.values()) socket.terminate();
      await Promise.all(closed);
      await Promise.all(pending);
      sockets.close();
      await managementApi.stop();
    },
  };
}
