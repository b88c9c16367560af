// Connections of the gateway on which no request arrives, or none that can be read.
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** How long a request may take to arrive, in milliseconds. Node ends a slower one with 408 when it looks next. */
export interface ArrivalLimits {
  readonly headersTimeout: number;
  /** With the body, of which API Gateway takes 10 MB. */
  readonly requestTimeout: number;
  /** How often Node looks for connections that take longer. */
  readonly connectionsCheckingInterval: number;
}

/**
 * A client that opens connections and sends nothing, or a letter at a time, keeps them for 20 seconds at most: 15, and until Node
 * looks (docs/local-platform.md).
 */
export const arrivalLimits: ArrivalLimits = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
};

const clientErrors: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
};

/**
 * Ends a connection whose request cannot be read, as Node does by default. One on which nothing was sent is closed without
 * a reply: browsers open some ahead, and would take it for the answer to what they send next.
 */
export function endConnection({ code = '' }: NodeJS.ErrnoException, socket: Duplex): void {
  const isUnused = socket instanceof Socket && socket.bytesRead === 0;
  if (!socket.writable || isUnused) socket.destroy();
  else socket.end(`HTTP/1.1 ${clientErrors[code] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`);
}
