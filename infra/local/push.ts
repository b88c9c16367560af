// The push channel on a laptop: a WebSocket that tells a tenant's changes as they happen, and those missed before.
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Admission, admit } from '../../shared/auth/access.ts';
import { type ChangeEvent, changesAfter } from '../../shared/data/change-feed.ts';
import { Failure } from '../../shared/errors/failure.ts';
import type { EndpointConfig } from '../../shared/http/endpoint.ts';
import { refusal } from '../../shared/http/refuse.ts';

/** Where the channel is, below the gateway's address. */
export const pushPath = '/push';

/** Who may listen is decided as for any endpoint: a token with the permission to read changes. */
const listening = {
  area: 'crm',
  method: 'GET',
  path: pushPath,
  summary: 'Listen to changes',
  tags: ['Changes'],
  responses: {},
  access: { permission: 'crm.changes.read', token: 'required' },
  budget: { roundTrips: 1, readUnits: 2 },
  example: {},
} satisfies EndpointConfig;

/** How often a listener's token is looked at again, in milliseconds; a revoked one is cut off then. */
const lookAgainEvery = 30_000;
/** How far a listener may fall behind, in bytes, before it is cut off to come back with its cursor. */
const patience = 4 * 1024 * 1024;

/** How many ids a listener's memory holds. */
const remembered = 10_000;

interface Listener {
  readonly socket: WebSocket;
  readonly tenant: string;
  /** Events that came while the missed ones were still being read; undefined once they are. */
  waiting: ChangeEvent[] | undefined;
  /** The ids told last: the stream may deliver a change twice. */
  readonly told: Set<string>;
}

export interface PushChannel {
  /** Tells the listeners of the event's tenant. */
  publish(tenant: string, event: ChangeEvent): void;
  stop(): void;
}

const credentialsOf = (request: IncomingMessage, query: URLSearchParams) => ({
  tenantCode: request.headers['tenant-code']?.toString() ?? query.get('tenant-code') ?? undefined,
  // A browser's WebSocket can send no headers (RFC 6455): there the token comes in the query.
  authorization:
    request.headers.authorization ??
    (query.has('access_token') ? `Bearer ${query.get('access_token')}` : undefined),
});

function refuseUpgrade(socket: Duplex, failure: Failure): void {
  const reply = refusal('crm', failure, {
    method: 'GET',
    path: pushPath,
    requestId: `req-${crypto.randomUUID()}`,
    timestamp: new Date().toISOString(),
  });
  const headers = Object.entries({
    ...reply.headers,
    'Content-Length': String(Buffer.byteLength(reply.body)),
    Connection: 'close',
  });
  socket.end(
    `HTTP/1.1 ${reply.statusCode} Refused\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${reply.body}`,
  );
}

function tell(listener: Listener, event: ChangeEvent): void {
  if (listener.told.has(event.id)) return;
  listener.told.add(event.id);
  const [oldest] = listener.told;
  if (listener.told.size > remembered && oldest !== undefined) listener.told.delete(oldest);
  if (listener.socket.bufferedAmount > patience)
    listener.socket.close(1013, 'Too far behind: come back with since');
  else listener.socket.send(JSON.stringify(event));
}

/** Sends what was missed since a cursor, then what came meanwhile; from then on the listener is live. */
async function catchUp(listener: Listener, admission: Admission, since: string | null): Promise<void> {
  let cursor = since ?? undefined;
  while (cursor !== undefined) {
    const page = await changesAfter(admission.tenant, cursor, 200, new Date(Date.now() + 60_000));
    for (const event of page.items) tell(listener, event);
    cursor = page.next ? page.items.at(-1)?.id : undefined;
  }
  for (const event of listener.waiting ?? []) tell(listener, event);
  listener.waiting = undefined;
}

/** Opens the channel on the gateway's server. */
export function openPush(server: Server): PushChannel {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024 });
  const listeners = new Set<Listener>();

  const accept = (
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    admission: Admission,
    query: URLSearchParams,
  ) =>
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const listener: Listener = {
        socket: opened,
        tenant: admission.tenant.code,
        waiting: [],
        told: new Set(),
      };
      listeners.add(listener);
      const timer = setInterval(() => {
        admit(listening, credentialsOf(request, query), new Date()).then(
          () => opened.ping(),
          () => opened.close(4401, 'The access token is no longer accepted'),
        );
      }, lookAgainEvery);
      opened.on('close', () => {
        clearInterval(timer);
        listeners.delete(listener);
      });
      opened.on('error', () => opened.terminate());
      opened.send(JSON.stringify({ type: 'ready', tenantCode: listener.tenant }));
      catchUp(listener, admission, query.get('since')).catch(() =>
        opened.close(1011, 'The missed changes could not be read'),
      );
    });

  server.on('upgrade', (request, socket, head) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    socket.on('error', () => socket.destroy());
    if (url.pathname.replace(/\/+$/, '').toLowerCase() !== pushPath) {
      refuseUpgrade(socket, new Failure('ROUTE_NOT_FOUND', `The push channel is at ${pushPath}.`));
      return;
    }
    admit(listening, credentialsOf(request, url.searchParams), new Date()).then(
      (admission) => accept(request, socket, head, admission, url.searchParams),
      (error) =>
        refuseUpgrade(socket, error instanceof Failure ? error : new Failure('INTERNAL_SERVER_ERROR')),
    );
  });

  return {
    publish(tenant, event) {
      for (const listener of listeners) {
        if (listener.tenant !== tenant) continue;
        if (listener.waiting) listener.waiting.push(event);
        else tell(listener, event);
      }
    },
    stop() {
      for (const { socket } of listeners) socket.terminate();
      sockets.close();
    },
  };
}
