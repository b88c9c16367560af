// The management API of open connections that API Gateway gives the functions of a WebSocket API: POST, GET and DELETE
// /@connections/{id} (API Gateway Developer Guide, "Use @connections commands in your backend service").
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebSocket } from 'ws';
import { isSignedByThisProcess } from '../secrets/process-credentials.ts';

/** An open connection. */
export interface OpenConnection {
  readonly socket: WebSocket;
  readonly connectedAt: number;
}

/** How many unread bytes a connection may have before API Gateway refuses more. */
const MAX_UNREAD_BYTES = 4 * 1024 * 1024;
/** The largest message, in bytes (API Gateway Developer Guide, quotas). */
const MAX_MESSAGE_BYTES = 128 * 1024;

function sendError(response: ServerResponse, status: number, type: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'x-amzn-ErrorType': type });
  response.end('{}');
}

async function readRequestText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

async function postMessage(
  request: IncomingMessage,
  response: ServerResponse,
  { socket }: OpenConnection,
): Promise<void> {
  const text = await readRequestText(request);
  if (Buffer.byteLength(text) > MAX_MESSAGE_BYTES)
    return sendError(response, 413, 'PayloadTooLargeException');
  if (socket.bufferedAmount > MAX_UNREAD_BYTES) return sendError(response, 429, 'LimitExceededException');
  socket.send(text);
  response.writeHead(200).end();
}

async function handleRequest(
  request: IncomingMessage,
  response: ServerResponse,
  open: ReadonlyMap<string, OpenConnection>,
): Promise<void> {
  if (!isSignedByThisProcess(request)) return sendError(response, 403, 'ForbiddenException');
  const [, encoded] = /^\/@connections\/([^/?]+)$/.exec(request.url?.replace('%40', '@') ?? '') ?? [];
  if (encoded === undefined) return sendError(response, 403, 'ForbiddenException');
  const connection = open.get(decodeURIComponent(encoded));
  if (!connection) return sendError(response, 410, 'GoneException');
  if (request.method === 'POST') return postMessage(request, response, connection);
  if (request.method === 'DELETE') {
    connection.socket.close();
    response.writeHead(204).end();
    return;
  }
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ connectedAt: new Date(connection.connectedAt).toISOString() }));
}

/** Serves the management API to this process, on the loopback address and a free port. */
export async function serveConnections(
  open: ReadonlyMap<string, OpenConnection>,
): Promise<{ readonly address: string; stop(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    handleRequest(request, response, open).catch(() => sendError(response, 500, 'InternalServerException'));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
